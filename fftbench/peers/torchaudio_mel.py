# torchaudio.transforms.MelSpectrogram and a logarithm, on one thread. Parameters:
# samples, length, hop, bands, rate, floor; the signal as float32. The result is a
# row of bands for each frame.
import warnings

import torch
import torchaudio

warnings.simplefilter("ignore")  # bands between two bins are empty
torch.set_num_threads(1)
announce(f"torchaudio {torchaudio.__version__}", f"torch {torch.__version__}")
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


serve(spectrogram, lambda levels: levels.T.contiguous().numpy().astype("<f4").tobytes())
