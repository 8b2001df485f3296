# scipy.signal.welch on request, for package peers.
#
# In: a line "samples segment rate", the samples as float64, then lines
#   run K    runs K times, answers with the nanoseconds of CPU time
#   result   answers with the bins of the estimate as float64
# Out: a line "scipy X numpy Y python Z" first.
import platform
import sys
import time

import numpy
import scipy
import scipy.signal

into, out = sys.stdin.buffer, sys.stdout.buffer


def say(data):
    out.write(data)
    out.flush()


say(f"scipy {scipy.__version__} numpy {numpy.__version__} python {platform.python_version()}\n".encode())
samples, segment, rate = into.readline().split()
signal = numpy.frombuffer(into.read(8 * int(samples)), dtype="<f8").copy()


def welch():
    return scipy.signal.welch(signal, fs=float(rate), window="hann", nperseg=int(segment))[1]


for line in into:
    command = line.split()
    if command[0] == b"run":
        times = range(int(command[1]))
        begin = time.thread_time_ns()
        for _ in times:
            welch()
        say(b"%d\n" % (time.thread_time_ns() - begin))
    elif command[0] == b"result":
        say(welch().astype("<f8").tobytes())
