// The spatial index over features of the map's background.

/// A packed R-tree over boxes in map units. The boxes of features come first, in the order of the
/// features; every ``fanout`` boxes share one in the next level.
///
/// Method: as ``EdgeIndex``.
package struct BoxIndex: Sendable {
    package static let fanout = 16

    /// West, north, east and south, level by level, leaves first.
    let boxes: MappedColumn<Int32>
    /// Each level's first box, leaves first, and the end.
    let levels: MappedColumn<UInt32>

    /// Reads the index of some features.
    ///
    /// - Throws: ``DatasetError`` if its levels do not fit the features.
    init(_ table: SectionTable, _ name: String, count: Int) throws(DatasetError) {
        levels = try table.column("\(name).levels")
        var sizes: [Int] = []
        for level in 1..<max(levels.count, 1) {
            guard levels[level] >= levels[level - 1] else { break }
            sizes.append(Int(levels[level] - levels[level - 1]))
        }
        guard levels.count > 1, levels[0] == 0, sizes == Self.levelSizes(count) else {
            throw DatasetError(
                "the map's index \"\(name)\" does not fit its features: rebuild needed")
        }
        boxes = try table.column("\(name).boxes", count: Int(levels[levels.count - 1]) * 4)
    }

    /// Returns the number of boxes in each level over `count` features.
    private static func levelSizes(_ count: Int) -> [Int] {
        var sizes = [count]
        while let last = sizes.last, last > fanout { sizes.append((last + fanout - 1) / fanout) }
        return sizes
    }

    /// Returns the box of a feature.
    package func box(of row: Int) -> SIMD4<Int32> {
        [boxes[4 * row], boxes[4 * row + 1], boxes[4 * row + 2], boxes[4 * row + 3]]
    }

    /// Returns the features whose boxes share a place with `box`, ascending.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* of *n* features.
    package func rows(in box: SIMD4<Int32>) -> [Int] {
        var found: [Int] = []
        forEachRow(in: box) { found.append($0) }
        return found.sorted()
    }

    /// Calls `visit` for each feature whose box shares a place with `box`, in no useful order.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* of *n* features.
    package func forEachRow(in box: SIMD4<Int32>, _ visit: (Int) -> Void) {
        let top = levels.count - 2
        var open = (Int(levels[top])..<Int(levels[top + 1])).map { (level: top, row: $0) }
        while let (level, row) = open.popLast() {
            let other = self.box(of: row)
            guard other.x <= box.z, box.x <= other.z, other.y <= box.w, box.y <= other.w else {
                continue
            }
            if level == 0 {
                visit(row)
                continue
            }
            let first = Int(levels[level - 1]) + (row - Int(levels[level])) * Self.fanout
            for child in first..<min(first + Self.fanout, Int(levels[level])) {
                open.append((level - 1, child))
            }
        }
    }

    /// Returns the columns of an index over features' boxes.
    static func packed(_ leaves: [SIMD4<Int32>]) -> (boxes: [Int32], levels: [UInt32]) {
        var boxes = leaves
        var levels: [UInt32] = [0]
        for size in levelSizes(leaves.count) {
            let first = Int(levels[levels.count - 1])
            if levels.count > 1 {
                let below = Int(levels[levels.count - 2])
                for row in 0..<size {
                    let start = below + row * fanout
                    boxes.append(
                        boxes[start..<min(start + fanout, first)].reduce(
                            [.max, .max, .min, .min], union))
                }
            }
            levels.append(UInt32(first + size))
        }
        return (boxes.flatMap { [$0.x, $0.y, $0.z, $0.w] }, levels)
    }

    static func union(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
        [min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w)]
    }

    /// Returns the order in which boxes lie along a Hilbert curve; equal ones keep their order.
    static func order(of boxes: [SIMD4<Int32>]) -> [Int] {
        let keys = boxes.map { box in
            EdgeIndex.hilbert(
                x: UInt32(max(0, (Int64(box.x) + Int64(box.z)) << 4)),
                y: UInt32(max(0, (Int64(box.y) + Int64(box.w)) << 4)))
        }
        return boxes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }
}
