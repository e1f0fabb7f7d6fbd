"""The `recollect` script, and `python -m recollect`: the command line, loaded where Ctrl-C can end that quietly."""

from __future__ import annotations

import sys

STOPPED = 130


def main() -> None:
    """Run the command line."""
    try:
        from recollect.surfaces.cli.app import main as run  # takes most of a second: Ctrl-C may come within

        run()
    except KeyboardInterrupt:
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
