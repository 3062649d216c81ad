"""Keeps this process on this machine, and records its requests to the server.

The client would contact its vendor's portal now and then. Here every connection to another
machine fails at once, and counts as an error of the test that caused it.
"""

import json
import os
import pathlib
import re
import socket
import urllib.parse

import requests

_connect = socket.socket.connect
_resolve = socket.getaddrinfo

STRAYED = []


def _is_here(host):
    return host in (None, "", "localhost", "127.0.0.1", "::1")


def _guarded_connect(self, address):
    if self.family != socket.AF_UNIX and not _is_here(address[0]):
        STRAYED.append(address[0])
        raise OSError(f"{address[0]} is not this machine")
    return _connect(self, address)


def _guarded_resolve(host, *rest, **more):
    name = host.decode() if isinstance(host, bytes) else host
    if not _is_here(name):
        STRAYED.append(name)
        raise OSError(f"{name} is not this machine")
    return _resolve(host, *rest, **more)


socket.socket.connect = _guarded_connect
socket.getaddrinfo = _guarded_resolve
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "127.0.0.1,localhost"


class Recorder:
    """Writes the requests of one test at a time, as the client sent them.

    Leaves out what differs between runs: ports, tokens and the steps of a log-in.
    """

    SECRETS = {
        "oauth_state": "STATE", "state": "STATE", "code": "CODE", "refresh_token": "REFRESH"}
    KEPT = ("Content-Type", "Referer", "X-Esri-Authorization")

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) if folder else None
        self.exchanges = []
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            send = requests.Session.send

            def recorded(session, request, **settings):
                response = send(session, request, **settings)
                self.exchanges.append(self._exchange(request, response))
                return response

            requests.Session.send = recorded

    def begin(self):
        self.exchanges = []

    def end(self, name):
        """Writes the requests since ``begin``, without repetitions."""
        if not self.folder or not self.exchanges:
            return
        kept = [e for i, e in enumerate(self.exchanges) if e not in self.exchanges[:i]]
        text = json.dumps({"exchanges": kept}, ensure_ascii=False, indent=1, sort_keys=True)
        (self.folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")

    def _exchange(self, request, response):
        url = urllib.parse.urlsplit(request.url)
        body = request.body or ""
        body = body.decode() if isinstance(body, bytes) else body
        exchange = {
            "method": request.method,
            "path": url.path + (f"?{url.query}" if url.query else ""),
            "headers": {
                name: request.headers[name] for name in self.KEPT if name in request.headers
            },
            "body": body,
            "status": response.status_code,
        }
        if "json" in response.headers.get("Content-Type", ""):
            answer = response.json()
            error = answer.get("error")
            exchange["answer"] = {"code": error["code"]} if error else {"keys": sorted(answer)}
        else:
            exchange["answer"] = {"type": response.headers.get("Content-Type", "")}
        text = json.dumps(exchange, ensure_ascii=False)
        text = re.sub(r"127\.0\.0\.1(:|%3A)\d+", r"127.0.0.1", text)
        text = re.sub(r"Bearer [\w.-]+", "Bearer TOKEN", text)
        text = re.sub(r"([?&\"]token=)[\w.-]+", r"\1TOKEN", text)
        for field, word in self.SECRETS.items():
            text = re.sub(rf'([?&"]{field}=)[\w.-]+', rf"\1{word}", text)
        return json.loads(text)
