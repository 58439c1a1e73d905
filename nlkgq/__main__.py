"""`python -m nlkgq`."""

from nlkgq.cli import main

if __name__ == "__main__":
    main()
