package cuda

import "fmt"

// Values of CUresult that this package acts on (CUDA Driver API, Data types
// used by CUDA driver; unchanged from CUDA 11 to 13).
const (
	codeInvalidValue        code = 1
	codeOutOfMemory         code = 2
	codeRequiresNewerDriver code = 36
	codeNoDevice            code = 100
	codeInvalidDevice       code = 101
	codeNoBinaryForGPU      code = 209
	codeUnsupportedPTX      code = 222
	codeNoPTXCompiler       code = 221
	codePTXCompilerOff      code = 223
	codeOutOfResources      code = 701 // of a multiprocessor: registers, mostly
	codeNotSupported        code = 801
)

// lost are the results after which CUDA wants the process to end: "This leaves
// the process in an inconsistent state and any further CUDA work will return
// the same error." CUDA_ERROR_UNKNOWN is one since nobody can say that what
// follows it is right.
var lost = map[code]bool{
	214: true, // CUDA_ERROR_ECC_UNCORRECTABLE
	220: true, // CUDA_ERROR_NVLINK_UNCORRECTABLE
	226: true, // CUDA_ERROR_CONTAINED
	700: true, // CUDA_ERROR_ILLEGAL_ADDRESS
	702: true, // CUDA_ERROR_LAUNCH_TIMEOUT
	709: true, // CUDA_ERROR_CONTEXT_IS_DESTROYED
	710: true, // CUDA_ERROR_ASSERT
	714: true, // CUDA_ERROR_HARDWARE_STACK_ERROR
	715: true, // CUDA_ERROR_ILLEGAL_INSTRUCTION
	716: true, // CUDA_ERROR_MISALIGNED_ADDRESS
	717: true, // CUDA_ERROR_INVALID_ADDRESS_SPACE
	718: true, // CUDA_ERROR_INVALID_PC
	719: true, // CUDA_ERROR_LAUNCH_FAILED
	999: true, // CUDA_ERROR_UNKNOWN
}

func driverClass(c code) error {
	switch c {
	case codeOutOfMemory:
		return ErrOutOfMemory
	case codeNoDevice, codeInvalidDevice:
		return ErrNoDevice
	case codeNotSupported, codeRequiresNewerDriver, codeOutOfResources, codeNoBinaryForGPU,
		codeUnsupportedPTX, codeNoPTXCompiler, codePTXCompilerOff:
		return ErrUnsupported
	}
	if lost[c] {
		return ErrDeviceLost
	}
	return nil
}

// A library gives no names for the results of cuFFT and NVRTC; these are from
// the cuFFT API Reference (cufftResult; 10, 12 and 15 exist up to CUDA 12) and
// the NVRTC documentation (nvrtcResult).
var (
	cufftNames = [...]string{
		"CUFFT_SUCCESS", "CUFFT_INVALID_PLAN", "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE",
		"CUFFT_INVALID_VALUE", "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED", "CUFFT_SETUP_FAILED",
		"CUFFT_INVALID_SIZE", "CUFFT_UNALIGNED_DATA", "CUFFT_INCOMPLETE_PARAMETER_LIST",
		"CUFFT_INVALID_DEVICE", "CUFFT_PARSE_ERROR", "CUFFT_NO_WORKSPACE", "CUFFT_NOT_IMPLEMENTED",
		"CUFFT_LICENSE_ERROR", "CUFFT_NOT_SUPPORTED", "CUFFT_MISSING_DEPENDENCY",
		"CUFFT_NVRTC_FAILURE", "CUFFT_NVJITLINK_FAILURE", "CUFFT_NVSHMEM_FAILURE",
	}
	nvrtcNames = [...]string{
		"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
		"NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION",
		"NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
		"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
		"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
		"NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
		"NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED", "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
		"NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED",
	}
)

func nameOf(names []string, c code, kind string) string {
	if c >= 0 && int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("%s %d", kind, c)
}

func cufftClass(c code) error {
	switch c {
	case 2: // CUFFT_ALLOC_FAILED
		return ErrOutOfMemory
	case 8, 14, 16: // CUFFT_INVALID_SIZE, _NOT_IMPLEMENTED, _NOT_SUPPORTED
		return ErrUnsupported
	case 17: // CUFFT_MISSING_DEPENDENCY
		return ErrMissing
	}
	return nil
}

func nvrtcClass(c code) error {
	switch c {
	case 1: // NVRTC_ERROR_OUT_OF_MEMORY
		return ErrOutOfMemory
	case 5: // NVRTC_ERROR_INVALID_OPTION: an architecture it does not know
		return ErrUnsupported
	case 6: // NVRTC_ERROR_COMPILATION
		return ErrCompile
	case 7: // NVRTC_ERROR_BUILTIN_OPERATION_FAILURE: no libnvrtc-builtins beside it
		return ErrMissing
	}
	return nil
}

// driverError turns a result of the driver into an error. A negative one comes
// from making the context current.
func driverError(d driverLibrary, function string, c code, context string) *Error {
	if c < 0 {
		function, c = "cuCtxSetCurrent", -c
	}
	name := d.errorName(c)
	if name == "" {
		name = fmt.Sprintf("CUresult %d", c)
	}
	return &Error{Func: function, Code: int(c), Name: name, Text: d.errorString(c), Context: context, class: driverClass(c)}
}
