"""The command line. Thin: a command reads its arguments, asks `Memory`, and shows or prints the answer."""
