// Bytes as text that passes through URLs, headers and cookies unchanged.

/// The base64url encoding without padding (RFC 4648 §5, RFC 7515 §2).
///
/// Decoding is strict, so any bytes have exactly one text: no padding, no other characters, and no
/// bits set after the last byte.
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Encodes bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable { text(ofBuffer: $0) }
            ?? Array(bytes).withUnsafeBufferPointer { text(ofBuffer: $0) }
    }

    /// Decodes a text, given as UTF-8. Returns `nil` for any text that ``text(of:)`` does not
    /// write.
    ///
    /// - Complexity: O(*n*) in the number of letters.
    package static func bytes(of letters: some Sequence<UInt8>) -> [UInt8]? {
        letters.withContiguousStorageIfAvailable { bytes(ofBuffer: $0) }
            ?? Array(letters).withUnsafeBufferPointer { bytes(ofBuffer: $0) }
    }

    private static func text(ofBuffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(bytes.count / 3 * 4 + 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = (bits << 8) | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                letters.append(alphabet[Int((bits >> bitCount) & 0x3F)])
            }
        }
        if bitCount > 0 { letters.append(alphabet[Int((bits << (6 - bitCount)) & 0x3F)]) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func bytes(ofBuffer letters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for letter in letters {
            guard let value = value(of: letter) else { return nil }
            bits = (bits << 6) | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        // Six leftover bits are a letter too many; fewer are padding and must be zero.
        let rest = bits & ((UInt32(1) << bitCount) - 1)
        guard bitCount < 6, rest == 0 else { return nil }
        return bytes
    }

    /// Returns whether a UTF-8 byte is a letter of the encoding.
    package static func isLetter(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
