// Selects the streets a tile shows.

import Geo
import RoadNetwork
import Synchronization

/// Finds a tile's streets: the important ones at its zoom, and never more than it can bear.
final class StreetSelector: Sendable {
    /// The most segments in one tile. If there are more, whole classes are left out, the least
    /// important first.
    let mostSegments: Int

    /// The deepest zoom at which to use the trees by class.
    private static let deepestTreeZoom = 11

    private let network: NetworkDataset
    /// The trees for low zooms, made when they are first needed.
    private let trees = Mutex<[UInt8: ClassTree]?>(nil)

    init(_ network: NetworkDataset, mostSegments: Int) {
        self.network = network
        self.mostSegments = mostSegments
    }

    /// Returns the segments whose boxes meet a tile with its buffer, ascending.
    ///
    /// - Complexity: as ``segments(in:zoom:)``.
    func segments(in tile: TileAddress) -> [UInt32] {
        segments(
            in: tile.envelope(grownBy: TileAddress.buffer / TileAddress.extent), zoom: tile.zoom)
    }

    /// Returns the segments whose boxes meet a box, ascending, of the classes that a zoom shows.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* segments found. At low zooms, the first call
    ///   also takes O(*n*) once.
    func segments(in box: Envelope, zoom: Int) -> [UInt32] {
        let classes = StreetKind.classes(at: zoom)
        guard classes != 0 else { return [] }
        var byClass = [[UInt32]](repeating: [], count: RoadClass.allCases.count)
        let showsLinks = zoom >= StreetKind.leastLinkZoom
        func visit(_ segment: UInt32) {
            let roadClass = network.segmentClass[segment]
            guard Int(roadClass) < byClass.count, classes & 1 << UInt32(roadClass) != 0,
                showsLinks || !isLink(segment)
            else { return }
            byClass[Int(roadClass)].append(segment)
        }
        if zoom <= Self.deepestTreeZoom {
            for (roadClass, tree) in allTrees() where classes & 1 << UInt32(roadClass) != 0 {
                tree.forEachSegment(in: Self.fixed(box), visit)
            }
        } else {
            network.index.forEachPiece(in: box) { segment, _ in visit(UInt32(segment)) }
        }
        return chosen(byClass)
    }

    /// Returns each segment once, from as many classes as fit.
    private func chosen(_ byClass: [[UInt32]]) -> [UInt32] {
        var chosen: [UInt32] = []
        for segments in byClass where !segments.isEmpty {
            let sorted = segments.sorted()
            var each: [UInt32] = []
            each.reserveCapacity(sorted.count)
            for segment in sorted where each.last != segment { each.append(segment) }
            if chosen.count + each.count > mostSegments {
                // Show the most important class in part rather than not at all.
                if chosen.isEmpty { chosen = Array(each.prefix(mostSegments)) }
                break
            }
            chosen += each
        }
        return chosen.sorted()
    }

    private func isLink(_ segment: UInt32) -> Bool {
        network.flags(of: EdgeID(row: segment << 1)).contains(.link)
    }

    private func allTrees() -> [UInt8: ClassTree] {
        trees.withLock { trees in
            if let trees { return trees }
            let made = ClassTree.trees(
                of: network, classes: StreetKind.classes(at: Self.deepestTreeZoom))
            trees = made
            return made
        }
    }

    private static func fixed(_ box: Envelope) -> SIMD4<Int32> {
        func fixed(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int32 {
            Int32(max(-2_147_483_647, min(2_147_483_647, (degrees * 1e7).rounded(rule))))
        }
        return [
            fixed(box.minX, .down), fixed(box.minY, .down), fixed(box.maxX, .up),
            fixed(box.maxY, .up),
        ]
    }
}
