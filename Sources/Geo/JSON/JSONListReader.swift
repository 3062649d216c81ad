// Reads long lists in JSON text a few elements at a time.

/// Reads a JSON text with one long list, without holding the list in memory. The list is the
/// outermost array, or the member `features` in the outermost object.
///
/// Everything around the list is read first, in a pass of its own, because members that say how to
/// read the elements may follow them.
///
/// ```swift
/// let outline = try JSONListReader.outline(of: file())    // {"type":"…","features":[]}
/// if outline.list != .none {
///     try JSONListReader.elements(in: file()) { elements in use(elements) }
/// }
/// ```
package enum JSONListReader {
    /// Where the list is.
    package enum Place: Hashable, Sendable {
        /// No list: the text is an object without `features`, or neither list nor object.
        case none
        /// The text itself is the list.
        case root
        /// The list is the value of `features`.
        case features
    }

    /// How many elements are passed on together; fewer if they exceed this many bytes.
    private static let elementsTogether = 256
    private static let bytesTogether = 1 << 20

    /// Returns the text without the list's elements.
    ///
    /// - Throws: ``FeatureReadError`` naming line and column if the text around the list is not
    ///   JSON.
    /// - Complexity: O(*n*) in the bytes; memory for the text around the list.
    package static func outline(
        of pieces: BytePieces
    ) throws(FeatureReadError) -> (value: JSONValue, list: Place) {
        var scanner = JSONListScanner()
        var text: [UInt8] = []
        var removed: (written: TextPlace, read: TextPlace)?
        var written = TextPlace()
        while let piece = try pieces.next() {
            for byte in piece where scanner.take(byte) != .element {
                if scanner.isAtEndOfList { removed = (written, scanner.place) }
                text.append(byte)
                written.pass(byte)
            }
        }
        if scanner.isInList { removed = (written, scanner.next) }
        do throws(JSONParseError) {
            return (try JSONParser.parse(text, limits: .features()), scanner.list)
        } catch {
            guard let removed, removed.written.isUp(to: error) else { throw invalid(error) }
            throw invalid(error.moved(from: removed.written, to: removed.read))
        }
    }

    /// Passes on the list's elements, a few at a time.
    ///
    /// - Throws: ``FeatureReadError`` naming line and column if an element is not JSON, and any
    ///   error thrown by `body`.
    /// - Complexity: O(*n*) in the bytes; memory for a few hundred elements.
    package static func elements(
        in pieces: BytePieces, _ body: ([JSONValue]) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        try elements(
            in: pieces,
            while: { (elements) throws(FeatureReadError) -> Bool in
                try body(elements)
                return true
            })
    }

    /// Passes on the list's elements, a few at a time, while `body` returns true.
    ///
    /// - Throws: Like ``elements(in:_:)``; errors in elements that are not read go unnoticed.
    package static func elements(
        in pieces: BytePieces, while body: ([JSONValue]) throws(FeatureReadError) -> Bool
    ) throws(FeatureReadError) {
        var scanner = JSONListScanner()
        var text: [UInt8] = []
        var count = 0
        var start = TextPlace()
        var isBehindComma = false
        var isWanted = true
        func flush(isLast: Bool) throws(FeatureReadError) {
            let elements = try parsed(text, at: start, isRequired: isLast && isBehindComma)
            if !elements.isEmpty { isWanted = try body(elements) }
            text.removeAll(keepingCapacity: true)
            count = 0
            isBehindComma = !isLast
        }
        while isWanted, let piece = try pieces.next() {
            for byte in piece where isWanted {
                switch scanner.take(byte) {
                case .outline: if scanner.isAtEndOfList { try flush(isLast: true) }
                case .element:
                    if scanner.isBehindElement {
                        count += 1
                        if count >= elementsTogether || text.count >= bytesTogether {
                            try flush(isLast: false)
                            continue
                        }
                    }
                    if text.isEmpty { start = scanner.place }
                    text.append(byte)
                }
            }
        }
    }

    /// Parses elements.
    ///
    /// - Parameter isRequired: Whether an element must follow, because a comma precedes the text.
    private static func parsed(
        _ text: [UInt8], at place: TextPlace, isRequired: Bool
    ) throws(FeatureReadError) -> [JSONValue] {
        do throws(JSONParseError) {
            let list = try JSONParser.parse(
                [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")], limits: .features())
            let elements = list.array ?? []
            if isRequired, elements.isEmpty {
                throw JSONParseError(line: 1, column: 2, expected: "a value", found: "\"]\"")
            }
            return elements
        } catch {
            throw invalid(error.moved(from: TextPlace(line: 1, column: 2), to: place))
        }
    }

    private static func invalid(_ error: JSONParseError) -> FeatureReadError {
        FeatureReadError("is not valid JSON at \(error)")
    }
}

/// A position in a text.
private struct TextPlace {
    /// The line, counted from 1.
    var line = 1
    /// The character in the line, counted from 1.
    var column = 1

    /// Returns whether this is an error's position or lies before it.
    func isUp(to error: JSONParseError) -> Bool {
        (line, column) <= (error.line, error.column)
    }

    /// Moves past a UTF-8 byte.
    mutating func pass(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}

extension JSONParseError {
    /// Returns the same error with its position in the whole text, of which only a part was parsed.
    ///
    /// - Parameters:
    ///   - start: A position in the parsed part, before the error.
    ///   - place: The same position in the whole text.
    fileprivate func moved(from start: TextPlace, to place: TextPlace) -> JSONParseError {
        var error = self
        if line == start.line { error.column += place.column - start.column }
        error.line += place.line - start.line
        return error
    }
}

/// Separates the bytes of the list's elements from the bytes around them.
private struct JSONListScanner {
    enum Side {
        /// Belongs to an element, or lies between two.
        case element
        /// Belongs to the text around the list, including its brackets.
        case outline
    }

    /// Where the list is, once it has begun.
    private(set) var list = JSONListReader.Place.none
    /// The last byte's position.
    private(set) var place = TextPlace()
    /// Whether the last byte ended the list.
    private(set) var isAtEndOfList = false
    /// Whether the last byte is the comma after an element.
    private(set) var isBehindElement = false
    /// The next byte's position.
    private(set) var next = TextPlace()
    private var depth = 0
    /// The elements' depth while the list is being read.
    private var elementDepth: Int?
    private var isInString = false
    private var isEscaped = false
    /// The last string in the outermost object, as long as it can still be the list's name.
    private var string: [UInt8] = []
    private var isListNamed = false

    private static let name = Array("features".utf8)

    /// Whether the list has begun but not ended.
    var isInList: Bool { elementDepth != nil }

    /// Classifies the next byte.
    mutating func take(_ byte: UInt8) -> Side {
        place = next
        next.pass(byte)
        isAtEndOfList = false
        isBehindElement = false
        let side: Side = isInList ? .element : .outline
        if isInString {
            readString(byte)
            return side
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            string.removeAll(keepingCapacity: true)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if list == .none, byte == UInt8(ascii: "[") {
                if depth == 0 { list = .root }
                if depth == 1, isListNamed { list = .features }
                if list != .none { elementDepth = depth + 1 }
            }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if let within = elementDepth, depth < within {
                elementDepth = nil
                isAtEndOfList = true
                return .outline
            }
        case UInt8(ascii: ","):
            isBehindElement = depth == elementDepth
            isListNamed = false
        case UInt8(ascii: ":"): isListNamed = depth == 1 && string == Self.name
        default: break
        }
        return side
    }

    private mutating func readString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            return
        }
        if string.count <= Self.name.count { string.append(byte) }
    }
}
