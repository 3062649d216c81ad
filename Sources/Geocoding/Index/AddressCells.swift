// Addresses by place, for reverse geocoding.

import Geo
import RoadNetwork

/// Addresses sorted by the cell of a grid in which they lie.
struct AddressCells: Sendable {
    /// Cells are about 220 m high.
    private static let cellE7: Int64 = 20_000
    private static let columns: Int64 = 3_600_000_000 / cellE7 + 2

    private var cells: [UInt64] = []
    /// Positions in ``AddressColumns``.
    private var addresses: [UInt32] = []

    init() {}

    /// - Complexity: O(*n* log *n*).
    init(_ places: [FixedCoordinate]) {
        var order = places.indices.map { (cell: Self.cell(of: places[$0]), address: UInt32($0)) }
        order.sort { ($0.cell, $0.address) < ($1.cell, $1.address) }
        cells = order.map(\.cell)
        addresses = order.map(\.address)
    }

    private static func cell(of place: FixedCoordinate) -> UInt64 {
        let row = min(max(Int64(place.latitudeE7) + 900_000_000, 0), 1_800_000_000) / cellE7
        let column =
            min(max(Int64(place.longitudeE7) + 1_800_000_000, 0), 3_600_000_000) / cellE7
        return UInt64(row * columns + column)
    }

    /// Calls `body` with every address in the cells that a box touches.
    func forEach(in box: Envelope, _ body: (Int) -> Void) {
        func bounded(_ degrees: Double, _ most: Double) -> Int32 {
            Int32((min(max(degrees, -most), most) * 1e7).rounded())
        }
        let corners = [(box.minX, box.minY), (box.maxX, box.maxY)].map {
            FixedCoordinate(longitudeE7: bounded($0.0, 180), latitudeE7: bounded($0.1, 90))
        }
        let low = Self.cell(of: corners[0])
        let high = Self.cell(of: corners[1])
        let width = UInt64(Self.columns)
        var row = low / width
        while row <= high / width {
            let wanted = row * width + low % width
            let last = row * width + high % width
            var place = cells.firstPlace(from: wanted)
            while place < cells.count, cells[place] <= last {
                body(Int(addresses[place]))
                place += 1
            }
            row += 1
        }
    }
}

extension [UInt64] {
    /// Returns the first position whose value is not less than another.
    fileprivate func firstPlace(from value: UInt64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
