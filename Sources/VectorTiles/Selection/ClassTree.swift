// Indexes one class of streets. Use it at zooms where most other streets are left out.

import RoadNetwork

/// A packed R-tree over the pieces of one road class's segments.
///
/// The network's own index has every street. If a zoom shows a whole country, most streets found
/// there are left out again. The few classes at low zooms therefore have their own trees. Leaves
/// keep the order they have in the network's index, along a Hilbert curve.
///
/// Method: as ``EdgeIndex``.
struct ClassTree: Sendable {
    private static let fanout = 16

    private let segments: [UInt32]
    /// West, south, east and north in 1e-7 degrees, leaves first.
    private let boxes: [SIMD4<Int32>]
    /// The first box in each level, leaves first, and the end.
    private let levels: [Int]

    /// Makes a tree for each class in a mask. Both mask and result use the classes' raw values.
    ///
    /// - Complexity: O(*n*) for *n* pieces in the network's index.
    static func trees(of network: NetworkDataset, classes: UInt32) -> [UInt8: ClassTree] {
        var found: [UInt8: (segments: [UInt32], boxes: [SIMD4<Int32>])] = [:]
        let (segments, boxes) = (network.index.segments, network.index.boxes)
        for leaf in 0..<segments.count {
            let segment = segments[leaf]
            let roadClass = network.segmentClass[segment]
            guard classes & 1 << UInt32(roadClass) != 0 else { continue }
            let box: SIMD4<Int32> = [
                boxes[4 * leaf], boxes[4 * leaf + 1], boxes[4 * leaf + 2], boxes[4 * leaf + 3],
            ]
            found[roadClass, default: ([], [])].segments.append(segment)
            found[roadClass, default: ([], [])].boxes.append(box)
        }
        return found.mapValues { ClassTree(segments: $0.segments, leaves: $0.boxes) }
    }

    private init(segments: [UInt32], leaves: [SIMD4<Int32>]) {
        var boxes = leaves
        var levels = [0, leaves.count]
        var first = 0
        while boxes.count - first > Self.fanout {
            let end = boxes.count
            for row in stride(from: first, to: end, by: Self.fanout) {
                boxes.append(
                    boxes[row..<min(row + Self.fanout, end)].reduce([.max, .max, .min, .min]) {
                        [
                            min($0.x, $1.x), min($0.y, $1.y), max($0.z, $1.z), max($0.w, $1.w),
                        ]
                    })
            }
            first = end
            levels.append(boxes.count)
        }
        self.segments = segments
        self.boxes = boxes
        self.levels = levels
    }

    /// Calls `visit` for each piece whose box meets `box`, with the piece's segment.
    ///
    /// - Complexity: O(log *n* + *k*) if *k* out of *n* pieces are found.
    func forEachSegment(in box: SIMD4<Int32>, _ visit: (UInt32) -> Void) {
        let top = levels.count - 2
        var open = (levels[top]..<levels[top + 1]).map { (level: top, row: $0) }
        while let (level, row) = open.popLast() {
            let found = boxes[row]
            guard found.x <= box.z, box.x <= found.z, found.y <= box.w, box.y <= found.w else {
                continue
            }
            if level == 0 {
                visit(segments[row])
                continue
            }
            let first = levels[level - 1] + (row - levels[level]) * Self.fanout
            for child in first..<min(first + Self.fanout, levels[level]) {
                open.append((level - 1, child))
            }
        }
    }
}
