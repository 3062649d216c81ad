// What a token says, and how it becomes text that only this server can have written.

package import Crypto

/// What a token is good with.
package enum TokenBinding: Hashable, Sendable {
    /// Requests whose `Referer` begins with this.
    case referer(String)
    /// Requests from this address.
    case address(String)
    /// Nothing but the log-in of this id, which may be ended (``LogIn``).
    case logIn(String)

    /// The longest bound value, in bytes.
    package static let longestValueBytes = 512

    /// Whether a request fits.
    ///
    /// A referer is compared by its beginning, up to a boundary: `https://a.example` covers
    /// `https://a.example/map` but not `https://a.example.evil/`. One that was bound as a host
    /// alone, as the ArcGIS Maps SDK for JavaScript binds it, covers what is on that host.
    package func allows(referer: String?, address: String) -> Bool {
        switch self {
        case .address(let bound): return bound == address
        case .logIn: return true
        case .referer(let bound):
            guard let referer = referer?.lowercased() else { return false }
            let bound = bound.lowercased()
            if Self.covers(bound, referer[...]) { return true }
            guard !bound.contains("://"), let scheme = referer.firstRange(of: "://") else {
                return false
            }
            return Self.covers(bound, referer[scheme.upperBound...])
        }
    }

    /// Whether a text begins with another, up to a boundary.
    private static func covers(_ bound: String, _ text: Substring) -> Bool {
        guard text.hasPrefix(bound) else { return false }
        guard let next = text.utf8.dropFirst(bound.utf8.count).first else { return true }
        return bound.last == "/" || "/?#:".utf8.contains(next)
    }

    fileprivate var value: String {
        switch self {
        case .referer(let value), .address(let value), .logIn(let value): value
        }
    }

    fileprivate var kind: UInt8 {
        switch self {
        case .referer: 1
        case .address: 2
        case .logIn: 3
        }
    }

    fileprivate init?(kind: UInt8, value: String) {
        switch kind {
        case 1: self = .referer(value)
        case 2: self = .address(value)
        case 3: self = .logIn(value)
        default: return nil
        }
    }
}

/// A user's leave to ask, for a time and from one place.
///
/// The text is ``SignedText`` of these bytes, so that nothing needs to be stored for a token:
///
///     offset  bytes  field
///          0      1  kind          1
///          1      8  expires       milliseconds since 1970, big-endian
///          9      8  stamp         of the user's password; a new password ends old tokens
///         17      1  binding       1 referer, 2 address, 3 log-in
///         18      1  length of the name, then the name
///          …      2  length of the bound value, then the value
package struct AccessToken: Hashable, Sendable {
    /// The greatest length of a token's text.
    package static let longestTextBytes = 1_024

    private static let kind: UInt8 = 1

    package var user: String
    package var stamp: UserDirectory.Stamp
    /// Milliseconds since 1970.
    package var expires: Int64
    package var binding: TokenBinding

    package init(user: String, stamp: UserDirectory.Stamp, expires: Int64, binding: TokenBinding) {
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
    package func text(signedWith key: SymmetricKey) -> String {
        var writer = PayloadWriter(kind: Self.kind)
        writer.number(UInt64(bitPattern: expires), bytes: 8)
        writer.raw(stamp)
        writer.raw([binding.kind])
        writer.text(user, lengthBytes: 1)
        writer.text(binding.value, lengthBytes: 2)
        return SignedText.text(of: writer.bytes, signedWith: key)
    }

    /// Reads a token, or gives `nil` for any text that this key did not sign.
    package init?(_ text: String, signedWith key: SymmetricKey) {
        guard
            let payload = SignedText.payload(
                of: text, signedWith: key, longestTextBytes: Self.longestTextBytes),
            var reader = PayloadReader(payload, kind: Self.kind),
            let expires = reader.number(bytes: 8), let stamp = reader.raw(8),
            let kind = reader.raw(1)?.first, let name = reader.text(lengthBytes: 1),
            let value = reader.text(lengthBytes: 2), reader.isAtEnd,
            let binding = TokenBinding(kind: kind, value: value)
        else { return nil }
        self.init(
            user: name, stamp: stamp, expires: Int64(bitPattern: expires), binding: binding)
    }
}
