"""Sends requests to an HTTP server over keep-alive connections and measures its answers.

It uses plain sockets, so that the client costs little beside a server that answers in a
millisecond.
"""

import itertools
import selectors
import socket
import time
import urllib.parse


class Connection:
    """A keep-alive connection that sends one request at a time."""

    def __init__(self, port):
        self.port = port
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()

    def ask(self, request):
        """Sends a request, and reconnects if the server has closed the connection."""
        self.buffer.clear()
        try:
            self.socket.sendall(request)
        except OSError:
            self.connect()
            self.socket.sendall(request)

    def take(self):
        """Reads what has arrived; returns the answer once it is whole, and `None` before."""
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise ConnectionError("the server closed the connection")
        self.buffer += piece
        return bytes(self.buffer) if is_whole(self.buffer) else None

    def answer(self, request):
        """Returns the answer to one request; sends it again if the connection turns out to be
        closed.
        """
        for attempt in range(2):
            self.ask(request)
            try:
                while True:
                    whole = self.take()
                    if whole is not None:
                        return whole
            except ConnectionError:
                if attempt == 1:
                    raise
                self.connect()
        raise ConnectionError("no answer")


def is_whole(answer):
    """Returns whether the bytes are an answer with its whole body."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return False
    head = bytes(answer[:end]).lower()
    mark = head.find(b"content-length:")
    if mark >= 0:
        length = int(head[mark + 15:].split(b"\r\n", 1)[0])
        return len(answer) >= end + 4 + length
    if b"transfer-encoding: chunked" in head:
        return answer.endswith(b"\r\n0\r\n\r\n")
    return True


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n".encode()


def post(path, fields):
    """Returns a form as clients post it."""
    form = urllib.parse.urlencode(fields).encode()
    return (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n\r\n").encode() + form


def body(answer):
    return answer.split(b"\r\n\r\n", 1)[1]


def latencies(port, requests, is_good, passes, warm_up=None):
    """Returns the milliseconds of each request over one connection: the median of several passes.
    Some untimed requests come before, by default the first twenty.

    Requests without a good answer are left out and counted.
    """
    connection = Connection(port)
    times, failed, total = [], 0, 0
    for request in requests[:20] if warm_up is None else warm_up:
        connection.answer(request)
    for request in requests:
        taken, last = [], b""
        for _ in range(passes):
            start = time.perf_counter()
            last = connection.answer(request)
            taken.append((time.perf_counter() - start) * 1_000)
        if is_good(last):
            times.append(sorted(taken)[len(taken) // 2])
            total += len(last)
        else:
            failed += 1
    return times, failed, total // max(1, len(times))


def under_load(port, requests, is_good, seconds, connections=4):
    """Returns the number of good answers a second when a few connections always have a request
    under way, and the milliseconds of each answer.
    """
    selector = selectors.DefaultSelector()
    pending = itertools.cycle(requests)
    asked, times = {}, []

    def ask(connection):
        asked[connection] = time.perf_counter()
        connection.ask(next(pending))

    for _ in range(connections):
        connection = Connection(port)
        ask(connection)
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for key, _ in selector.select(timeout=5):
            connection = key.data
            try:
                whole = connection.take()
                if whole is None:
                    continue
                if is_good(whole):
                    times.append((time.perf_counter() - asked[connection]) * 1_000)
            except ConnectionError:
                # Servers close a connection after some hundred requests.
                selector.unregister(connection.socket)
                connection.connect()
                selector.register(connection.socket, selectors.EVENT_READ, connection)
            ask(connection)
    elapsed = time.perf_counter() - start
    selector.close()
    return len(times) / elapsed, times
