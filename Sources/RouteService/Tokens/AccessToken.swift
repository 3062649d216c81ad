// What a token says, and how it becomes text that only this server can have written.

import Crypto
import Foundation

/// What a token is good with.
enum TokenBinding: Hashable, Sendable {
    /// Requests whose `Referer` begins with this.
    case referer(String)
    /// Requests from this address.
    case address(String)

    /// The longest bound value, in bytes.
    static let longestValueBytes = 512

    /// Whether a request fits.
    ///
    /// A referer is compared by its beginning, up to a boundary: `https://a.example` covers
    /// `https://a.example/map` but not `https://a.example.evil/`.
    func allows(referer: String?, address: String) -> Bool {
        switch self {
        case .address(let bound): return bound == address
        case .referer(let bound):
            guard let referer, referer.lowercased().hasPrefix(bound.lowercased()) else {
                return false
            }
            guard let next = referer.utf8.dropFirst(bound.utf8.count).first else { return true }
            return bound.last == "/" || "/?#:".utf8.contains(next)
        }
    }

    fileprivate var value: String {
        switch self {
        case .referer(let value), .address(let value): value
        }
    }

    fileprivate var kind: UInt8 {
        switch self {
        case .referer: 1
        case .address: 2
        }
    }

    fileprivate init?(kind: UInt8, value: String) {
        switch kind {
        case 1: self = .referer(value)
        case 2: self = .address(value)
        default: return nil
        }
    }
}

/// A user's leave to ask, for a time and from one place.
///
/// The text is base64url of these bytes and of their HMAC-SHA256 (RFC 2104), so that nothing needs
/// to be stored for a token:
///
///     offset  bytes  field
///          0      1  version       1
///          1      8  expires       milliseconds since 1970, big-endian
///          9      8  stamp         of the user's password; a new password ends old tokens
///         17      1  binding       1 referer, 2 address
///         18      1  length of the name, then the name
///          …      2  length of the bound value, then the value
///          …     32  HMAC of everything before
struct AccessToken: Hashable, Sendable {
    /// The greatest length of a token's text.
    static let longestTextBytes = 1_024

    private static let version: UInt8 = 1
    private static let codeBytes = 32

    var user: String
    var stamp: UserDirectory.Stamp
    /// Milliseconds since 1970.
    var expires: Int64
    var binding: TokenBinding

    init(user: String, stamp: UserDirectory.Stamp, expires: Int64, binding: TokenBinding) {
        precondition(stamp.count == 8 && user.utf8.count <= 255, "a token has fixed fields")
        precondition(
            binding.value.utf8.count <= TokenBinding.longestValueBytes,
            "a bound value is checked where it comes in")
        self.user = user
        self.stamp = stamp
        self.expires = expires
        self.binding = binding
    }

    /// The token as text.
    func text(signedWith key: SymmetricKey) -> String {
        let payload = payload
        let code = HMAC<SHA256>.authenticationCode(for: payload, using: key)
        return Data(payload + Array(code)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    /// Reads a token, or gives `nil` for any text that this key did not sign.
    init?(_ text: String, signedWith key: SymmetricKey) {
        guard text.utf8.count <= Self.longestTextBytes else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: plain + padding), data.count > Self.codeBytes else {
            return nil
        }
        let bytes = [UInt8](data)
        let payload = Array(bytes.dropLast(Self.codeBytes))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(bytes.suffix(Self.codeBytes)), authenticating: payload, using: key)
        else { return nil }
        self.init(payload: payload)
    }

    private var payload: [UInt8] {
        let name = Array(user.utf8)
        let value = Array(binding.value.utf8)
        return [Self.version] + Self.bigEndian(UInt64(bitPattern: expires), bytes: 8) + stamp
            + [binding.kind, UInt8(name.count)] + name
            + Self.bigEndian(UInt64(value.count), bytes: 2) + value
    }

    // Only what this server signed gets here; the lengths are checked all the same.
    private init?(payload: [UInt8]) {
        var rest = payload[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        guard take(1)?.first == Self.version, let expires = take(8), let stamp = take(8),
            let kind = take(1)?.first, let nameLength = take(1)?.first,
            let name = take(Int(nameLength)), let valueLength = take(2),
            let value = take(Int(Self.number(valueLength))), rest.isEmpty,
            let binding = TokenBinding(kind: kind, value: String(decoding: value, as: UTF8.self))
        else { return nil }
        self.init(
            user: String(decoding: name, as: UTF8.self), stamp: Array(stamp),
            expires: Int64(bitPattern: Self.number(expires)), binding: binding)
    }

    private static func bigEndian(_ number: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
