// A grid over the Earth, to find boxes near a place.

import Geo

/// Items by the cells of a grid that lie within reach of their boxes.
struct BoxCells: Sendable {
    private static let cellDegrees = 0.05
    /// Items of more cells than this are near every place.
    private static let mostCells = 1_000

    private struct Range {
        var low: SIMD2<Int32>
        var high: SIMD2<Int32>

        var count: Int { Int(high.x - low.x + 1) * Int(high.y - low.y + 1) }

        func contains(_ x: Int32, _ y: Int32) -> Bool {
            low.x <= x && x <= high.x && low.y <= y && y <= high.y
        }
    }

    private var cells: [SIMD2<Int32>: [UInt32]] = [:]
    private var wide: [UInt32] = []

    /// Adds an item, or enlarges the box of one added before.
    ///
    /// - Parameters:
    ///   - box: Its box in degrees.
    ///   - meters: Searches find the item up to this distance from its box.
    ///   - smaller: The item's box so far, if it was added before.
    /// - Complexity: O(*c*) in its new cells.
    mutating func add(
        _ item: UInt32, _ box: Envelope, reaching meters: Double, from smaller: Envelope? = nil
    ) {
        guard !box.isEmpty else { return }
        let range = Self.range(of: box, reaching: meters)
        let old = smaller.map { Self.range(of: $0, reaching: meters) }
        guard range.count <= Self.mostCells else {
            if old?.count ?? 0 <= Self.mostCells { wide.append(item) }
            return
        }
        for x in range.low.x...range.high.x {
            for y in range.low.y...range.high.y where old?.contains(x, y) != true {
                cells[SIMD2(x, y), default: []].append(item)
            }
        }
    }

    /// Returns the items near enough to reach a place; an item comes twice if it grew.
    func items(near place: Coordinate) -> [UInt32] {
        let found = cells[Self.cell(place)] ?? []
        return wide.isEmpty ? found : found + wide
    }

    private static func range(of box: Envelope, reaching meters: Double) -> Range {
        let latitude = max(abs(box.minY), abs(box.maxY))
        let scale = Geodesic.metersPerDegree(atLatitude: latitude)
        let (east, north) = (meters / max(scale.x, 1_000), meters / scale.y)
        return Range(
            low: cell(Coordinate(x: box.minX - east, y: box.minY - north)),
            high: cell(Coordinate(x: box.maxX + east, y: box.maxY + north)))
    }

    private static func cell(_ place: Coordinate) -> SIMD2<Int32> {
        SIMD2(
            Int32((place.x / cellDegrees).rounded(.down)),
            Int32((place.y / cellDegrees).rounded(.down)))
    }
}
