// Finds the members of a JSON object and the elements of a list as ranges of bytes, one by one.

import Geo

/// Walks through the outer levels of a JSON text, so that features can be read one by one. A tree
/// of values would take many times the memory of the text.
///
/// The scanner only finds where values end. `JSONValue` checks the ones that are used.
struct ElementScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.bytes = bytes
        position = start
        skipSpace()
    }

    /// The byte at the position, or 0 at the end.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Calls `body` with the name and value range of each member of the object at the position.
    ///
    /// - Throws: ``FeedError`` if there is no object, and any error from `body`.
    mutating func forEachMember(
        _ body: (String, Range<Int>) throws(FeedError) -> Void
    ) throws(FeedError) {
        try take("{")
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return
        }
        while true {
            skipSpace()
            let name = try valueRange()
            let key = try parsed(name).string
            guard let key else { throw unexpected("a name") }
            skipSpace()
            try take(":")
            skipSpace()
            try body(key, try valueRange())
            skipSpace()
            guard try continues(until: "}") else { return }
        }
    }

    /// Calls `body` with the range of each element of the list at the position.
    ///
    /// - Throws: ``FeedError`` if there is no list, and any error from `body`.
    mutating func forEachElement(
        _ body: (Range<Int>) throws(FeedError) -> Void
    ) throws(FeedError) {
        try take("[")
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return
        }
        while true {
            skipSpace()
            try body(try valueRange())
            skipSpace()
            guard try continues(until: "]") else { return }
        }
    }

    /// Checks that nothing follows.
    ///
    /// - Throws: ``FeedError`` if something does.
    mutating func finish() throws(FeedError) {
        skipSpace()
        guard position == bytes.count else { throw unexpected("the end") }
    }

    /// Parses the value in a range.
    ///
    /// - Throws: ``FeedError`` if it is not JSON.
    func parsed(_ range: Range<Int>) throws(FeedError) -> JSONValue {
        do throws(JSONParseError) {
            return try JSONValue.parse(bytes[range], limits: JSONLimits(maximumDepth: 32))
        } catch {
            throw FeedError("the feed is not JSON at byte \(range.lowerBound): \(error)")
        }
    }

    /// Passes a comma, or the end of an object or list.
    ///
    /// - Returns: Whether there is more.
    private mutating func continues(until end: Unicode.Scalar) throws(FeedError) -> Bool {
        if current == UInt8(ascii: ",") {
            position += 1
            return true
        }
        try take(end)
        return false
    }

    private mutating func take(_ byte: Unicode.Scalar) throws(FeedError) {
        guard current == UInt8(ascii: byte) else { throw unexpected("\"\(byte)\"") }
        position += 1
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Passes the value at the position and returns its range.
    private mutating func valueRange() throws(FeedError) -> Range<Int> {
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                try skipText()
                if depth == 0 { return start..<position }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return try range(start) }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return start..<position
                }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
                if depth == 0 { return try range(start) }
            default: break
            }
            position += 1
        }
        guard depth == 0 else { throw torn }
        return try range(start)
    }

    /// Returns the range of a number or word, which must not be empty.
    private func range(_ start: Int) throws(FeedError) -> Range<Int> {
        guard position > start else { throw unexpected("a value") }
        return start..<position
    }

    private mutating func skipText() throws(FeedError) {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""):
                position += 1
                return
            default: position += 1
            }
        }
        throw torn
    }

    private var torn: FeedError {
        FeedError("the feed ends in the middle of a value, at byte \(bytes.count)")
    }

    private func unexpected(_ wanted: String) -> FeedError {
        guard position < bytes.count else { return torn }
        let found = String(decoding: [bytes[position]], as: UTF8.self)
        return FeedError(
            "the feed is not JSON at byte \(position): expected \(wanted), found \"\(found)\"")
    }
}
