# scipy.signal.welch. Parameters: samples, segment, rate; the signal as float64.
import numpy
import scipy
import scipy.signal

announce(f"scipy {scipy.__version__}", f"numpy {numpy.__version__}")
samples, segment, rate = into.readline().split()
signal = numpy.frombuffer(into.read(8 * int(samples)), dtype="<f8").copy()


def welch():
    return scipy.signal.welch(signal, fs=float(rate), window="hann", nperseg=int(segment))[1]


serve(welch, lambda density: density.astype("<f8").tobytes())
