#!/usr/bin/env python3
"""Writes vectors.json: short-time spectra and densities by scipy.signal, log-mel levels.

Run it from any folder with Python 3, numpy and scipy installed:

    python3 testdata/spectrogram/make_vectors.py

Spectra come from scipy.signal.stft, which divides by the sum of the window, so
they are multiplied by it again. Mel filters are built from their definition:
np.interp draws each triangle between three frequencies. The file records the
versions that wrote it.
"""

import json
import pathlib
import platform

import numpy as np
import scipy
from scipy import signal

BOUNDARY = {"inside": None, "zeros": "zeros", "mirrored": "even"}


def sound(name, samples):
    rng = np.random.default_rng(sum(map(ord, name)))
    t = np.arange(samples)
    return np.round(rng.normal(0, 0.3, samples) + np.sin(0.2 * t) + 0.5 * np.cos(0.002 * t * t), 6)


def spectra(x, n, hop, window, edges):
    _, _, z = signal.stft(
        x, window=window, nperseg=n, noverlap=n - hop, boundary=BOUNDARY[edges], padded=False, detrend=False
    )
    return z.T * window.sum()


def hann(n):
    return signal.get_window("hann", n)  # the periodic one


def stft_case(name, n, hop, samples, edges, window=None):
    x = sound(name, samples)
    w = hann(n) if window is None else np.pad(window, ((n - len(window)) // 2, (n - len(window) + 1) // 2))
    z = spectra(x, n, hop, w, edges)
    return {
        "name": name, "n": n, "hop": hop, "edges": edges, "window": None if window is None else window.tolist(),
        "x": x.tolist(), "frames": z.shape[0], "re": z.real.ravel().tolist(), "im": z.imag.ravel().tolist(),
    }


def to_mel(scale, hz):
    if scale == "HTK":
        return 1127.01048033416 * np.log1p(hz / 700)  # 2595 / ln 10
    return np.where(hz < 1000, hz * 0.015, 15 + 27 * np.log(np.maximum(hz, 1) / 1000) / np.log(6.4))


def edges_of(scale, bands, low, high):
    """The frequencies whose mels are spaced evenly, by bisection of to_mel."""
    mels = np.linspace(to_mel(scale, np.float64(low)), to_mel(scale, np.float64(high)), bands + 2)
    a, b = np.zeros(bands + 2), np.full(bands + 2, 2.0 * high)
    for _ in range(200):
        middle = (a + b) / 2
        above = to_mel(scale, middle) > mels
        a, b = np.where(above, a, middle), np.where(above, middle, b)
    return (a + b) / 2


def filters(scale, rate, n, bands, low, high, area):
    hz = np.arange(n // 2 + 1) * rate / n
    e = edges_of(scale, bands, low, high)
    rows = []
    for m in range(bands):
        top = 2 / (e[m + 2] - e[m]) if area else 1.0
        rows.append(np.interp(hz, e[m : m + 3], [0, top, 0]))
    return np.array(rows)


def mel_case(name, n, hop, samples, edges, scale, rate, bands, low, high, area):
    x = sound(name, samples)
    power = np.abs(spectra(x, n, hop, hann(n), edges)) ** 2
    w = filters(scale, rate, n, bands, low, high, area)
    level = np.log(np.maximum(power @ w.T, 1e-10))
    return {
        "name": name, "n": n, "hop": hop, "edges": edges, "scale": scale, "rate": rate, "bands": bands, "low": low,
        "high": high, "area": area, "x": x.tolist(), "weights": w.ravel().tolist(), "frames": level.shape[0],
        "level": level.ravel().tolist(),
    }


def psd_case(name, n, hop, samples, rate, detrend, window=None):
    x = sound(name, samples) + 3  # a mean that shows if it stays
    w = hann(n) if window is None else window
    _, p = signal.welch(x, fs=rate, window=w, nperseg=n, noverlap=n - hop, detrend=detrend)
    return {
        "name": name, "n": n, "hop": hop, "edges": "inside", "rate": rate, "centred": detrend == "constant",
        "window": None if window is None else window.tolist(), "frames": (samples - n) // hop + 1,
        "x": x.tolist(), "psd": p.tolist(),
    }


def main():
    stft = [
        stft_case("inside_n16", 16, 4, 50, "inside"),
        stft_case("zeros_n16", 16, 5, 40, "zeros"),
        stft_case("mirrored_n32", 32, 8, 70, "mirrored"),
        stft_case("inside_n15_odd", 15, 7, 61, "inside"),
        stft_case("short_window_n32", 32, 10, 90, "inside", signal.get_window("hamming", 25, fftbins=False)),
        stft_case("disjoint_n12", 12, 12, 50, "inside"),
    ]
    mel = [
        mel_case("slaney_n64", 64, 20, 150, "inside", "Slaney", 8000, 10, 0, 4000, False),
        mel_case("htk_n64", 64, 32, 200, "inside", "HTK", 16000, 12, 60, 7600, False),
        mel_case("slaney_area_n128_empty_bands", 128, 50, 300, "zeros", "Slaney", 16000, 40, 0, 8000, True),
        mel_case("slaney_n256_study", 256, 256, 256, "inside", "Slaney", 16000, 40, 0, 8000, False),
        mel_case("htk_n30", 30, 11, 100, "mirrored", "HTK", 1000, 4, 0, 500, False),
    ]
    psd = [
        psd_case("raw_n32", 32, 16, 300, 100.0, False),
        psd_case("centred_n32", 32, 16, 300, 100.0, "constant"),
        psd_case("centred_n64_hamming", 64, 10, 333, 8000.0, "constant", signal.get_window("hamming", 64)),
        psd_case("centred_n27_odd", 27, 20, 100, 1.0, "constant"),
        psd_case("centred_n128_one_segment", 128, 64, 150, 2.0, "constant"),
    ]
    vectors = {
        "scipy": scipy.__version__, "numpy": np.__version__, "python": platform.python_version(),
        "stft": stft, "mel": mel, "psd": psd,
    }
    path = pathlib.Path(__file__).with_name("vectors.json")
    path.write_text(json.dumps(vectors, separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n")


if __name__ == "__main__":
    main()
