// Tests the form and signature of JSON Web Tokens.

import DataStructures
@testable import AccessControl
import Cryptography
import Foundation
import Geo
import Testing

@Suite struct JSONWebTokenTests {
    private let key = TokenKey.random()
    private let header = #"{"alg":"HS256","typ":"JWT"}"#
    private let payload = #"{"iss":"waypost","aud":"access","exp":1700000000}"#

    /// A correctly signed token with any header.
    private func signed(_ header: String, _ payload: String) -> String {
        let text = Base64URL.text(of: header.utf8) + "." + Base64URL.text(of: payload.utf8)
        let signature = MessageAuthenticationCode.code(of: Array(text.utf8), signedWith: key)
        return text + "." + Base64URL.text(of: signature)
    }

    private func claims(_ text: String, longestTextBytes: Int = 1_024) -> JSONObject? {
        JSONWebToken.claims(of: text, signedWith: key, longestTextBytes: longestTextBytes)
    }

    private func isTaken(_ text: String) -> Bool { claims(text) != nil }

    @Test func `the token of RFC 7515 is taken under its key, and under no other`() throws {
        // RFC 7515, appendix A.1.
        let secret = try #require(
            Base64URL.bytes(
                of: ("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUu"
                    + "TwjAzZr1Z9CAow").utf8))
        let text =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19y"
            + "b290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let known = SymmetricKey(secret)
        let claims = try #require(
            JSONWebToken.claims(of: text, signedWith: known, longestTextBytes: 1_024))
        #expect(claims.keys == ["iss", "exp", "http://example.com/is_root"])
        #expect(claims["iss"]?.string == "joe" && claims["exp"]?.integer == 1_300_819_380)
        #expect(!isTaken(text))
        // Another server issued it.
        let token = JSONWebToken(
            text, for: .access, signedWith: known, longestTextBytes: 1_024)
        #expect(token == nil)
    }

    @Test func `claims are written in their order, behind the one header`() throws {
        let end = try #require(NumericDate(seconds: 1_700_000_000))
        var token = JSONWebToken(for: .access, expires: end)
        #expect(token.text(signedWith: key) == signed(header, payload))
        token["sub"] = .string("\u{e9}\"\u{1}")
        token["gen"] = .number(4_294_967_295)
        let text = token.text(signedWith: key)
        let read = JSONWebToken(text, for: .access, signedWith: key, longestTextBytes: 1_024)
        #expect(read == token)
        #expect(read?.text("sub") == "\u{e9}\"\u{1}" && read?.expires == end)
        for other in JSONWebToken.Audience.allCases where other != .access {
            let foreign = JSONWebToken(
                text, for: other, signedWith: key, longestTextBytes: 1_024)
            #expect(foreign == nil)
        }
    }

    @Test(arguments: [
        #"{"alg":"none","typ":"JWT"}"#, #"{"alg":"None","typ":"JWT"}"#,
        #"{"alg":"HS512","typ":"JWT"}"#, #"{"alg":"RS256","typ":"JWT"}"#,
        #"{"alg":"hs256","typ":"JWT"}"#, #"{"alg":["HS256"],"typ":"JWT"}"#, #"{"typ":"JWT"}"#,
        #"{"alg":"HS256"}"#, #"{"alg":"HS256","typ":"JWE"}"#,
        #"{"alg":"HS256","typ":"JWT","crit":["exp"],"exp":1}"#,
        #"{"alg":"HS256","typ":"JWT","crit":null}"#, "[]", "{", "",
    ])
    func `a header with another algorithm or an extension is refused, though rightly signed`(
        header: String
    ) {
        #expect(!isTaken(signed(header, payload)))
        #expect(isTaken(signed(self.header, payload)))
    }

    @Test func `an unsigned token is refused`() {
        let none = Base64URL.text(of: #"{"alg":"none"}"#.utf8)
        let claims = Base64URL.text(of: payload.utf8)
        for text in ["\(none).\(claims).", "\(none).\(claims)", "\(claims).", "..", ""] {
            #expect(!isTaken(text))
        }
    }

    @Test func `no segment can be changed, left out, added or padded`() {
        let text = signed(header, payload)
        let parts = text.split(separator: ".").map(String.init)
        #expect(parts.count == 3 && isTaken(text))
        for place in parts.indices {
            var changed = parts
            changed[place] = String(parts[place].reversed())
            #expect(!isTaken(changed.joined(separator: ".")))
            changed[place] = parts[place] + "="
            #expect(!isTaken(changed.joined(separator: ".")))
            changed[place] = parts[place] + "A"
            #expect(!isTaken(changed.joined(separator: ".")))
            changed.remove(at: place)
            #expect(!isTaken(changed.joined(separator: ".")))
        }
        for odd in [text + ".", text + ".e30", "." + text, " " + text, text + "\n", text + "é"] {
            #expect(!isTaken(odd))
        }
    }

    @Test func `the claims of another token do not pass with this signature`() {
        let parts = signed(header, payload).split(separator: ".")
        let other = Base64URL.text(of: payload.replacing("1700000000", with: "9999999999").utf8)
        #expect(!isTaken("\(parts[0]).\(other).\(parts[2])"))
    }

    @Test func `a payload that is no object of few values is refused, though rightly signed`() {
        for odd in ["", "1", "[]", "null", "{", #"{"a":1}{}"#, #"{"a":NaN}"#] {
            #expect(!isTaken(signed(header, odd)), "\(odd)")
        }
        let deep = #"{"a":[[[1]]]}"#
        let wide = "{\"a\":[" + String(repeating: "1,", count: 40) + "1]}"
        #expect(!isTaken(signed(header, deep)) && !isTaken(signed(header, wide)))
    }

    @Test func `a token that is too long is refused`() {
        let text = signed(header, payload)
        #expect(claims(text, longestTextBytes: text.utf8.count) != nil)
        #expect(claims(text, longestTextBytes: text.utf8.count - 1) == nil)
        let long = signed(header, #"{"a":""# + String(repeating: "x", count: 10_000) + "\"}")
        #expect(!isTaken(long))
        #expect(claims(long, longestTextBytes: 20_000) != nil)
        #expect(!isTaken(String(repeating: ".", count: 1_024)))
    }

    @Test func `base64url is written and read in one way`() {
        // RFC 4648 §10, without padding.
        let pairs = [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
        for (plain, text) in pairs {
            #expect(Base64URL.text(of: plain.utf8) == text)
            #expect(Base64URL.bytes(of: text.utf8) == Array(plain.utf8))
        }
        #expect(Base64URL.text(of: [0xFB, 0xFF, 0xBF] as [UInt8]) == "-_-_")
        let all = (0...255).map { UInt8($0) }
        #expect(Base64URL.bytes(of: Base64URL.text(of: all).utf8) == all)
        // A single letter, padding, other alphabets, blanks, and bits set after the last byte.
        for odd in ["A", "Zg==", "Zm8=", "+/+/", "Zm 9v", "Zm9v\n", "Zh", "Zm9", "Zg\u{212a}"] {
            #expect(Base64URL.bytes(of: odd.utf8) == nil, "\(odd)")
        }
        #expect(Base64URL.random().utf8.count == 43)
        #expect(Base64URL.random(byteCount: 16) != Base64URL.random(byteCount: 16))
    }

    @Test func `times are whole seconds, rounded up, within the years of four digits`() throws {
        let now = Date(timeIntervalSince1970: 1_000.25)
        #expect(NumericDate(now).seconds == 1_000)
        let end = NumericDate(minutes: 1, after: now)
        #expect(end.seconds == 1_061 && end.milliseconds == 1_061_000)
        #expect(end.secondsLeft(at: now) == 60)
        #expect(!end.isReached(at: Date(timeIntervalSince1970: 1_060.99)))
        #expect(end.isReached(at: Date(timeIntervalSince1970: 1_061)))
        #expect(end.secondsLeft(at: Date(timeIntervalSince1970: 2_000)) == 0)
        #expect(NumericDate(seconds: -1) == nil && NumericDate(seconds: .max) == nil)
        let last = NumericDate(minutes: 1e15, after: now)
        #expect(last > end && NumericDate(seconds: last.seconds) == last)
    }
}
