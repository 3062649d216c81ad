// The spatial index over pieces of segments.

package import Geo

/// A packed Hilbert R-tree over pieces of segments. It finds the streets near a place or in a box.
///
/// A leaf is a run of up to ``pieceLength`` steps of a shape, so that a long country road does not
/// have one huge box. Leaves are sorted along a Hilbert curve; every 16 entries share a parent box,
/// level after level. Boxes are four `Int32` in 1e-7 degrees, leaves first. The tree is packed when
/// the network is built and then only read.
///
/// Use ``forEachPiece(in:_:)`` for boxes, and ``StreetFinder`` for distances to streets.
///
/// Method: I. Kamel and C. Faloutsos, *Hilbert R-tree*, VLDB 1994, packed bottom-up.
package struct EdgeIndex: Sendable {
    package static let fanout = 16
    package static let pieceLength = 8

    package let boxes: MappedColumn<Int32>
    package let segments: MappedColumn<UInt32>
    package let pieces: MappedColumn<UInt32>
    /// Each level's first entry, leaves first, and the end.
    package let levels: MappedColumn<UInt32>

    init(_ table: SectionTable) throws(DatasetError) {
        segments = try table.column("index.segments")
        pieces = try table.column("index.pieces", count: segments.count)
        levels = try table.column("index.levels")
        guard levels.count >= 1 else {
            throw DatasetError("the network's spatial index has no levels: rebuild needed")
        }
        boxes = try table.column("index.boxes", count: Int(levels[levels.count - 1]) * 4)
    }

    /// Calls `visit` for every segment piece whose box shares a point with `box`.
    ///
    /// - Parameter visit: Receives the segment and the piece's first shape vertex.
    /// - Complexity: O(log *n* + *k*) for *n* pieces of which *k* are found.
    package func forEachPiece(in box: Envelope, _ visit: (_ segment: Int, _ piece: Int) -> Void) {
        guard segments.count > 0, !box.isEmpty else { return }
        let query = FixedBox(box)
        var stack: [(level: Int, entry: Int)] = rootEntries()
        while let (level, entry) = stack.popLast() {
            guard query.intersects(boxes.base + entry * 4) else { continue }
            if level == 0 {
                visit(Int(segments[entry]), Int(pieces[entry]))
            } else {
                for child in children(of: entry, level: level) { stack.append((level - 1, child)) }
            }
        }
    }

    /// Returns the segments with a piece whose box shares a point with `box`, ascending, each once.
    package func segments(in box: Envelope) -> [Int] {
        var found = Set<Int>()
        forEachPiece(in: box) { segment, _ in found.insert(segment) }
        return found.sorted()
    }

    /// Returns the topmost level's entries.
    package func rootEntries() -> [(level: Int, entry: Int)] {
        guard levels.count >= 2 else { return [] }
        let top = levels.count - 2
        return (Int(levels[top])..<Int(levels[top + 1])).map { (top, $0) }
    }

    /// Returns the entries one level down that an entry covers.
    package func children(of entry: Int, level: Int) -> Range<Int> {
        let first = Int(levels[level - 1]) + (entry - Int(levels[level])) * Self.fanout
        return first..<min(first + Self.fanout, Int(levels[level]))
    }

    /// Returns an entry's box in degrees.
    package func envelope(of entry: Int) -> Envelope {
        let base = boxes.base + entry * 4
        return Envelope(
            minX: Double(base[0]) / 1e7, minY: Double(base[1]) / 1e7, maxX: Double(base[2]) / 1e7,
            maxY: Double(base[3]) / 1e7)
    }
}

extension EdgeIndex {
    /// Packs a network's index from its shapes into `contents`.
    ///
    /// - Complexity: O(*n* log *n*) in the number of pieces.
    package static func build(into contents: inout NetworkContents) {
        var entries: [(key: UInt64, segment: UInt32, piece: UInt32, box: SIMD4<Int32>)] = []
        let segmentCount = contents.segmentWay.count
        contents.shapeBytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for segment in 0..<segmentCount {
                let range =
                    Int(contents.shapeFirst[segment])..<Int(contents.shapeFirst[segment + 1])
                let line = ShapeCoding.decode(base, range).map { FixedCoordinate($0) }
                for piece in stride(from: 0, to: max(1, line.count - 1), by: pieceLength) {
                    let part = line[piece..<min(piece + pieceLength + 1, line.count)]
                    let box = bounds(part)
                    entries.append((hilbertKey(box), UInt32(segment), UInt32(piece), box))
                }
            }
        }
        entries.sort { ($0.key, $0.segment, $0.piece) < ($1.key, $1.segment, $1.piece) }
        contents.indexSegments = entries.map(\.segment)
        contents.indexPieces = entries.map(\.piece)
        var boxes = entries.map(\.box)
        var levels: [UInt32] = [0]
        var levelStart = 0
        levels.append(UInt32(boxes.count))
        while boxes.count - levelStart > fanout {
            let levelEnd = boxes.count
            for first in stride(from: levelStart, to: levelEnd, by: fanout) {
                var box = boxes[first]
                for child in boxes[first..<min(first + fanout, levelEnd)] {
                    box = union(box, child)
                }
                boxes.append(box)
            }
            levelStart = levelEnd
            levels.append(UInt32(boxes.count))
        }
        contents.indexLevels = levels
        contents.indexBoxes = boxes.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    }

    private static func bounds(_ line: ArraySlice<FixedCoordinate>) -> SIMD4<Int32> {
        var box: SIMD4<Int32> = [.max, .max, .min, .min]
        for point in line {
            let corner: SIMD4<Int32> = [
                point.longitudeE7, point.latitudeE7, point.longitudeE7, point.latitudeE7,
            ]
            box = union(box, corner)
        }
        return box
    }

    private static func union(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
        [min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w)]
    }

    private static func hilbertKey(_ box: SIMD4<Int32>) -> UInt64 {
        let x = UInt32(bitPattern: Int32((Int64(box.x) + Int64(box.z)) / 2)) ^ 0x8000_0000
        let y = UInt32(bitPattern: Int32((Int64(box.y) + Int64(box.w)) / 2)) ^ 0x8000_0000
        return hilbert(x: x, y: y)
    }

    /// Returns a cell's position along the Hilbert curve of order 32.
    ///
    /// Method: the rotate-and-reflect recurrence of the curve's definition, high bits first.
    package static func hilbert(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y) = (x, y)
        var key: UInt64 = 0
        var side: UInt32 = 1 << 31
        while side > 0 {
            let right: UInt32 = x & side != 0 ? 1 : 0
            let upper: UInt32 = y & side != 0 ? 1 : 0
            key = key << 2 | UInt64((3 * right) ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = ~x
                    y = ~y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return key
    }
}
