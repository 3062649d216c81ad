// A strict RFC 8259 reader over bytes: bounded, iterative in lists, recursive in depth only.
//
// Foundation's readers are slower by an order of magnitude, say nothing useful about where an error
// is, and round-trip through NSNumber; a request's features need speed, positions and plain
// doubles.

/// Parses JSON bytes into a ``JSONValue``.
public enum JSONParser {
    /// Parses exactly one JSON value, which may have white space around it and a byte order mark
    /// before it.
    ///
    /// It is strict RFC 8259: no comments, no trailing commas, and no `NaN` or `Infinity` unless
    /// the limits allow it. Numbers are rounded correctly; a number beyond the range of `Double` is
    /// an error.
    ///
    /// - Throws: ``JSONParseError``.
    /// - Complexity: O(*n*) in the bytes.
    public static func parse(
        _ bytes: some Sequence<UInt8>, limits: JSONLimits = JSONLimits()
    ) throws(JSONParseError) -> JSONValue {
        var result: Result<JSONValue, JSONParseError>?
        _ = bytes.withContiguousStorageIfAvailable { result = parse(buffer: $0, limits: limits) }
        if let result { return try result.get() }
        return try Array(bytes).withUnsafeBufferPointer { parse(buffer: $0, limits: limits) }.get()
    }

    private static func parse(
        buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits
    ) -> Result<JSONValue, JSONParseError> {
        var scanner = JSONScanner(bytes: buffer, limits: limits)
        do {
            return .success(try scanner.document())
        } catch {
            return .failure(error)
        }
    }
}

/// Powers of ten that doubles represent exactly.
private let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

/// A reading position. Every access to `bytes` is preceded by a bounds check.
private struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var position = 0
    var depth = 0
    var valueCount = 0

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// The byte at the position, or 0 at the end; JSON allows 0 nowhere.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func document() throws(JSONParseError) -> JSONValue {
        guard bytes.count <= limits.maximumBytes else {
            throw error(
                "at most \(limits.maximumBytes) bytes", found: "\(bytes.count) bytes", at: 0)
        }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("the end") }
        return value
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func value() throws(JSONParseError) -> JSONValue {
        valueCount += 1
        guard valueCount <= limits.maximumValues else {
            throw error("at most \(limits.maximumValues) values", found: "more")
        }
        switch current {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case _ where limits.readsNotANumber && takeNotANumber(): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t") where take("true"): return .bool(true)
        case UInt8(ascii: "f") where take("false"): return .bool(false)
        case UInt8(ascii: "n") where take("null"): return .null
        default: throw error("a value")
        }
    }

    mutating func takeNotANumber() -> Bool {
        take("NaN") || take("Infinity") || take("-Infinity")
    }

    mutating func take(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] {
            return false
        }
        position += count
        return true
    }

    mutating func enter() throws(JSONParseError) {
        depth += 1
        guard depth <= limits.maximumDepth else {
            throw error("at most \(limits.maximumDepth) nested levels", found: "more")
        }
        position += 1
        skipSpace()
    }

    mutating func array() throws(JSONParseError) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var list: [JSONValue] = []
        if current == UInt8(ascii: "]") {
            position += 1
            return list
        }
        while true {
            list.append(try value())
            skipSpace()
            switch current {
            case UInt8(ascii: ","):
                position += 1
                skipSpace()
            case UInt8(ascii: "]"):
                position += 1
                return list
            default: throw error("\",\" or \"]\"")
            }
        }
    }

    mutating func object() throws(JSONParseError) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var object = JSONObject()
        if current == UInt8(ascii: "}") {
            position += 1
            return object
        }
        while true {
            guard current == UInt8(ascii: "\"") else { throw error("a name in quotes") }
            let key = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw error("\":\"") }
            position += 1
            skipSpace()
            object[key] = try value()
            skipSpace()
            switch current {
            case UInt8(ascii: ","):
                position += 1
                skipSpace()
            case UInt8(ascii: "}"):
                position += 1
                return object
            default: throw error("\",\" or \"}\"")
            }
        }
    }

    func error(_ expected: String, found: String? = nil, at place: Int? = nil) -> JSONParseError {
        let place = min(place ?? position, bytes.count)
        var (line, column) = (1, 1)
        for byte in bytes[..<place] {
            if byte == 0x0A {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return JSONParseError(
            line: line, column: column, expected: expected, found: found ?? description(at: place))
    }

    private func description(at place: Int) -> String {
        guard place < bytes.count else { return "the end of the text" }
        if bytes[place] < 0x20 || bytes[place] == 0x7F {
            return "the control byte 0x" + String(bytes[place], radix: 16)
        }
        let word = bytes[place...].prefix(24).prefix { $0 > 0x20 && $0 != 0x2C }
        let shown = String(decoding: word.isEmpty ? bytes[place...place] : word, as: UTF8.self)
        return "`\(shown)`"
    }
}

// MARK: - Strings

extension JSONScanner {
    mutating func string() throws(JSONParseError) -> String {
        let opening = position
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let text = try decode(start..<position)
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") {
                return try escapedString(from: start, opening: opening)
            }
            if byte < 0x20 { throw error("an escape such as \\n in place of a control byte") }
            position += 1
        }
        throw error("a closing quote for the string that starts here", at: opening)
    }

    private func decode(_ range: Range<Int>) throws(JSONParseError) -> String {
        guard
            let text = String(
                validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        else { throw error("well-formed UTF-8", found: "broken bytes", at: range.lowerBound) }
        return text
    }

    /// Continues a string at its first escape and collects its bytes.
    private mutating func escapedString(
        from start: Int, opening: Int
    ) throws(JSONParseError) -> String {
        var collected = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: collected, as: UTF8.self) else {
                    throw error("well-formed UTF-8", found: "broken bytes", at: start)
                }
                position += 1
                return text
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                collected.append(
                    contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case 0..<0x20: throw error("an escape such as \\n in place of a control byte")
            default:
                collected.append(byte)
                position += 1
            }
        }
        throw error("a closing quote for the string that starts here", at: opening)
    }

    private mutating func escape() throws(JSONParseError) -> Unicode.Scalar {
        let start = position
        position += 1
        let letter = current
        position += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            throw error("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
        }
        let first = try hexUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A high surrogate must be followed by an escaped low surrogate.
        if first < 0xDC00, current == UInt8(ascii: "\\") {
            position += 1
            if current == UInt8(ascii: "u") {
                position += 1
                let second = try hexUnit()
                if (0xDC00...0xDFFF).contains(second),
                    let scalar = Unicode.Scalar(
                        0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
                {
                    return scalar
                }
            }
        }
        throw error("a whole pair of surrogates", at: start)
    }

    private mutating func hexUnit() throws(JSONParseError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch current {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = current - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = current - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = current - UInt8(ascii: "A") + 10
            default: throw error("four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}

// MARK: - Numbers

extension JSONScanner {
    /// The longest number accepted; the exact decimal form of any double is shorter.
    private static let longestNumber = 1_100

    private var isDigit: Bool {
        current >= UInt8(ascii: "0") && current <= UInt8(ascii: "9")
    }

    /// Reads a number, rounded correctly.
    ///
    /// Up to 2⁵³ and 10²² both factors are exact doubles, so one multiplication or division rounds
    /// once (Clinger, *How to Read Floating Point Numbers Accurately*, PLDI 1990,
    /// [doi:10.1145/93542.93557](https://doi.org/10.1145/93542.93557)). The standard library parses
    /// everything else.
    mutating func number() throws(JSONParseError) -> Double {
        let start = position
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var significand: UInt64 = 0
        var digits = 0
        func add(_ byte: UInt8) {
            if digits < 19 { significand = significand * 10 + UInt64(byte - UInt8(ascii: "0")) }
            if significand != 0 { digits += 1 }
        }
        guard isDigit else { throw error("a digit") }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit { throw error("a number without leading zeros", at: start) }
        } else {
            while isDigit {
                add(current)
                position += 1
            }
        }
        var exponent = 0
        if current == UInt8(ascii: ".") {
            position += 1
            guard isDigit else { throw error("a digit after the decimal point") }
            while isDigit {
                add(current)
                exponent -= 1
                position += 1
            }
        }
        if current | 0x20 == UInt8(ascii: "e") { exponent += try exponentPart() }
        guard position - start <= Self.longestNumber else {
            throw error("a number of at most \(Self.longestNumber) characters", at: start)
        }
        if digits <= 19, significand <= 1 << 53, exponent >= -22, exponent <= 22 {
            let power = exactPowersOfTen[abs(exponent)]
            let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
            return isNegative ? -magnitude : magnitude
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw error("a number below 1.8e308 in size", at: start)
        }
        return value
    }

    private mutating func exponentPart() throws(JSONParseError) -> Int {
        position += 1
        let isNegative = current == UInt8(ascii: "-")
        if isNegative || current == UInt8(ascii: "+") { position += 1 }
        guard isDigit else { throw error("a digit in the exponent") }
        var exponent = 0
        while isDigit {
            exponent = min(exponent * 10 + Int(current - UInt8(ascii: "0")), 1_000_000)
            position += 1
        }
        return isNegative ? -exponent : exponent
    }
}
