// Shapes as zig-zag delta varints of 1e-7 degrees.

package import Geo

/// A position in 1e-7 degrees, as OpenStreetMap stores it.
package struct FixedCoordinate: Hashable, Sendable {
    package var longitudeE7: Int32
    package var latitudeE7: Int32

    package init(longitudeE7: Int32, latitudeE7: Int32) {
        self.longitudeE7 = longitudeE7
        self.latitudeE7 = latitudeE7
    }

    /// Rounds degrees to the nearest 1e-7.
    package init(_ coordinate: Coordinate) {
        longitudeE7 = Int32((coordinate.x * 1e7).rounded())
        latitudeE7 = Int32((coordinate.y * 1e7).rounded())
    }

    package var coordinate: Coordinate {
        Coordinate(x: Double(longitudeE7) / 1e7, y: Double(latitudeE7) / 1e7)
    }
}

/// Writes and reads the shape bytes of a segment.
///
/// Each ordinate is the difference to the one before it (the first to zero) in 1e-7 degrees,
/// zig-zag mapped to unsigned and written seven bits a byte, least significant first.
package enum ShapeCoding {
    package static func append(_ line: [FixedCoordinate], to bytes: inout [UInt8]) {
        var (lastX, lastY): (Int64, Int64) = (0, 0)
        for point in line {
            let (x, y) = (Int64(point.longitudeE7), Int64(point.latitudeE7))
            appendVarint(x - lastX, to: &bytes)
            appendVarint(y - lastY, to: &bytes)
            (lastX, lastY) = (x, y)
        }
    }

    /// Decodes the points between two byte offsets. Broken bytes give fewer points, never a crash.
    package static func decode(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> [Coordinate] {
        var result: [Coordinate] = []
        result.reserveCapacity(range.count / 3)
        var position = range.lowerBound
        var (x, y): (Int64, Int64) = (0, 0)
        while position < range.upperBound {
            guard let dx = readVarint(bytes, &position, range.upperBound),
                let dy = readVarint(bytes, &position, range.upperBound)
            else { break }
            x &+= dx
            y &+= dy
            result.append(Coordinate(x: Double(x) / 1e7, y: Double(y) / 1e7))
        }
        return result
    }

    private static func appendVarint(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func readVarint(
        _ bytes: UnsafePointer<UInt8>, _ position: inout Int, _ end: Int
    ) -> Int64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int64(bitPattern: value >> 1) ^ -Int64(value & 1) }
            shift += 7
        }
        return nil
    }
}
