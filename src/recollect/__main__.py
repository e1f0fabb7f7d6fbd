"""`python -m recollect` is the `recollect` command."""

from recollect.surfaces.cli.app import main

if __name__ == "__main__":
    main()
