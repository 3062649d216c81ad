// Encodings of text files.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

package enum TextEncoding: Hashable, Sendable {
    /// UTF-8; all others are converted to it.
    case utf8
    /// Two bytes per unit.
    case utf16(isLittleEndian: Bool)
    /// Four bytes per scalar.
    case utf32(isLittleEndian: Bool)
    /// One byte per character. ISO-8859-1 is read as this too, because its bytes 0x80 to 0x9F are
    /// control characters that no file means.
    case windows1252
    /// Any other encoding, under the name the system's converter uses.
    case other(String)

    /// Finds an encoding by name, ignoring case; `nil` if the system does not know it.
    package init?(named name: String) {
        let folded = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        switch folded {
        case "UTF8": self = .utf8
        case "UTF16", "UTF16LE", "UCS2", "ISO10646UCS2": self = .utf16(isLittleEndian: true)
        case "UTF16BE": self = .utf16(isLittleEndian: false)
        case "UTF32", "UTF32LE": self = .utf32(isLittleEndian: true)
        case "UTF32BE": self = .utf32(isLittleEndian: false)
        case "ISO88591", "LATIN1", "WINDOWS1252", "CP1252", "1252", "ANSI", "USASCII", "ASCII":
            self = .windows1252
        default:
            guard let known = Self.systemName(name, folded) else { return nil }
            self = .other(known)
        }
    }

    /// The name for messages.
    package var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .utf32: "UTF-32"
        case .windows1252: "Windows-1252"
        case .other(let name): name
        }
    }

    /// Finds the converter's name for an encoding that other systems name differently.
    private static func systemName(_ name: String, _ folded: String) -> String? {
        var names = [name]
        for prefix in ["WINDOWS", "CP", "IBM", "X"] where folded.hasPrefix(prefix) {
            names.append("CP" + folded.dropFirst(prefix.count))
        }
        if folded.allSatisfy(\.isNumber) { names.append("CP" + folded) }
        if folded.contains("MAC") { names.append("MACINTOSH") }
        let isPlain: (String) -> Bool = { name in
            !name.isEmpty && name.utf8.count <= 40
                && name.utf8.allSatisfy { (0x2B...0x7A).contains($0) && $0 != 0x2F && $0 != 0x2C }
        }
        return names.first { isPlain($0) && SystemConverter.knows($0) }
    }

    /// Detects the encoding from a byte order mark, and returns the mark's length; without a mark,
    /// from zero bytes between the first letters.
    package static func marked(_ start: some Sequence<UInt8>) -> (TextEncoding, markLength: Int)? {
        let first = Array(start.prefix(4))
        if first.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if first.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32(isLittleEndian: true), 4) }
        if first.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32(isLittleEndian: false), 4) }
        if first.starts(with: [0xFF, 0xFE]) { return (.utf16(isLittleEndian: true), 2) }
        if first.starts(with: [0xFE, 0xFF]) { return (.utf16(isLittleEndian: false), 2) }
        guard first.count == 4 else { return nil }
        switch first.map({ $0 == 0 }) {
        case [false, true, false, true]: return (.utf16(isLittleEndian: true), 0)
        case [true, false, true, false]: return (.utf16(isLittleEndian: false), 0)
        default: return nil
        }
    }

    /// Returns the encoding in an XML declaration; `nil` if there is none or it does not say.
    ///
    /// - Throws: ``FeatureReadError`` if the encoding is unknown.
    package static func declared(
        inXML start: ArraySlice<UInt8>
    ) throws(FeatureReadError) -> TextEncoding? {
        guard start.starts(with: Array("<?xml".utf8)),
            let end = start.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let text = String(decoding: start[..<end], as: UTF8.self)
        guard let key = text.range(of: "encoding") else { return nil }
        let value = text[key.upperBound...].drop { " \t\r\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let name = String(value.dropFirst().prefix { $0 != quote })
        if let encoding = TextEncoding(named: name) { return encoding }
        throw FeatureReadError(
            "line 1: the encoding \"\(name.excerpt(40))\" is not known; save the file as UTF-8")
    }
}

extension String {
    /// Finds a short text.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}

/// The system's converter from an encoding to UTF-8, piece by piece.
final class SystemConverter {
    private let descriptor: iconv_t
    /// The beginning of a character that the last piece ended within.
    private var rest: [UInt8] = []

    /// - Returns: `nil` if the system does not know the encoding.
    init?(_ name: String) {
        guard let opened = Self.open(name) else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    /// Returns whether the system knows an encoding.
    static func knows(_ name: String) -> Bool {
        guard let opened = open(name) else { return false }
        iconv_close(opened)
        return true
    }

    private static func open(_ name: String) -> iconv_t? {
        let opened = iconv_open("UTF-8", name)
        return opened == iconv_t(bitPattern: -1) ? nil : opened
    }

    /// Whether bytes are kept for the next piece.
    var hasRest: Bool { !rest.isEmpty }

    /// Converts a piece. Returns `nil` if it has bytes the encoding does not allow, and sets
    /// ``position`` to them.
    func converted(_ piece: [UInt8]) -> [UInt8]? {
        var input = rest + piece
        rest = []
        var output: [UInt8] = []
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        var done = 0
        while done < input.count {
            var (status, problem, used, written) = (0, Int32(0), 0, 0)
            let count = input.count
            input.withUnsafeMutableBytes { bytes in
                buffer.withUnsafeMutableBufferPointer { room in
                    guard let base = bytes.baseAddress, let start = room.baseAddress else { return }
                    var source: UnsafeMutablePointer<CChar>? =
                        (base + done).assumingMemoryBound(to: CChar.self)
                    var left = count - done
                    var target: UnsafeMutablePointer<CChar>? = start
                    var free = room.count
                    status = iconv(descriptor, &source, &left, &target, &free)
                    problem = errno
                    used = count - done - left
                    written = room.count - free
                }
            }
            output += buffer[..<written].lazy.map { UInt8(bitPattern: $0) }
            done += used
            guard status == -1 else { break }
            if problem == E2BIG { continue }
            guard problem == EINVAL, count - done < 16 else { return nil }
            rest = Array(input[done...])
            break
        }
        return output
    }
}
