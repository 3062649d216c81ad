// Bytes as text that only this server can have written, and the fields that such bytes are made of.

package import Crypto
import Foundation

/// Text that carries its own proof.
///
/// Method: the bytes and their HMAC-SHA256 (RFC 2104), in base64url without padding (RFC 4648). The
/// first byte of the bytes says what they are, so that no text of one kind passes for another.
package enum SignedText {
    private static let codeBytes = 32

    /// Signs bytes.
    package static func text(of payload: [UInt8], signedWith key: SymmetricKey) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: payload, using: key)
        return base64URL(payload + Array(code))
    }

    /// The signed bytes, or `nil` for any text that this key did not sign.
    package static func payload(
        of text: String, signedWith key: SymmetricKey, longestTextBytes: Int
    ) -> [UInt8]? {
        guard text.utf8.count <= longestTextBytes else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: plain + padding), data.count > codeBytes else {
            return nil
        }
        let bytes = [UInt8](data)
        let payload = Array(bytes.dropLast(codeBytes))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(bytes.suffix(codeBytes)), authenticating: payload, using: key)
        else { return nil }
        return payload
    }

    /// Bytes in letters, digits, `-` and `_`.
    package static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    /// Text that nobody can guess: 32 bytes of the system's randomness.
    package static func random() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { base64URL(Array($0)) }
    }
}

/// Puts fields behind one another.
package struct PayloadWriter {
    /// What has been written.
    private(set) var bytes: [UInt8]

    /// Begins with the byte that tells one kind of text from another.
    package init(kind: UInt8) { bytes = [kind] }

    /// Writes bytes whose number the reader knows.
    package mutating func raw(_ more: [UInt8]) { bytes += more }

    /// Writes a number, most significant byte first.
    package mutating func number(_ number: UInt64, bytes count: Int) {
        bytes += (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    /// Writes text behind its length.
    ///
    /// - Precondition: The length fits into `lengthBytes`; it is checked where the text comes in.
    package mutating func text(_ text: String, lengthBytes: Int) {
        let length = UInt64(text.utf8.count)
        precondition(length >> UInt64(8 * lengthBytes) == 0, "a text is checked where it comes in")
        number(length, bytes: lengthBytes)
        bytes += text.utf8
    }
}

/// Reads what ``PayloadWriter`` wrote. Only what this server signed gets here; lengths are checked
/// all the same.
package struct PayloadReader {
    private var rest: ArraySlice<UInt8>

    /// Begins behind the first byte, or gives `nil` when it tells of another kind.
    package init?(_ payload: [UInt8], kind: UInt8) {
        guard payload.first == kind else { return nil }
        rest = payload.dropFirst()
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Reads this many bytes.
    package mutating func raw(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads a number.
    package mutating func number(bytes count: Int) -> UInt64? {
        raw(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Reads text behind its length; `nil` also for bytes that are no UTF-8, which would be longer
    /// once they are text.
    package mutating func text(lengthBytes: Int) -> String? {
        guard let length = number(bytes: lengthBytes), let bytes = raw(Int(length)) else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
