"""Pictures: the words on them, by the program tesseract, where it is installed."""

from __future__ import annotations

import shutil
import subprocess

from recollect.errors import InvalidInput, NotConfigured, TooLarge
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import tidy
from recollect.model.document import Reading, Section

PROGRAM = "tesseract"
SHARE = 0.9
"""Of the time a reading may take; the rest is for whoever waits for it."""


def read(source: Source, limits: Limits) -> Reading:
    program = shutil.which(PROGRAM)
    if program is None:
        raise NotConfigured(
            f"{source.shown} is a picture, and reading pictures needs the program tesseract; install it "
            "(apt install tesseract-ocr, brew install tesseract) or give the text"
        )
    command = [program, "stdin", "stdout"]
    seconds = limits.seconds_max * SHARE
    try:
        done = subprocess.run(command, input=source.data, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise TooLarge(
            f"{source.shown} took longer than {limits.seconds_max:g} s to read; give a smaller picture"
        ) from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InvalidInput(f"{source.shown} is no picture that can be read ({said[-1] if said else done.returncode})")
    text = tidy(done.stdout.decode("utf-8", "replace").replace("\x0c", ""))
    if not text:
        raise InvalidInput(f"{source.shown} is a picture without words")
    return Reading(media_type=source.media_type, sections=(Section(text=text),), method=PROGRAM)
