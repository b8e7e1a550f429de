"""The least of shells: runs a command as a job on this terminal, says when it pauses, lets it go on at a line, says how it ended.

Unlike real ones it leaves the terminal's settings alone, so that they are what the job has left.
"""

from __future__ import annotations

import os
import signal
import sys


def main(command: list[str]) -> None:
    # Whoever is in the background may take the terminal.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if not job:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(command[0], command)
    while True:
        _job, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            break
        print("\npaused", flush=True)
        sys.stdin.readline()
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
    code = os.waitstatus_to_exitcode(status)
    sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main(sys.argv[1:])
