# torchaudio.transforms.MelSpectrogram and a logarithm on request, for package
# peers, on one thread.
#
# In: a line "samples length hop bands rate floor", the samples as float32, then
# lines
#   run K    runs K times, answers with the nanoseconds of CPU time
#   result   answers with a row of bands for each frame as float32
# Out: a line "torchaudio X torch Y python Z" first.
import platform
import sys
import time
import warnings

import torch
import torchaudio

warnings.simplefilter("ignore")  # bands between two bins are empty
torch.set_num_threads(1)
into, out = sys.stdin.buffer, sys.stdout.buffer


def say(data):
    out.write(data)
    out.flush()


say(f"torchaudio {torchaudio.__version__} torch {torch.__version__} python {platform.python_version()}\n".encode())
samples, length, hop, bands, rate, floor = into.readline().split()
signal = torch.frombuffer(bytearray(into.read(4 * int(samples))), dtype=torch.float32)
mel = torchaudio.transforms.MelSpectrogram(
    sample_rate=int(float(rate)),
    n_fft=int(length),
    hop_length=int(hop),
    n_mels=int(bands),
    center=False,
    norm="slaney",
    mel_scale="slaney",
)
least = float(floor)


@torch.inference_mode()
def spectrogram():
    return mel(signal).clamp_(min=least).log_()


for line in into:
    command = line.split()
    if command[0] == b"run":
        times = range(int(command[1]))
        begin = time.thread_time_ns()
        for _ in times:
            spectrogram()
        say(b"%d\n" % (time.thread_time_ns() - begin))
    elif command[0] == b"result":
        say(spectrogram().T.contiguous().numpy().astype("<f4").tobytes())
