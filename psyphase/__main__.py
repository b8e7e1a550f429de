"""`python -m psyphase`."""

from psyphase.cli import main

if __name__ == "__main__":
    main()
