"""Everything that is recorded and held by a test, recorded anew: `python tests/record.py`; what changed is shown.

With `--check` nothing is written. A change is to be looked at before it lands: it is what people will see.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import events  # noqa: E402
import field_tables  # noqa: E402
import picture  # noqa: E402
import screens  # noqa: E402
from command import EXAMPLES, house_rules, psyphase  # noqa: E402


def recorded() -> Iterator[tuple[Path, str]]:
    """Every recorded file with what would be recorded now: transcripts, screens and their pictures, drawn tables."""
    for transcript in sorted(EXAMPLES.glob("*.txt")):
        script = transcript.with_suffix(".yaml")
        done = psyphase("run", str(script), *house_rules(script), "--lang", "en")
        if done.returncode:
            sys.exit(f"{script}: {done.stderr}")
        yield transcript, done.stdout
    yield from screens.recorded()
    yield picture.PICTURE, picture.picture()
    yield from events.recorded()
    yield field_tables.README, field_tables.refreshed(field_tables.README.read_text(encoding="utf-8"))


def main() -> None:
    """Write what differs, and show how."""
    changed = 0
    for path, text in recorded():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            continue
        changed += 1
        name = str(path.relative_to(ROOT))
        if path.suffix == ".svg":
            print(f"{name}: the picture differs")
        else:
            sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), name, name))
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    print(f"{changed} files differ" if changed else "nothing has changed")
    sys.exit(bool(changed) and "--check" in sys.argv)


if __name__ == "__main__":
    main()
