// The highest speed to believe from a feed, street by street.

import RoadNetwork

/// Limits the speeds that a feed may state. A row above the limit has the wrong unit, or means
/// another street.
struct PlausibleSpeed {
    /// The limit as a multiple of the street's own speed or its limit, whichever is higher.
    static let timesOwn = 1.5

    private let network: NetworkDataset
    /// The first cost column of times that live speeds replace; `nil` if there is none.
    private let column: Int?

    init(_ network: NetworkDataset) {
        self.network = network
        column = network.description.liveColumns.first?.column
    }

    /// The highest speed to believe on an edge, in km/h.
    func most(on edge: UInt32) -> Double {
        let most = Self.most(of: network.roadClass(of: EdgeID(row: edge)))
        // A ferry's speed comes from its timetable, or is unknown.
        guard let own = own(of: edge), !network.flags(of: EdgeID(row: edge)).contains(.ferry)
        else { return most }
        // Streets with bends or parked cars are slower than their limit.
        let limit = network.speedLimit(of: edge).map(Double.init) ?? 0
        return min(most, Self.timesOwn * max(own, limit))
    }

    /// An edge's speed in km/h without traffic; `nil` if it has no length or time.
    func own(of edge: UInt32) -> Double? {
        guard let column else { return nil }
        let centimeters = Double(network.lengthCentimeters(of: EdgeID(row: edge)))
        let milliseconds = Double(network.costs[column][edge])
        guard centimeters > 0, milliseconds > 0 else { return nil }
        return centimeters * 36 / milliseconds
    }

    /// The highest mean speed in km/h for a road class anywhere.
    private static func most(of roadClass: RoadClass) -> Double {
        switch roadClass {
        case .motorway, .trunk: 160
        case .primary, .secondary, .tertiary, .unclassified, .other: 130
        case .residential, .ferry: 80
        default: 60
        }
    }
}

/// Counts the rows that state more than the highest plausible speed.
package struct CappedRows: Hashable, Sendable {
    /// How many rows were capped.
    package private(set) var count = 0
    private var first: First?

    private struct First: Hashable {
        var row: Int
        var stated: Double
        var counted: Double
    }

    mutating func add(row: Int, stated: Double, counted: Double) {
        count += 1
        if first == nil { first = First(row: row, stated: stated, counted: counted) }
    }

    /// Adds the count of a later part of the feed.
    mutating func add(_ later: CappedRows) {
        count += later.count
        first = first ?? later.first
    }

    /// Tells users what to check; `nil` if no row is capped.
    package var message: String? {
        guard let first else { return nil }
        let rows = count == 1 ? "1 row states" : "\(count) rows state"
        return rows
            + " a speed above \(PlausibleSpeed.timesOwn) times the street's, or above any in its "
            + "class; the highest believable speed is used (row \(first.row): "
            + "\(Int(first.counted.rounded())) for \(Int(first.stated.rounded())) km/h). Check the "
            + "unit of the feed: speeds are km/h; convert a source with mph or m/s before"
    }
}
