"""The version of the package, and the only place that states it: the build and `recollect --version` read it here."""

VERSION = "0.1.0"
