// JSON bytes from a stream of calls, without Foundation: answers hold megabytes of coordinates.
// JSONWriter+Numbers.swift writes the digits.

/// Writes JSON text; commas, quotes and escapes are added for you, and numbers get their shortest
/// form.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.member("name", "Depot")
/// writer.member("isOpen", true)
/// writer.endObject()
/// let text = writer.text    // {"name":"Depot","isOpen":true}
/// ```
///
/// Calls must nest as JSON does: call ``key(_:)`` before each value in an object, never in an
/// array. A call out of order stops the process. For long answers, call ``takeBytes()`` now and
/// then to send the bytes on, so that memory stays small.
public struct JSONWriter: ~Copyable, Sendable {
    private enum Level {
        case object
        case array
    }

    var output = GrowingBytes()
    /// Whether each member and element gets its own line.
    public let pretty: Bool
    private var levels: [Level] = []
    /// Whether the innermost level is still empty.
    private var isFresh = true
    private var hasKey = false

    /// Makes an empty writer.
    ///
    /// - Parameter pretty: Whether each member and element gets its own line, indented by one space
    ///   per level.
    public init(pretty: Bool = false) {
        self.pretty = pretty
    }

    /// A copy of everything written so far.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public var bytes: [UInt8] { output.array }

    /// Returns the bytes that a closure writes.
    package static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        return writer.bytes
    }

    /// Returns the text that a closure writes.
    package static func text(_ body: (inout JSONWriter) -> Void) -> String {
        String(decoding: bytes(body), as: UTF8.self)
    }

    /// Returns a copy of everything written since the last call, and drops it from memory.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public mutating func takeBytes() -> [UInt8] {
        defer { output.removeAll() }
        return output.array
    }

    /// Everything written so far, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Makes room for this many bytes at once.
    public mutating func reserveCapacity(_ count: Int) { output.reserve(count) }

    /// Opens an object.
    public mutating func beginObject() { open(.object, UInt8(ascii: "{")) }

    /// Closes the innermost object.
    public mutating func endObject() { close(.object, UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(.array, UInt8(ascii: "[")) }

    /// Closes the innermost array.
    public mutating func endArray() { close(.array, UInt8(ascii: "]")) }

    /// Writes the next member's name.
    public mutating func key(_ name: String) {
        precondition(levels.last == .object && !hasKey, "a key belongs in an object, once a value")
        separate()
        appendQuoted(name)
        output.append(UInt8(ascii: ":"))
        if pretty { output.append(0x20) }
        hasKey = true
    }

    /// Writes text.
    public mutating func string(_ value: String) {
        beginValue()
        appendQuoted(value)
    }

    /// Writes the shortest number that reads back as the same double; whole numbers have no
    /// fraction. If the number is not finite, writes `null`.
    public mutating func number(_ value: Double) {
        beginValue()
        appendNumber(value)
    }

    /// Writes a whole number.
    @inlinable public mutating func integer(_ value: some BinaryInteger) {
        wholeNumber(Int64(clamping: value))
    }

    @usableFromInline mutating func wholeNumber(_ value: Int64) {
        beginValue()
        appendInteger(value)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        beginValue()
        append(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        beginValue()
        append("null")
    }

    /// Writes a number rounded to some decimals, without trailing zeros.
    ///
    /// - Parameter decimals: 0 to 15, or `nil` for the shortest exact form.
    public mutating func coordinate(_ value: Double, decimals: Int?) {
        beginValue()
        guard let decimals, (0...15).contains(decimals) else { return appendNumber(value) }
        let scaled = (value * Double(Self.powersOfTen[decimals])).rounded()
        // Beyond 2⁵³ the scaled number is not exact, and has fewer decimals than asked for anyway.
        guard scaled.magnitude <= 0x1p53 else { return appendNumber(value) }
        appendDecimal(Int64(scaled), decimals: decimals)
    }

    /// Writes a tree of values.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let list):
            beginArray()
            for element in list { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }
}

// MARK: - Members

extension JSONWriter {
    /// Writes a text member.
    public mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a number member.
    public mutating func member(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    /// Writes a whole-number member.
    @inlinable public mutating func member(_ name: String, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    /// Writes a member whose value is a list of numbers and whose name is a whole number.
    ///
    /// It allocates no texts or lists, because matrices have many such members.
    public mutating func member(_ name: Int, _ values: some Sequence<Double>) {
        guard !pretty else {
            return array(String(name)) { writer in
                for value in values { writer.number(value) }
            }
        }
        precondition(levels.last == .object && !hasKey, "a key belongs in an object, once a value")
        separate()
        output.append(UInt8(ascii: "\""))
        appendInteger(Int64(name))
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
        output.append(UInt8(ascii: "["))
        var isFirst = true
        for value in values {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            appendNumber(value)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Writes a boolean member.
    public mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a member whose value is an object; `body` writes its members.
    public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        beginObject()
        body(&self)
        endObject()
    }

    /// Writes a member whose value is an array; `body` writes its elements.
    public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        beginArray()
        body(&self)
        endArray()
    }
}

// MARK: - Bytes

private let hexDigits = Array("0123456789abcdef".utf8)

extension JSONWriter {
    private mutating func open(_ level: Level, _ byte: UInt8) {
        beginValue()
        levels.append(level)
        isFresh = true
        output.append(byte)
    }

    private mutating func close(_ level: Level, _ byte: UInt8) {
        precondition(levels.last == level && !hasKey, "only the innermost open level can be closed")
        levels.removeLast()
        if !isFresh { breakLine() }
        isFresh = false
        output.append(byte)
    }

    mutating func beginValue() {
        if hasKey {
            hasKey = false
        } else {
            precondition(levels.last != .object, "a value in an object needs a key")
            precondition(!levels.isEmpty || output.count == 0, "a text holds one value")
            if !levels.isEmpty { separate() }
        }
    }

    private mutating func separate() {
        if !isFresh { output.append(UInt8(ascii: ",")) }
        isFresh = false
        breakLine()
    }

    private mutating func breakLine() {
        guard pretty else { return }
        output.append(0x0A)
        output.append(repeating: 0x20, count: levels.count)
    }

    mutating func append(_ word: String) { withUTF8(of: word) { $0.append(contentsOf: $1) } }

    private mutating func appendQuoted(_ text: String) {
        withUTF8(of: text) { output, utf8 in
            output.append(UInt8(ascii: "\""))
            if Self.isPlain(utf8) {
                output.append(contentsOf: utf8)
            } else {
                Self.appendEscaped(utf8, to: &output)
            }
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Calls `body` with the output and a text's bytes.
    @inline(__always)
    private mutating func withUTF8(
        of text: String, _ body: (inout GrowingBytes, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        text.utf8.span.withUnsafeBufferPointer { body(&output, $0) }
    }

    /// Returns whether no byte needs an escape, as in nearly all text. Tests eight bytes at a time;
    /// the last eight may overlap the ones before.
    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let (bytes, count) = (UnsafeRawBufferPointer(utf8), utf8.count)
        func word(at place: Int) -> UInt64 {
            bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        }
        func half(at place: Int) -> UInt64 {
            UInt64(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
        if count >= 8 {
            var special = specialBytes(in: word(at: count - 8))
            for place in stride(from: 0, to: count - 8, by: 8) {
                special |= specialBytes(in: word(at: place))
            }
            return special == 0
        }
        if count >= 4 { return specialBytes(in: half(at: 0) | half(at: count - 4) << 32) == 0 }
        var short: UInt64 = 0x2020_2020_2020_2020
        for byte in utf8 { short = short << 8 | UInt64(byte) }
        return specialBytes(in: short) == 0
    }

    /// Returns a nonzero value if any of eight bytes is a control character, a quote, a backslash,
    /// or the first byte of U+2028 or U+2029.
    ///
    /// Source: the tests for a zero byte and a byte less than *n* in S. E. Anderson, *Bit Twiddling
    /// Hacks*, https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord.
    @inline(__always)
    private static func specialBytes(in word: UInt64) -> UInt64 {
        let (each, high) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        func zeros(in word: UInt64) -> UInt64 { (word &- each) & ~word }
        let controls = (word &- each &* 0x20) & ~word
        let quotes = zeros(in: word ^ each &* UInt64(UInt8(ascii: "\"")))
        let backslashes = zeros(in: word ^ each &* UInt64(UInt8(ascii: "\\")))
        return (controls | quotes | backslashes | zeros(in: word ^ each &* 0xE2)) & high
    }

    /// Escapes the characters RFC 8259 requires, and the two line ends that would break a JSONP
    /// answer.
    private static func appendEscaped(
        _ utf8: UnsafeBufferPointer<UInt8>, to output: inout GrowingBytes
    ) {
        var clean = 0
        for (index, byte) in utf8.enumerated() {
            let isLineEnd =
                byte == 0xE2 && index + 2 < utf8.count && utf8[index + 1] == 0x80
                && utf8[index + 2] & 0xFE == 0xA8
            let needsEscape =
                byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            guard needsEscape || isLineEnd else { continue }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean..<index]))
            clean = index + (isLineEnd ? 3 : 1)
            appendEscape(
                of: isLineEnd ? 0x2000 | UInt16(utf8[index + 2] & 0x3F) : UInt16(byte),
                to: &output)
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean...]))
    }

    private static func appendEscape(of unit: UInt16, to output: inout GrowingBytes) {
        output.append(UInt8(ascii: "\\"))
        switch unit {
        case 0x22, 0x5C: output.append(UInt8(unit))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        default:
            output.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] { output.append(hexDigits[Int(unit >> shift) & 15]) }
        }
    }
}
