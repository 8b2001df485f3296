/* What a launch gives a kernel. */
struct arguments {
    const void *in;      /* device memory */
    void *out;           /* device memory; may be `in` where the plan says so */
    const pair *roots;   /* of the passes */
    const pair *turns;   /* between the steps of a long transform */
    const real *weights; /* gains or a window */
    offset rows;         /* how many teams have work: rows, tiles of columns, or elements */
    double scale;
};
