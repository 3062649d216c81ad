// Long lists in JSON text, read some elements at a time.

/// Reads a JSON text with one long list, which is not held: the outermost array, or the member
/// `features` of the outermost object.
///
/// What stands round the list is read first, by a pass of its own, since members that say how to
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
        /// There is none: the text is an object without `features`, or no list or object.
        case none
        /// The text is the list.
        case root
        /// It is the value of `features`.
        case features
    }

    /// Elements that are passed on together, and the bytes after which fewer are.
    private static let elementsTogether = 256
    private static let bytesTogether = 1 << 20

    /// The text without the elements of its list.
    ///
    /// - Throws: ``FeatureReadError`` naming line and column, where what is round the list is no
    ///   JSON.
    /// - Complexity: O(*n*) in the number of bytes; memory for what is round the list.
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
            return (try JSONParser.parse(text), scanner.list)
        } catch {
            guard let removed, removed.written.isUp(to: error) else { throw invalid(error) }
            throw invalid(error.moved(from: removed.written, to: removed.read))
        }
    }

    /// Passes on the elements of the list, some at a time.
    ///
    /// - Throws: ``FeatureReadError`` naming line and column of an element that is no JSON, and
    ///   what `body` throws.
    /// - Complexity: O(*n*) in the number of bytes; memory for some hundred elements.
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

    /// Passes on the elements of the list, some at a time, while `body` wants more.
    ///
    /// - Throws: As ``elements(in:_:)``; errors of what is not read are not found.
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

    /// Elements from their text.
    ///
    /// - Parameter isRequired: Whether there must be one: a comma stands before the text.
    private static func parsed(
        _ text: [UInt8], at place: TextPlace, isRequired: Bool
    ) throws(FeatureReadError) -> [JSONValue] {
        do throws(JSONParseError) {
            let list = try JSONParser.parse([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])
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

/// A place in a text.
private struct TextPlace {
    /// From 1.
    var line = 1
    /// The character in the line, from 1.
    var column = 1

    /// Whether it is the place of an error, or one before.
    func isUp(to error: JSONParseError) -> Bool {
        (line, column) <= (error.line, error.column)
    }

    /// Goes past a byte of UTF-8.
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
    /// The same error in a text of which the one that was read is a part.
    ///
    /// - Parameters:
    ///   - start: A place in the text that was read, before the error.
    ///   - place: Where that lies in the whole text.
    fileprivate func moved(from start: TextPlace, to place: TextPlace) -> JSONParseError {
        var error = self
        if line == start.line { error.column += place.column - start.column }
        error.line += place.line - start.line
        return error
    }
}

/// Distinguishes the bytes of a list's elements from those round it.
private struct JSONListScanner {
    enum Side {
        /// Of an element, or between two.
        case element
        /// Of what is round the list, its brackets included.
        case outline
    }

    /// Where the list is, once it has begun.
    private(set) var list = JSONListReader.Place.none
    /// The place of the last byte.
    private(set) var place = TextPlace()
    /// Whether the last byte ended the list.
    private(set) var isAtEndOfList = false
    /// Whether the last byte is the comma behind an element.
    private(set) var isBehindElement = false
    /// The place of the next byte.
    private(set) var next = TextPlace()
    private var depth = 0
    /// The depth of the elements while the list is read.
    private var elementDepth: Int?
    private var isInString = false
    private var isEscaped = false
    /// The last string of the outermost object, as far as it can be the name of the list.
    private var string: [UInt8] = []
    private var isListNamed = false

    private static let name = Array("features".utf8)

    /// Whether the list has begun and has not ended.
    var isInList: Bool { elementDepth != nil }

    /// Takes the next byte.
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
