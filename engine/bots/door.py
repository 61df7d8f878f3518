"""Where people come in who play at another screen: a local socket that its owner alone may open, or a TCP port that was asked for.

A `Door` is open as long as its game is played; `reached` is the other side of it. Nothing is said here to who has come.
"""

from __future__ import annotations

import io
import os
import re
import secrets
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from dicecup.engine.bots.wire import Wire
from dicecup.engine.core.problems import InputError, OutputError

LOCAL = hasattr(socket, "AF_UNIX")
LONGEST_PATH = 100  # bytes of a socket's path; systems take 104 or 108
TRIES = 100  # names that are tried for a socket
AT_ONCE = 64  # connections that may be open together: who comes then finds the door closed
REACHING = 10.0  # seconds in which a host must answer
TCP = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%\w]+\]|[^\[\]/:\s]+):(?P<port>[0-9]{1,5})(?:/(?P<token>\S*))?")


class NoDoorError(OutputError):
    """No door can be opened; the sentence says why."""


class NotReachedError(InputError):
    """Nobody is at that address."""


@dataclass(frozen=True)
class Address:
    """Where a game is hosted: the `path` of a socket, or else a TCP port, with the token that opens it."""

    path: str = ""
    host: str = ""
    port: int = 0
    token: str = ""

    def __str__(self) -> str:
        return self.path or f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def tcp_address(text: str) -> Address | None:
    """`HOST:PORT` or `HOST:PORT/TOKEN`; None where a text is neither."""
    found = TCP.fullmatch(text)
    if found is None or int(found["port"]) > 0xFFFF:
        return None
    return Address(host=found["host"].strip("[]"), port=int(found["port"]), token=found["token"] or "")


class Door:
    """An open door: `welcome` is called with the wire of each who comes, in a thread of its own."""

    def __init__(self, listening: socket.socket, address: Address) -> None:
        self.address = address
        self._listening = listening
        self._inode = Path(address.path).stat().st_ino if address.path else 0
        self._within = threading.BoundedSemaphore(AT_ONCE)

    def open(self, welcome: Callable[[Wire], None]) -> None:
        """Let people in from now on."""
        threading.Thread(target=self._let_in, args=(welcome,), daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more; the socket's file is gone."""
        if self.address.path:
            with suppress(OSError):
                if Path(self.address.path).stat().st_ino == self._inode:  # nobody else's, who took it for a dead one
                    Path(self.address.path).unlink()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _let_in(self, welcome: Callable[[Wire], None]) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            if not self._within.acquire(blocking=False):
                connection.close()
                continue
            threading.Thread(target=self._let_stay, args=(connection, welcome), daemon=True).start()

    def _let_stay(self, connection: socket.socket, welcome: Callable[[Wire], None]) -> None:
        try:
            welcome(wire_over(connection))
        finally:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
            self._within.release()


def local_door(folder: Path, name: str) -> Door:
    """A door at a socket in a folder of one's own, called after `name`: `NAME.sock`, `NAME-2.sock` where that one is in use.

    A socket whose host is dead is replaced. NoDoorError where there can be none.
    """
    if not LOCAL:
        raise NoDoorError("this system has no local sockets")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if sys.platform != "win32" and folder.stat().st_uid != os.getuid():
            raise NoDoorError(f"{folder} is another user's; people would be joining there")
        folder.chmod(0o700)
        for number in range(1, TRIES):
            path = folder / f"{name if number == 1 else f'{name}-{number}'}.sock"
            if len(os.fsencode(path)) > LONGEST_PATH:
                raise NoDoorError(f"{path} is too long for the path of a socket")
            if (listening := _bound(str(path))) is not None:
                path.chmod(0o600)
                listening.listen()
                return Door(listening, Address(path=str(path)))
    except OSError as error:
        raise NoDoorError(f"no socket can be opened in {folder}: {error.strerror or error}") from None
    raise NoDoorError(f"{folder} is full of open games of {name}")


def _local_socket() -> socket.socket:
    if sys.platform == "win32":
        raise OSError("this system has no local sockets")
    return socket.socket(socket.AF_UNIX)


def _bound(path: str) -> socket.socket | None:
    """A socket at that path, None where somebody listens there."""
    listening = _local_socket()
    try:
        listening.bind(path)
        return listening
    except OSError:
        if not Path(path).is_socket():
            listening.close()
            raise
    with _local_socket() as other:
        try:
            other.connect(path)
        except ConnectionRefusedError:
            Path(path).unlink()
            listening.bind(path)
            return listening
    listening.close()
    return None


def tcp_door(wanted: Address) -> Door:
    """A door at a TCP port, which a token that is drawn now opens; port 0 is a free one. NoDoorError where that cannot be."""
    try:
        kind, _, _, _, there = socket.getaddrinfo(wanted.host, wanted.port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(kind, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(there)
        listening.listen()
    except OSError as error:
        raise NoDoorError(f"nobody can be listened to at {wanted}: {error.strerror or error}") from None
    port = listening.getsockname()[1]
    return Door(listening, Address(host=wanted.host, port=port, token=secrets.token_urlsafe(12)))


def reached(address: Address) -> Wire:
    """A wire to who hosts at an address. NotReachedError with a sentence."""
    try:
        if not address.path:
            return wire_over(socket.create_connection((address.host, address.port), REACHING))
        if not LOCAL:
            raise NotReachedError("this system has no local sockets; join by HOST:PORT/TOKEN")
        return wire_over(_connected(address.path))
    except OSError as error:
        raise NotReachedError(f"nobody hosts a game at {address}: {error.strerror or error}") from None


def _connected(path: str) -> socket.socket:
    connection = _local_socket()
    try:
        connection.settimeout(REACHING)
        connection.connect(path)
    except BaseException:
        connection.close()
        raise
    return connection


def wire_over(connection: socket.socket) -> Wire:
    """Messages over a connected socket. Closed, it says what is still to be said, and then that there is no more."""
    connection.settimeout(None)
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return Wire(cast("IO[bytes]", _Hearing(connection)), cast("IO[bytes]", _Saying(connection)))


class _Hearing(io.RawIOBase):
    """The way in of a socket, which is done with when nothing more comes in."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._connection = connection

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._connection.recv_into(buffer)

    def close(self) -> None:
        self._connection.close()
        super().close()


class _Saying(io.RawIOBase):
    """The way out of a socket."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._connection = connection

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._connection.send(data)

    def close(self) -> None:
        if not self.closed:
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_WR)
        super().close()
