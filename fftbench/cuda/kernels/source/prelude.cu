/* What a kernel's source needs of a GPU, for NVRTC. On a CPU the same words come
 * from package shim's header, which is included before this text.
 *
 * Set before: DOUBLE for double precision. */
#ifdef __CUDACC_RTC__
#define KERNEL(name, args) GPU_KERNEL(name, args)
#define GPU_KERNEL(name, args) \
    extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) name(const args a)
#define DEVICE static __device__ __forceinline__ __attribute__((unused))
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("unroll 1")
#define THREAD_X thread_again()
#define BLOCK_X (blockIdx.x)
#define GRID_X (gridDim.x)
#define SHARED(type, name)                                     \
    extern __shared__ __align__(16) unsigned char dynamic_shared[]; \
    type *name = (type *)dynamic_shared
#define BARRIER() __syncthreads()
#define WARP_BARRIER() __syncwarp()
#define FMAF(a, b, c) fmaf(a, b, c)
#define FMA(a, b, c) fma(a, b, c)
#define LOAD(p) (*(p))
#define STORE(p, v) ((void)(*(p) = (v)))
/* Of what nothing reads again soon: the second-level cache gives its place up first. */
#define LOAD_ONCE(p) __ldcs(p)
#define STORE_ONCE(p, v) __stcs(p, v)
/* No __ldg: the compiler would gather all roots of all passes before the first. */
#define LOOKUP(p) (*(p))
#define GET(p) (*(p))
#define PUT(p, v) ((void)(*(p) = (v)))

/* The thread's number, asked for again at each use: what follows from it is then not
 * kept in registers through a loop over rows, where values need them all. */
static __device__ __forceinline__ unsigned thread_again()
{
    unsigned thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}
#else
#define WARP_BARRIER() BARRIER()
#define LOAD_ONCE(p) LOAD(p)
#define STORE_ONCE(p, v) STORE(p, v)
#endif

#ifdef DOUBLE
typedef double real;
typedef double2 pair;
#define MULADD(a, b, c) FMA(a, b, c)
#else
typedef float real;
typedef float2 pair;
#define MULADD(a, b, c) FMAF(a, b, c)
#endif

/* Of elements from the beginning of a batch, which may have more than 2^31. */
typedef long long offset;

#define PASTE(a, b) PASTE_EXPANDED(a, b)
#define PASTE_EXPANDED(a, b) a##b
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

/* a·b */
DEVICE pair times(pair a, pair b)
{
    pair c;
    c.x = MULADD(a.x, b.x, -(a.y * b.y));
    c.y = MULADD(a.x, b.y, a.y * b.x);
    return c;
}
