// What NVRTC has of its language in a library of its own. The fake one has nothing
// there: it is about who finds it.
__attribute__((visibility("default"))) const int fakecuda_builtins = 1;
