// Reads and writes `compressedGeometry` in directions: a line as signed base-32 integers.

public import Geo

/// A line with optional elevations and measures, as directions carry it in one string.
///
/// The plain form is a scale followed by coordinate differences:
///
///     +hf6e7 -1vvvvtn +ij4dus +0 +0
///     scale  x0       y0      dx dy
///
/// Each number is a sign and base-32 digits `0-9a-v`. Coordinates are rounded to multiples of one
/// over the scale before differences are taken, so errors do not add up. Lines with elevations or
/// measures use the extended form: `+0`, a version, flags, the plain form, then each channel after
/// `|`. Most readers know only the plain form.
public struct CompressedGeometry: Hashable, Sendable {
    /// The line's vertices.
    public var line: [Coordinate]
    /// An elevation for each vertex, if the line has elevations.
    public var elevations: [Double]?
    /// A measure for each vertex, if the line has measures.
    public var measures: [Double]?

    /// Creates a line to be written.
    ///
    /// - Precondition: Elevations and measures have as many values as the line has vertices.
    public init(line: [Coordinate], elevations: [Double]? = nil, measures: [Double]? = nil) {
        precondition(elevations.map { $0.count == line.count } ?? true, "one elevation a vertex")
        precondition(measures.map { $0.count == line.count } ?? true, "one measure a vertex")
        self.line = line
        self.elevations = elevations
        self.measures = measures
    }

    /// Encodes a line in the plain form. An empty line becomes the empty string.
    ///
    /// Uses the largest scale that keeps every coordinate within 32 bits, so ordinates are off by
    /// at most half of `1 / scale`: less than 5 mm, in degrees as in Web Mercator.
    public static func encode(_ line: [Coordinate]) -> String {
        CompressedGeometry(line: line).text()
    }

    /// Decodes the vertices from either form. Returns `nil` if the text is malformed; use
    /// ``init(text:)`` to learn why.
    public static func decode(_ text: String) -> [Coordinate]? {
        if case .success(let geometry) = Result(catching: { try CompressedGeometry(text: text) }) {
            return geometry.line
        }
        return nil
    }

    /// Encodes the line, in the extended form if it has elevations or measures.
    ///
    /// - Parameters:
    ///   - scale: Steps per unit of x and y; `nil` for the finest that 32 bits allow.
    ///   - elevationScale: Steps per unit of elevation.
    ///   - measureScale: Steps per unit of measure.
    /// - Precondition: Scales are positive.
    public func text(
        scale: Int64? = nil, elevationScale: Int64 = 100, measureScale: Int64 = 1_000
    ) -> String {
        if line.isEmpty { return "" }
        let scale = scale ?? finestScale
        precondition(scale > 0 && elevationScale > 0 && measureScale > 0, "scales are positive")
        var text: [UInt8] = []
        text.reserveCapacity(16 + 8 * line.count)
        if elevations != nil || measures != nil {
            text += Array("+0+1".utf8)
            Self.append((elevations == nil ? 0 : 1) | (measures == nil ? 0 : 2), to: &text)
        }
        Self.append(scale, to: &text)
        var (lastX, lastY) = (Int64(0), Int64(0))
        for coordinate in line {
            let x = Self.step(coordinate.x, scale)
            let y = Self.step(coordinate.y, scale)
            Self.append(x - lastX, to: &text)
            Self.append(y - lastY, to: &text)
            (lastX, lastY) = (x, y)
        }
        for (channel, channelScale) in [(elevations, elevationScale), (measures, measureScale)] {
            guard let channel else { continue }
            text.append(UInt8(ascii: "|"))
            Self.append(channelScale, to: &text)
            var last: Int64 = 0
            for value in channel {
                let step = Self.step(value, channelScale)
                Self.append(step - last, to: &text)
                last = step
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes either form.
    ///
    /// - Throws: ``FeatureReadError`` naming the character where reading stopped.
    public init(text: String) throws(FeatureReadError) {
        var reader = CompressedGeometryReader(bytes: Array(text.utf8))
        self = try reader.read()
    }

    /// The largest whole scale that keeps the vertices within 32 bits.
    private var finestScale: Int64 {
        let limit = Double(Int32.max)
        var greatest = 0.0
        for coordinate in line {
            if coordinate.x.isFinite { greatest = max(greatest, coordinate.x.magnitude) }
            if coordinate.y.isFinite { greatest = max(greatest, coordinate.y.magnitude) }
        }
        // Very close to the origin, the scale would become infinite.
        guard greatest >= 1e-3 else { return Int64(Int32.max) }
        return max(1, Int64(min((limit / greatest).rounded(.down), limit)))
    }

    private static func step(_ value: Double, _ scale: Int64) -> Int64 {
        let scaled = (value * Double(scale)).rounded()
        return scaled.magnitude <= 0x1p53 ? Int64(scaled) : 0
    }

    /// Appends a number's sign and its digits in base 32.
    private static func append(_ number: Int64, to text: inout [UInt8]) {
        text.append(UInt8(ascii: number < 0 ? "-" : "+"))
        let magnitude = number.magnitude
        let bits = UInt64.bitWidth - magnitude.leadingZeroBitCount
        var shift = max(0, (bits - 1) / 5) * 5
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: magnitude &>> UInt64(shift)) & 31
            // Letters follow the digits; an addition avoids a branch.
            text.append(UInt8(ascii: "0") &+ digit &+ (digit > 9 ? 39 : 0))
            shift -= 5
        }
    }
}

/// Reads one token after another.
private struct CompressedGeometryReader {
    let bytes: [UInt8]
    var position = 0

    /// How many vertices one string may have.
    private static let mostVertices = 2_000_000

    mutating func read() throws(FeatureReadError) -> CompressedGeometry {
        if bytes.isEmpty { return CompressedGeometry(line: []) }
        var flags: Int64 = 0
        var scale = try token()
        if scale == 0 {
            _ = try token()
            flags = try token()
            guard (0...3).contains(flags) else { throw error("unknown flags \(flags)") }
            scale = try token()
        }
        guard scale > 0 else { throw error("the scale \(scale) is not positive") }
        var line: [Coordinate] = []
        var (x, y) = (Int64(0), Int64(0))
        while !isAtChannelEnd {
            x = try sum(x, try token())
            if isAtChannelEnd { throw error("the last vertex has no y") }
            y = try sum(y, try token())
            guard line.count < Self.mostVertices else {
                throw error("more than \(Self.mostVertices) vertices")
            }
            line.append(
                Coordinate(x: Double(x) / Double(scale), y: Double(y) / Double(scale)))
        }
        let elevations = flags & 1 == 0 ? nil : try channel(count: line.count)
        let measures = flags & 2 == 0 ? nil : try channel(count: line.count)
        guard position == bytes.count else { throw error("more than the line") }
        return CompressedGeometry(line: line, elevations: elevations, measures: measures)
    }

    private var isAtChannelEnd: Bool {
        position >= bytes.count || bytes[position] == UInt8(ascii: "|")
    }

    private mutating func channel(count: Int) throws(FeatureReadError) -> [Double] {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "|") else {
            throw error("a channel is missing")
        }
        position += 1
        let scale = try token()
        guard scale > 0 else { throw error("the scale \(scale) is not positive") }
        var values: [Double] = []
        var last: Int64 = 0
        while !isAtChannelEnd {
            last = try sum(last, try token())
            values.append(Double(last) / Double(scale))
        }
        guard values.count == count else {
            throw error("\(values.count) values for \(count) vertices")
        }
        return values
    }

    private mutating func token() throws(FeatureReadError) -> Int64 {
        guard position < bytes.count else { throw error("the end instead of a number") }
        let isNegative = bytes[position] == UInt8(ascii: "-")
        guard isNegative || bytes[position] == UInt8(ascii: "+") else {
            throw error("no sign before a number")
        }
        position += 1
        let start = position
        var magnitude: Int64 = 0
        while position < bytes.count, let digit = Self.digit(bytes[position]) {
            guard magnitude < 1 << 53 else { throw error("a number beyond 2⁵³") }
            magnitude = magnitude << 5 | digit
            position += 1
        }
        guard position > start else { throw error("no digits after a sign") }
        return isNegative ? -magnitude : magnitude
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "v"): Int64(byte - UInt8(ascii: "a")) + 10
        default: nil
        }
    }

    private func sum(_ a: Int64, _ b: Int64) throws(FeatureReadError) -> Int64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        if overflow { throw error("numbers that add up beyond 64 bits") }
        return sum
    }

    private func error(_ reason: String) -> FeatureReadError {
        FeatureReadError("compressedGeometry: \(reason) at character \(position + 1)")
    }
}
