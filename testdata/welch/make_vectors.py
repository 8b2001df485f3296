#!/usr/bin/env python3
"""Writes vectors.json: power spectral densities computed by scipy.signal.welch.

Run it from any folder with Python 3, numpy and scipy installed:

    python3 testdata/welch/make_vectors.py

Every signal is long enough for exactly eight segments of n samples that
overlap by n//2. Signals are rounded to the case's type first and handed to
scipy as float64, so the densities of float32 cases are good to double
precision too. The file records the versions that wrote it.
"""

import json
import pathlib
import platform

import numpy as np
import scipy
from scipy import signal

SEGMENTS = 8


def frame_length(n):
    return n + (SEGMENTS - 1) * (n - n // 2)


def noise(rng, t):
    return rng.uniform(-1, 1, t.size)


def tones(rng, t):
    # DC, a tone on a bin of n=64, one between bins, one at Nyquist.
    return 0.25 + np.sin(2 * np.pi * 5 / 64 * t) + 0.1 * np.cos(2 * np.pi * 0.2317 * t) + 0.05 * (-1.0) ** t


def chirp(rng, t):
    return signal.chirp(t, f0=0.01, t1=t[-1], f1=0.45) * 1000 + rng.normal(0, 1e-3, t.size)


CASES = [
    ("noise_n8", 8, 1.0, noise, np.float64),
    ("tones_n64", 64, 8000.0, tones, np.float64),
    ("chirp_n128", 128, 44100.0, chirp, np.float64),
    ("noise_n30", 30, 2.0, noise, np.float64),
    ("tones_n15_odd", 15, 1.0, tones, np.float64),
    ("noise_n256", 256, 0.5, noise, np.float64),
    ("noise_n16_f32", 16, 1.0, noise, np.float32),
    ("tones_n64_f32", 64, 16000.0, tones, np.float32),
    ("chirp_n256_f32", 256, 44100.0, chirp, np.float32),
]


def make_case(name, n, fs, make, dtype):
    rng = np.random.default_rng(sum(map(ord, name)))
    t = np.arange(frame_length(n), dtype=np.float64)
    x = make(rng, t).astype(dtype).astype(np.float64)
    freqs, psd = signal.welch(
        x,
        fs=fs,
        window="hann",  # scipy's default sym=False: the periodic window
        nperseg=n,
        noverlap=n // 2,
        detrend=False,
        return_onesided=True,
        scaling="density",
        average="mean",
    )
    assert len(freqs) == n // 2 + 1
    return {
        "name": name,
        "n": n,
        "fs": fs,
        "precision": "f32" if dtype is np.float32 else "f64",
        "x": x.tolist(),
        "psd": psd.tolist(),
    }


def main():
    vectors = {
        "scipy": scipy.__version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
        "call": "welch(x, fs, window='hann', nperseg=n, noverlap=n//2, detrend=False, scaling='density')",
        "cases": [make_case(*c) for c in CASES],
    }
    path = pathlib.Path(__file__).with_name("vectors.json")
    path.write_text(json.dumps(vectors, separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n")


if __name__ == "__main__":
    main()
