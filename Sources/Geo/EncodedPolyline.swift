// Lines in Google's encoded polyline format, with five or six decimals.

/// Reads and writes lines as short ASCII text: differences of rounded latitudes and longitudes, in
/// groups of five bits.
///
/// Method: Google, *Encoded Polyline Algorithm Format*; OSRM and Valhalla write six decimals
/// instead of five.
///
/// ```swift
/// let line = try EncodedPolyline(decimals: 5).decoded("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
/// // (-120.2, 38.5), (-120.95, 40.7), (-126.453, 43.252)
/// ```
public struct EncodedPolyline: Sendable {
    /// How many decimals of a degree are kept: 5 or 6.
    public let decimals: Int

    /// Sets the number of decimals.
    ///
    /// - Precondition: It is 5 or 6.
    public init(decimals: Int) {
        precondition(decimals == 5 || decimals == 6, "encoded polylines have 5 or 6 decimals")
        self.decimals = decimals
    }

    private var scale: Double { decimals == 6 ? 1e6 : 1e5 }

    /// Decodes a line.
    ///
    /// - Parameter maximumVertices: The most vertices to accept.
    /// - Throws: ``FeatureReadError`` naming the byte, counted from 1, and what was found there.
    /// - Complexity: O(*n*) in the number of bytes.
    public func decoded(
        _ text: some StringProtocol, maximumVertices: Int = 2_000_000
    ) throws(FeatureReadError) -> [Coordinate] {
        var line: [Coordinate] = []
        var bytes = text.utf8.enumerated().makeIterator()
        var (latitude, longitude) = (0, 0)
        while let step = try Self.difference(&bytes) {
            guard let other = try Self.difference(&bytes) else {
                throw FeatureReadError("the encoded polyline ends after a latitude")
            }
            latitude += step
            longitude += other
            let place = Coordinate(x: Double(longitude) / scale, y: Double(latitude) / scale)
            // A longitude beyond 180 means the wrong number of decimals, not a map that repeats.
            guard abs(place.y) <= 90, abs(place.x) <= 180 else {
                throw FeatureReadError(
                    "vertex \(line.count + 1) of the encoded polyline is longitude \(place.x), "
                        + "latitude \(place.y), which is not on Earth; "
                        + "it may have \(decimals == 5 ? 6 : 5) decimals in place of \(decimals)")
            }
            guard line.count < maximumVertices else {
                throw FeatureReadError(
                    "the encoded polyline has more than \(maximumVertices) vertices")
            }
            line.append(place)
        }
        return line
    }

    /// Reads the next difference; returns `nil` at the end.
    private static func difference(
        _ bytes: inout some IteratorProtocol<(offset: Int, element: UInt8)>
    ) throws(FeatureReadError) -> Int? {
        var (value, shift) = (0, 0)
        while let (offset, byte) = bytes.next() {
            guard (63...126).contains(byte) else {
                throw FeatureReadError(
                    "byte \(offset + 1) of the encoded polyline has the code \(byte); "
                        + "codes from 63 to 126 are needed")
            }
            // Six groups of five bits hold any difference between degrees with six decimals.
            guard shift <= 30 else {
                throw FeatureReadError(
                    "byte \(offset + 1) of the encoded polyline continues a number that is longer "
                        + "than any of degrees")
            }
            let bits = Int(byte) - 63
            value |= (bits & 0x1F) << shift
            shift += 5
            if bits < 0x20 { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
        }
        guard shift == 0 else {
            throw FeatureReadError("the encoded polyline ends within a number")
        }
        return nil
    }

    /// Encodes a line in degrees.
    ///
    /// - Precondition: All ordinates are finite.
    public func encoded(_ line: some Sequence<Coordinate>) -> String {
        var bytes: [UInt8] = []
        encode(line) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes a line byte by byte.
    ///
    /// - Precondition: All ordinates are finite.
    @inline(__always)
    fileprivate func encode(
        _ line: some Sequence<Coordinate>, _ append: (UInt8) -> Void
    ) {
        let scale = scale
        var (latitude, longitude) = (0, 0)
        for place in line {
            precondition(place.isFinite, "an encoded polyline has finite ordinates")
            let (y, x) = (Int((place.y * scale).rounded()), Int((place.x * scale).rounded()))
            Self.encode(y - latitude, append)
            Self.encode(x - longitude, append)
            (latitude, longitude) = (y, x)
        }
    }

    @inline(__always)
    private static func encode(_ difference: Int, _ append: (UInt8) -> Void) {
        var rest = difference < 0 ? ~(difference << 1) : difference << 1
        while rest >= 0x20 {
            append(UInt8(rest & 0x1F | 0x20) + 63)
            rest >>= 5
        }
        append(UInt8(rest) + 63)
    }
}

extension JSONWriter {
    /// Writes a line as text in this format, without making the text first.
    ///
    /// - Precondition: All ordinates are finite.
    package mutating func polyline(_ line: ArraySlice<Coordinate>, _ format: EncodedPolyline) {
        beginValue()
        output.append(UInt8(ascii: "\""))
        // Of the format's signs, only the backslash needs an escape.
        format.encode(line) { byte in
            if byte == UInt8(ascii: "\\") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }
}
