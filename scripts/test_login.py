"""Logs in as the server's description says, checks the answers against it, and prints the token.

Usage: test_login.py ORIGIN FILE USER PASSWORD

FILE is where test_openapi.py leaves the description. The token is valid from any address for an
hour.
"""

import base64
import hashlib
import json
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema import Draft202012Validator

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
SHARING = "/arcgis/sharing/rest"
PAGE = "urn:ietf:wg:oauth:2.0:oob"


class Server:
    """A server that answers JSON, and its description."""

    def __init__(self, origin, file):
        self.origin = origin
        with open(file, encoding="utf-8") as described:
            self.document = json.load(described)

    def ask(self, path, schema, form=None, token=None, fails=False):
        """Returns a path's answer, after checking it against the schema."""
        url, body = f"{self.origin}{path}?f=json", None
        if form and path.endswith("/authorize"):
            url += "&" + urllib.parse.urlencode(form)
        elif form:
            body = urllib.parse.urlencode(form).encode()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            reply = OPENER.open(urllib.request.Request(url, body, headers), timeout=30)
        except urllib.error.HTTPError as error:
            reply = error
        answer = json.load(reply)
        whole = {"components": self.document["components"],
                 "$ref": f"#/components/schemas/{schema}"}
        findings = [f"{path}: {e.message[:300]}" for e in
                    Draft202012Validator(whole).iter_errors(answer)]
        if findings or (reply.status >= 400) != fails:
            sys.exit("\n".join([f"test-openapi: {path} answered {answer}", *findings]))
        return answer


def log_in(server, user, password):
    """Logs in with PKCE and returns the tokens, after checking the complaint about a wrong
    password.
    """
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    program = {"client_id": "test-openapi", "redirect_uri": PAGE}
    asked = server.ask(f"{SHARING}/oauth2/authorize", "SignIn", program | {
        "response_type": "code", "code_challenge_method": "S256",
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("=")})
    account = {"oauth_state": asked["oauth_state"], "username": user}
    refused = server.ask(
        f"{SHARING}/oauth2/signin", "SignIn", account | {"password": "wrong"}, fails=True)
    if not refused.get("messages"):
        sys.exit("test-openapi: a wrong password is not complained of")
    signed = server.ask(f"{SHARING}/oauth2/signin", "SignedIn", account | {"password": password})
    exchange = program | {
        "grant_type": "authorization_code", "code": signed["code"], "code_verifier": verifier}
    return server.ask(f"{SHARING}/oauth2/token", "LogIn", exchange)


def main():
    server, user, password = Server(sys.argv[1], sys.argv[2]), sys.argv[3], sys.argv[4]
    server.ask("/arcgis/tokens/generateToken", "Token",
               {"username": user, "password": password, "client": "requestip"})
    ended = log_in(server, user, password)
    server.ask(f"{SHARING}/oauth2/revokeToken", "LoggedOut", {"auth_token": ended["access_token"]})
    server.ask(f"{SHARING}/oauth2/token", "LogInFailure", {
        "grant_type": "refresh_token", "client_id": "test-openapi",
        "refresh_token": ended["refresh_token"]}, fails=True)
    token = log_in(server, user, password)["access_token"]
    for path, schema in [("", "Sharing"), ("/info", "SharingInfo"), ("/portals/self", "Portal"),
                         ("/community/self", "PortalUser"),
                         (f"/community/users/{user}", "PortalUser")]:
        server.ask(SHARING + path, schema, token=token)
    print(token)


if __name__ == "__main__":
    main()
