// Shapes as zig-zag delta varints of 1e-7 degrees.

package import Geo

/// Writes and reads a segment's shape bytes.
///
/// Each ordinate is stored as its difference from the one before (the first from zero) in 1e-7
/// degrees, zig-zag mapped to unsigned and written seven bits per byte, least significant first.
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
        // A step of some meters takes at least three bytes.
        result.reserveCapacity(range.count / 3)
        forEachPoint(bytes, range) { result.append($0) }
        return result
    }

    @inline(__always)
    fileprivate static func forEachPoint(
        _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Coordinate) -> Void
    ) {
        forEachFixedPoint(bytes, range) { x, y in
            body(Coordinate(x: Double(x) / 1e7, y: Double(y) / 1e7))
        }
    }

    /// Calls `body` with each point's ordinates in 1e-7 degrees.
    @inline(__always)
    static func forEachFixedPoint(
        _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (Int64, Int64) -> Void
    ) {
        var position = range.lowerBound
        var (x, y): (Int64, Int64) = (0, 0)
        while position < range.upperBound {
            guard let dx = readVarint(bytes, &position, range.upperBound),
                let dy = readVarint(bytes, &position, range.upperBound)
            else { break }
            x &+= dx
            y &+= dy
            body(x, y)
        }
    }

    /// Appends a number, zig-zag mapped, seven bits per byte.
    static func appendVarint(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Reads a number that ``appendVarint(_:to:)`` wrote, and advances past it; `nil` for broken
    /// bytes.
    @inline(__always)
    static func readVarint(
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

extension NetworkDataset {
    /// Returns the range of a segment's shape in the shape bytes.
    package func shapeRange(ofSegment segment: Int) -> Range<Int> {
        let start = Int(min(shapeFirst[segment], UInt64(shapeBytes.count)))
        let end = Int(min(shapeFirst[segment + 1], UInt64(shapeBytes.count)))
        return start..<max(start, end)
    }

    /// Returns a segment's drawn line, in degrees, from its first node to its last.
    package func shape(ofSegment segment: Int) -> [Coordinate] {
        ShapeCoding.decode(shapeBytes.base, shapeRange(ofSegment: segment))
    }

    /// Whether a segment's line has no vertex between its ends.
    func isStraightStep(segment: Int) -> Bool {
        let range = shapeRange(ofSegment: segment)
        // Each vertex has two ordinates; an ordinate's last byte has no high bit.
        return range.lazy.filter { self.shapeBytes[$0] < 0x80 }.prefix(5).count <= 4
    }

    /// Returns how many vertices a segment's line has, without decoding it.
    func vertexCount(ofSegment segment: Int) -> Int {
        // Each vertex has two ordinates; an ordinate's last byte has no high bit.
        shapeRange(ofSegment: segment).count { shapeBytes[$0] < 0x80 } / 2
    }

    /// Returns an edge's line in the direction of travel.
    package func shape(of edge: EdgeID) -> [Coordinate] {
        let line = shape(ofSegment: edge.segment)
        return edge.isForward ? line : line.reversed()
    }

    /// Appends an edge's line in the direction of travel, leaving out every vertex that repeats the
    /// one before it.
    ///
    /// - Returns: The position of the edge's first vertex. It is the line's former last vertex if
    ///   both are the same.
    package func appendShape(of edge: EdgeID, to line: inout [Coordinate]) -> Int {
        let start = line.count
        ShapeCoding.forEachPoint(shapeBytes.base, shapeRange(ofSegment: edge.segment)) { point in
            if line.count == start || line[line.count - 1] != point { line.append(point) }
        }
        if !edge.isForward { line[start...].reverse() }
        guard start > 0, line.count > start, line[start - 1] == line[start] else {
            return min(start, line.count - 1)
        }
        line.remove(at: start)
        return start - 1
    }
}
