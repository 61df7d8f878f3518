"""`dicecup doctor`: what this installation has, what it lacks, and what that would bring."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

import click

from dicecup import __version__
from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.paths import config_file, state
from dicecup.cli.base.text import counted, safe

EXTRAS = {
    "fast": (("numpy", "numba"), "compiled playtests, hundreds of times faster"),
    "solve": (("scipy",), "exact values from linear programs"),
}
CORE = ("click", "filelock", "markdown-it-py", "msgspec", "platformdirs", "prompt-toolkit", "pyyaml", "rich")


@command(
    "doctor",
    help="""What this installation has: versions, extras, folders, terminal. Nothing is changed, and nothing is sent
    anywhere.
    """,
    examples=(
        ("dicecup doctor", "what is here, and what an extra would add"),
        ("dicecup doctor --json", "the same for a bug report"),
    ),
)
@click.pass_obj
def doctor(manners: Manners) -> None:
    """The command `dicecup doctor`."""
    found = examined(manners)
    if manners.json:
        put_json({"dicecup": 1, "type": "doctor", **found})
        return
    python, terminal, kernels = found["python"], found["terminal"], found["kernels"]
    rows = [
        ("dicecup", __version__),
        ("python", f"{python['version']} ({python['implementation']}, {python['platform']})"),
        ("libraries", ", ".join(f"{name} {version or 'missing'}" for name, version in found["core"].items())),
    ]
    for name, extra in found["extras"].items():
        have = ", ".join(f"{module} {version or 'missing'}" for module, version in extra["modules"].items())
        rows.append((f"extra {name}", have if extra["present"] else f"not here; it brings {extra['brings']}"))
    written = "writable" if kernels["writable"] else "cannot be written, so kernels are compiled in each run"
    rows += [
        ("compiled code", f"{counted(kernels['cached'], 'kernel file')} in {kernels['folder']} ({written})"),
        *((f"{name} folder", path) for name, path in found["folders"].items()),
        (
            "terminal",
            f"TERM={terminal['term'] or '(none)'}, {terminal['columns']} columns, colour {_yes(terminal['color'])}",
        ),
        (
            "streams",
            ", ".join(f"{name} {'terminal' if tty else 'no terminal'}" for name, tty in terminal["tty"].items()),
        ),
        ("encoding", f"{found['encoding']['locale']} by the locale; output is always UTF-8"),
    ]
    for line in manners.page.rows([(name, safe(text)) for name, text in rows]):
        put(line)
    missing = [name for name, extra in found["extras"].items() if not extra["present"]]
    if missing and not manners.quiet:
        put()
        put(f"To add an extra: pip install 'dicecup[{missing[0]}]'")


def examined(manners: Manners) -> dict[str, Any]:
    """Everything that `doctor` tells."""
    import shutil

    return {
        "version": __version__,
        "python": {
            "version": platform.python_version(),
            "implementation": platform.python_implementation(),
            "executable": sys.executable,
            "platform": f"{platform.system()} {platform.machine()}",
        },
        "core": {name: _version(name) for name in CORE},
        "extras": {name: _extra(modules, brings) for name, (modules, brings) in EXTRAS.items()},
        "kernels": _kernels(),
        "folders": _folders(),
        "terminal": {
            "term": os.environ.get("TERM", ""),
            "columns": shutil.get_terminal_size().columns,
            "color": manners.colored(),
            "tty": {
                name: voice.is_terminal(getattr(sys, f"std{short}"))
                for name, short in (("input", "in"), ("output", "out"), ("errors", "err"))
            },
        },
        "encoding": {"locale": _locale_encoding(), "filesystem": sys.getfilesystemencoding()},
    }


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _version(distribution: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _extra(modules: tuple[str, ...], brings: str) -> dict[str, Any]:
    versions = {module: _version(module) for module in modules}
    return {"present": all(versions.values()), "modules": versions, "brings": brings}


def _folders() -> dict[str, str]:
    import platformdirs

    return {
        "config": str(config_file().parent),
        "state": str(state()),
        "cache": platformdirs.user_cache_dir("dicecup"),
    }


def _kernels() -> dict[str, Any]:
    """Where compiled kernels are kept, how many files there are, and whether more can be added."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("dicecup")) / "kernels"
    try:
        cached = sum(1 for _ in folder.glob("*/**/*.nbc"))
    except OSError:
        cached = 0
    standing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    return {"folder": str(folder), "cached": cached, "writable": os.access(standing, os.W_OK)}


def _locale_encoding() -> str:
    import locale

    return locale.getpreferredencoding(False)
