// Start here for encodings: converts a file's bytes to UTF-8, whatever its encoding.

/// Converts a text to UTF-8 without a byte order mark, one piece at a time.
///
/// A byte order mark decides; without one, the user's hint or an XML declaration does. Without
/// either, the text is UTF-8. If its first bytes beyond ASCII are not UTF-8, it is read as
/// Windows-1252 and a note says so. Bytes that make no sense as Windows-1252 either are an error,
/// since nothing shows their encoding.
final class TextDecoder {
    private enum Mode {
        /// UTF-8. The fallback applies until the first byte beyond ASCII.
        case utf8(fallback: TextEncoding?)
        case windows1252(isGuess: Bool)
        case units(TextEncoding)
        case system(SystemConverter, name: String)
    }

    private let pieces: BytePieces
    private let isXML: Bool
    private let hints: FileHints
    private let notes: ReadingNotes?
    private var mode: Mode?
    /// The beginning of a character that the last piece ended within.
    private var rest: [UInt8] = []
    private var linesBefore = 0
    private var guess = Windows1252Check()
    /// The last UTF-8 bytes before, as context for a guess.
    private var before: ArraySlice<UInt8> = []

    init(_ pieces: BytePieces, isXML: Bool, hints: FileHints, notes: ReadingNotes?) {
        self.pieces = pieces
        self.isXML = isXML
        self.hints = hints
        self.notes = notes
    }

    /// Returns the next piece as UTF-8; `nil` at the end.
    ///
    /// - Throws: ``FeatureReadError`` naming the line.
    func next() throws(FeatureReadError) -> [UInt8]? {
        while true {
            var piece: [UInt8]
            if mode == nil {
                piece = try start()
                if piece.isEmpty { return nil }
            } else {
                guard let next = try pieces.next() else { return try end() }
                piece = next
            }
            if !rest.isEmpty {
                piece = rest + piece
                rest = []
            }
            // A piece may end within its only character.
            let decoded = try decode(piece)
            if !decoded.isEmpty { return decoded }
        }
    }

    /// Reads the text's beginning without its mark, long enough to decide on the encoding.
    private func start() throws(FeatureReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        // A declaration ends within these bytes, however long the first piece is.
        let wanted = isXML ? 256 : 4
        while bytes.count < wanted, let piece = try pieces.next() { bytes += piece }
        if let (encoding, length) = TextEncoding.marked(bytes) {
            bytes.removeFirst(length)
            mode = try Self.mode(of: encoding)
        } else if let name = hints.encoding {
            guard let encoding = TextEncoding(named: name) else {
                throw FeatureReadError(
                    "the encoding \"\(name.excerpt(40))\" is not known; give a name such as "
                        + "windows-1252, windows-1250 or ISO-8859-2")
            }
            mode = try Self.mode(of: encoding)
        } else if isXML, let declared = try TextEncoding.declared(inXML: bytes.prefix(wanted)) {
            // A converted text may keep its old declaration, so whatever is valid UTF-8 is read as
            // such.
            switch declared {
            case .windows1252: mode = .utf8(fallback: .windows1252)
            case .other: mode = try Self.mode(of: declared)
            case .utf8, .utf16, .utf32: mode = .utf8(fallback: nil)
            }
            isDeclared = true
        } else {
            mode = .utf8(fallback: .windows1252)
        }
        if bytes.isEmpty { mode = .utf8(fallback: nil) }
        return bytes
    }

    private var isDeclared = false

    private static func mode(of encoding: TextEncoding) throws(FeatureReadError) -> Mode {
        switch encoding {
        case .utf8: return .utf8(fallback: nil)
        case .windows1252: return .windows1252(isGuess: false)
        case .utf16, .utf32: return .units(encoding)
        case .other(let name):
            guard let converter = SystemConverter(name) else {
                throw FeatureReadError("the encoding \(name) is not known to this system")
            }
            return .system(converter, name: name)
        }
    }

    private func end() throws(FeatureReadError) -> [UInt8]? {
        if case .system(let converter, let name) = mode, converter.hasRest {
            throw error(at: 0, in: [], "ends within a character of \(name)")
        }
        guard !rest.isEmpty else { return nil }
        let left = rest
        rest = []
        guard case .utf8(let fallback) = mode, fallback != nil else {
            throw error(at: 0, in: left, "ends within a character")
        }
        return try becomeWindows1252(left, at: 0)
    }

    private func decode(_ piece: [UInt8]) throws(FeatureReadError) -> [UInt8] {
        switch mode {
        case .utf8(let fallback): return try utf8(piece, fallback)
        case .windows1252(let isGuess):
            let text = try windows1252(piece, isGuess: isGuess)
            linesBefore += Self.lines(in: piece[...])
            return text
        case .units(let encoding): return try units(piece, of: encoding)
        case .system(let converter, let name):
            guard let text = converter.converted(piece) else {
                throw error(at: 0, in: piece, "has bytes near here that are not \(name)")
            }
            linesBefore += Self.lines(in: text[...])
            return text
        case nil: return piece
        }
    }

    // MARK: UTF-8

    private func utf8(
        _ piece: [UInt8], _ fallback: TextEncoding?
    ) throws(FeatureReadError) -> [UInt8] {
        let found = UTF8Check(piece)
        if found.hasCharacters, fallback != nil { mode = .utf8(fallback: nil) }
        if found.validEnd == piece.count || found.endsWithin {
            let text = piece[..<found.validEnd]
            rest = Array(piece[found.validEnd...])
            linesBefore += Self.lines(in: text)
            before = (before + text.suffix(2)).suffix(2)
            return rest.isEmpty ? piece : Array(text)
        }
        guard fallback != nil, !found.hasCharacters else {
            let why = "has bytes that are not UTF-8"
            throw error(
                at: found.validEnd, in: piece,
                hints.encoding == nil ? "\(why), while there is UTF-8 before" : why)
        }
        return try becomeWindows1252(piece, at: found.validEnd)
    }

    private func becomeWindows1252(
        _ piece: [UInt8], at place: Int
    ) throws(FeatureReadError) -> [UInt8] {
        mode = .windows1252(isGuess: !isDeclared)
        for byte in before { _ = guess.take(byte) }
        let text = try windows1252(piece, isGuess: !isDeclared)
        if !isDeclared {
            let line = linesBefore + Self.lines(in: piece[..<place]) + 1
            notes?.add(
                "read as Windows-1252, because it is not UTF-8: line \(line) has "
                    + "\"\(Windows1252.word(at: place, in: piece))\"; if that is wrong, save the "
                    + "file as UTF-8, or name its encoding, such as --encoding windows-1250")
        }
        linesBefore += Self.lines(in: piece[...])
        return text
    }

    // MARK: Other encodings

    private func windows1252(
        _ piece: [UInt8], isGuess: Bool
    ) throws(FeatureReadError) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(piece.count + piece.count / 8)
        for (place, byte) in piece.enumerated() {
            if isGuess, !guess.take(byte) {
                throw error(
                    at: place, in: piece,
                    "has bytes that are neither UTF-8 nor Windows-1252, near "
                        + "\"\(Windows1252.word(at: place, in: piece))\"")
            }
            if byte < 0x80 { text.append(byte) } else { text += Windows1252.utf8[Int(byte) - 0x80] }
        }
        return text
    }

    private func units(
        _ piece: [UInt8], of encoding: TextEncoding
    ) throws(FeatureReadError) -> [UInt8] {
        let size = if case .utf32 = encoding { 4 } else { 2 }
        let isLittleEndian =
            switch encoding {
            case .utf16(let isLittleEndian), .utf32(let isLittleEndian): isLittleEndian
            case .utf8, .windows1252, .other: true
            }
        var end = piece.count - piece.count % size
        func unit(_ place: Int) -> UInt32 {
            (0..<size).reduce(0) { number, index in
                let byte = piece[place + (isLittleEndian ? size - 1 - index : index)]
                return number << 8 | UInt32(byte)
            }
        }
        // A surrogate waits for its second half.
        if size == 2, end > 0, (0xD800..<0xDC00).contains(unit(end - 2)) { end -= 2 }
        var scalars = String.UnicodeScalarView()
        var place = 0
        while place < end {
            var number = unit(place)
            let begin = place
            place += size
            if size == 2, (0xD800..<0xDC00).contains(number), place < end {
                let second = unit(place)
                if (0xDC00..<0xE000).contains(second) {
                    number = 0x10000 + (number - 0xD800) << 10 + (second - 0xDC00)
                    place += size
                }
            }
            guard let scalar = Unicode.Scalar(number) else {
                linesBefore += scalars.count { $0 == "\n" }
                throw error(at: 0, in: [], "is not \(encoding.name), at byte \(begin)")
            }
            scalars.append(scalar)
        }
        rest = Array(piece[end...])
        let text = Array(String(scalars).utf8)
        linesBefore += Self.lines(in: text[...])
        return text
    }

    // MARK: Messages

    private static func lines(in bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 == 0x0A } }

    private func error(at place: Int, in piece: [UInt8], _ what: String) -> FeatureReadError {
        let line = linesBefore + Self.lines(in: piece[..<place]) + 1
        return FeatureReadError(
            "line \(line) \(what); save the file as UTF-8"
                + (hints.advice.encoding.map { ", or \($0)" } ?? ""))
    }
}

extension BytePieces {
    /// Returns the same text as UTF-8 without a byte order mark.
    ///
    /// - Parameters:
    ///   - isXML: Whether an XML declaration may state the encoding.
    ///   - hints: What the user says.
    ///   - notes: Receives a note if the encoding was guessed.
    package func decoded(
        isXML: Bool = false, hints: FileHints = FileHints(), notes: ReadingNotes? = nil
    ) -> BytePieces {
        let decoder = TextDecoder(self, isXML: isXML, hints: hints, notes: notes)
        return BytePieces { () throws(FeatureReadError) in try decoder.next() }
    }

    /// Returns everything that remains.
    package func joined() throws(FeatureReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try next() {
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return bytes
    }
}

/// Finds where bytes stop being UTF-8.
private struct UTF8Check {
    /// Whether there is a character beyond ASCII.
    var hasCharacters = false
    /// The position after the last whole character.
    var validEnd = 0
    /// Whether the remaining bytes may begin a character.
    var endsWithin = false

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { check($0) }
    }

    private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>) {
        var place = 0
        while place < bytes.count {
            if bytes[place] < 0x80 {
                place += 1
                continue
            }
            guard let length = Self.length(of: bytes[place]) else { break }
            let found = (1..<length).prefix { step in
                place + step < bytes.count
                    && Self.range(step, after: bytes[place]).contains(bytes[place + step])
            }.count
            guard found == length - 1 else {
                endsWithin = place + 1 + found == bytes.count
                break
            }
            hasCharacters = true
            place += length
        }
        validEnd = place
    }

    private static func length(of first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// Returns the bytes that may follow (Unicode 16, table 3-7).
    private static func range(_ step: Int, after first: UInt8) -> ClosedRange<UInt8> {
        guard step == 1 else { return 0x80...0xBF }
        return switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }
}
