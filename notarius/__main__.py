"""`python -m notarius`."""

from notarius.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
