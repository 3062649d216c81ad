// Leave to go on without a password.

package import Crypto

/// What a program renews its token with, until it expires, the log-in is ended, or the user has
/// another password.
///
/// Each use gives a new one (``RefreshRotation``). Like an access token it is ``SignedText`` and
/// stored nowhere:
///
///     offset  bytes  field
///          0      1  kind          2
///          1      8  expires       milliseconds since 1970, big-endian
///          9      8  stamp         of the user's password
///         17      1  length of the user's name, then the name
///          …      1  length of the client's name, then the name
///          …      1  length of the log-in's id, then the id
///          …      4  generation    how many came before it, big-endian
///          …      8  mark          random
package struct RefreshToken: Hashable, Sendable {
    /// The greatest length of a token's text.
    package static let longestTextBytes = 1_024

    private static let kind: UInt8 = 2

    /// The log-in that it goes on with.
    package var logIn: LogIn
    /// The name of the program that it was given to.
    package var clientID: String
    /// Milliseconds since 1970.
    package var expires: Int64
    /// Where it stands among those of its log-in.
    package var place: RefreshPlace

    package init(logIn: LogIn, clientID: String, expires: Int64, place: RefreshPlace = .first) {
        precondition(logIn.stamp.count == 8, "a token has fixed fields")
        self.logIn = logIn
        self.clientID = clientID
        self.expires = expires
        self.place = place
    }

    /// The token as text.
    package func text(signedWith key: SymmetricKey) -> String {
        var writer = PayloadWriter(kind: Self.kind)
        writer.number(UInt64(bitPattern: expires), bytes: 8)
        writer.raw(logIn.stamp)
        writer.text(logIn.user, lengthBytes: 1)
        writer.text(clientID, lengthBytes: 1)
        writer.text(logIn.id, lengthBytes: 1)
        writer.number(UInt64(place.generation), bytes: 4)
        writer.number(place.mark, bytes: 8)
        return SignedText.text(of: writer.bytes, signedWith: key)
    }

    /// Reads a token, or gives `nil` for any text that this key did not sign.
    package init?(_ text: String, signedWith key: SymmetricKey) {
        guard
            let payload = SignedText.payload(
                of: text, signedWith: key, longestTextBytes: Self.longestTextBytes),
            var reader = PayloadReader(payload, kind: Self.kind),
            let expires = reader.number(bytes: 8), let stamp = reader.raw(8),
            let user = reader.text(lengthBytes: 1), let clientID = reader.text(lengthBytes: 1),
            let id = reader.text(lengthBytes: 1),
            let generation = reader.number(bytes: 4).flatMap({ UInt32(exactly: $0) }),
            let mark = reader.number(bytes: 8), reader.isAtEnd
        else { return nil }
        self.init(
            logIn: LogIn(id: id, user: user, stamp: stamp), clientID: clientID,
            expires: Int64(bitPattern: expires),
            place: RefreshPlace(generation: generation, mark: mark))
    }
}
