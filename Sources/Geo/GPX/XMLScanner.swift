// The subset of XML that GPX needs.
//
// Rejected: Foundation's XMLParser, which links libxml2 and ICU into every program that uses Geo
// and needs extra limits on entities. Here document type declarations are refused, so nothing
// expands.

/// Walks through an XML document's elements and texts with only a window of it in memory. A byte
/// order mark or the XML declaration states the encoding.
struct XMLScanner {
    /// A piece of the document.
    enum Event {
        /// An element opens. Names have no prefix.
        case start(name: String, attributes: [String: String])
        /// An element closes.
        case end(name: String)
        /// Text with resolved references.
        case text(String)
    }

    private let pieces: BytePieces
    /// The window; bytes before ``position`` have been read.
    private var bytes: [UInt8] = []
    private var position = 0
    /// Whether ``bytes`` reaches the document's end.
    private var isWhole = false
    /// Whether nothing has been read yet.
    private var isAtStart = true
    /// How many lines end before the window.
    private var linesBefore = 0
    /// The end event due after an element that opens and closes at once.
    private var pendingEnd: String?

    init(_ pieces: BytePieces, hints: FileHints = FileHints(), notes: ReadingNotes? = nil) {
        self.pieces = pieces.decoded(isXML: true, hints: hints, notes: notes)
    }

    /// Returns the next piece, or `nil` at the end.
    ///
    /// - Throws: ``FeatureReadError`` naming the line.
    mutating func next() throws(FeatureReadError) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while true {
            let start = position
            let found = Result { () throws(FeatureReadError) in try event() }
            // A piece near the window's end may continue beyond it.
            if isWhole || position + Self.longestMark <= bytes.count {
                isAtStart = false
                if case .failure(let error) = found, position >= bytes.count {
                    throw endsEarly(because: error)
                }
                return try found.get()
            }
            position = start
            pendingEnd = nil
            try widen()
        }
    }

    /// More bytes than any fixed text to look for.
    private static let longestMark = 16

    /// Drops bytes that have been read, and reads at least as many as remain.
    private mutating func widen() throws(FeatureReadError) {
        linesBefore += bytes[..<position].count { $0 == 0x0A }
        bytes.removeFirst(position)
        position = 0
        let wanted = 2 * bytes.count
        repeat {
            guard let piece = try pieces.next() else {
                isWhole = true
                break
            }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        } while bytes.count < wanted
    }

    private mutating func event() throws(FeatureReadError) -> Event? {
        if isAtStart, has("\u{FEFF}") { position += 3 }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let start = position
                while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
                return .text(try resolved(start..<position))
            }
            if has("<!--") {
                try skip(past: "-->", "a comment")
            } else if has("<?") {
                try skip(past: "?>", "an instruction")
            } else if has("<![CDATA[") {
                let start = position + 9
                try skip(past: "]]>", "CDATA")
                return .text(try string(start..<max(start, position - 3)))
            } else if has("<!") {
                throw error("a document type declaration is not accepted")
            } else {
                return try tag()
            }
        }
        return nil
    }

    /// Makes an error for a document that ends within an element.
    private func endsEarly(because error: FeatureReadError) -> FeatureReadError {
        FeatureReadError("\(error.reason): the file ends early; is it a whole copy?")
    }

    /// Makes an error at the current line.
    func error(_ reason: String) -> FeatureReadError {
        let line = linesBefore + bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
        return FeatureReadError("GPX line \(line): \(reason)")
    }

    private mutating func tag() throws(FeatureReadError) -> Event {
        position += 1
        let isEnd = current == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if current == UInt8(ascii: ">") {
                position += 1
                return isEnd ? .end(name: name) : .start(name: name, attributes: attributes)
            }
            if isEnd { throw error("</\(name.excerpt(40)) is not closed by \">\"") }
            if has("/>") {
                position += 2
                pendingEnd = name
                return .start(name: name, attributes: attributes)
            }
            let key = try self.name()
            skipSpace()
            guard current == UInt8(ascii: "=") else {
                throw error("\(key.excerpt(40)) has no value")
            }
            position += 1
            skipSpace()
            let quote = current
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw error("the value of \(key.excerpt(40)) has no quotes")
            }
            position += 1
            let start = position
            while position < bytes.count, bytes[position] != quote { position += 1 }
            guard position < bytes.count else { throw error("a quote is never closed") }
            attributes[key] = try resolved(start..<position)
            position += 1
        }
    }

    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func has(_ prefix: StaticString) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != prefix.utf8Start[index] {
            return false
        }
        return true
    }

    private mutating func skip(
        past mark: StaticString, _ what: String
    ) throws(FeatureReadError) {
        while position < bytes.count {
            if has(mark) {
                position += mark.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw error("\(what) is never closed")
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Reads a name and drops its prefix.
    private mutating func name() throws(FeatureReadError) -> String {
        let start = position
        while position < bytes.count, bytes[position] > 0x20,
            !"=/><\"'".utf8.contains(bytes[position])
        {
            position += 1
        }
        guard position > start else { throw error("a name is missing") }
        let whole = try string(start..<position)
        return whole.split(separator: ":").last.map(String.init) ?? whole
    }

    private func string(_ range: Range<Int>) throws(FeatureReadError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw error("is not UTF-8")
        }
        return text
    }

    private func resolved(_ range: Range<Int>) throws(FeatureReadError) -> String {
        let raw = try string(range)
        guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
        var text = ""
        var rest = raw[...]
        while let start = rest.firstIndex(of: "&") {
            text += rest[..<start]
            let body = rest[rest.index(after: start)...]
            guard let end = body.prefix(12).firstIndex(of: ";"),
                let scalar = Self.scalar(of: body[..<end])
            else { throw error("an unknown reference after \"&\"") }
            text.unicodeScalars.append(scalar)
            rest = body[body.index(after: end)...]
        }
        return text + rest
    }

    private static func scalar(of reference: Substring) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.first == "#" else { return nil }
            let digits = reference.dropFirst()
            let value =
                digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(Unicode.Scalar.init)
        }
    }
}
