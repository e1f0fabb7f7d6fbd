"""Secrets never reach a row, job, cache or log: they are masked before anything is written.

`mask(text)` is the door; `Options` adds a person's own patterns. What counts as a secret, in reading order: `formats`
(strings that give themselves away), `named` (values given a telling name, headers, addresses with a password),
`cards`, `prose` (passwords told in words), `codes` (PINs, one-time codes, seed phrases).
"""

from recollect.write.secrets.mask import KINDS, Masked, mask, mask_all, mask_answer, mask_answers, mask_values
from recollect.write.secrets.own import Options, Own

__all__ = ["KINDS", "Masked", "Options", "Own", "mask", "mask_all", "mask_answer", "mask_answers", "mask_values"]
