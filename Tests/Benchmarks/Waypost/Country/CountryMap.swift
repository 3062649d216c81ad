// A made-up country's roads, for writing as OpenStreetMap data.

/// A way's tags.
struct RoadTags: Hashable {
    /// The value of `highway`.
    enum Kind: String, CaseIterable {
        case motorway, primary, secondary, tertiary, residential, unclassified
        case motorwayLink = "motorway_link"
    }

    var kind: Kind
    var isOneWay = false
    /// A name's number, or `nil` for none.
    var name: Int?
    var reference: String?
    var speedLimit: Int?
    var isBridge = false
}

/// A forbidden turn, or the only allowed one.
struct TurnSign: Hashable {
    /// The value of `restriction`.
    enum Kind: String, CaseIterable {
        case noLeftTurn = "no_left_turn"
        case noRightTurn = "no_right_turn"
        case onlyStraightOn = "only_straight_on"
    }

    var kind: Kind
    /// Rows for the ways that end or begin at the node.
    var from: Int
    var via: UInt32
    var to: Int
}

/// A place in meters east and north of the country's south-west corner.
struct Spot: Hashable {
    var x: Double
    var y: Double

    static func + (a: Spot, b: Spot) -> Spot { Spot(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Spot, b: Spot) -> Spot { Spot(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Spot, factor: Double) -> Spot { Spot(x: a.x * factor, y: a.y * factor) }

    var length: Double { (x * x + y * y).squareRoot() }

    /// A quarter turn to the left.
    var left: Spot { Spot(x: -y, y: x) }

    /// The place rotated about the origin.
    func turned(sine: Double, cosine: Double) -> Spot {
        Spot(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }
}

/// Nodes, ways and turn restrictions in flat columns, since a country has millions.
struct CountryMap {
    private(set) var longitudeE7: [Int32] = []
    private(set) var latitudeE7: [Int32] = []
    /// Rows of nodes with traffic lights, ascending after ``finish()``.
    private(set) var signals: [UInt32] = []
    /// The first row of each way in ``wayNodes``, and the end of the last.
    private(set) var wayFirst: [UInt32] = [0]
    private(set) var wayNodes: [UInt32] = []
    private(set) var wayTags: [RoadTags] = []
    private(set) var turnSigns: [TurnSign] = []

    /// The south-west corner. The scale from meters to degrees is taken in the middle of the
    /// country.
    private static let (west, south) = (5.0, 44.0)
    private static let (metersPerDegreeEast, metersPerDegreeNorth) = (76_800.0, 111_150.0)

    var nodeCount: Int { longitudeE7.count }
    var wayCount: Int { wayTags.count }

    /// Adds a node and returns its row.
    mutating func addNode(_ spot: Spot) -> UInt32 {
        longitudeE7.append(Int32((1e7 * (Self.west + spot.x / Self.metersPerDegreeEast)).rounded()))
        latitudeE7.append(
            Int32((1e7 * (Self.south + spot.y / Self.metersPerDegreeNorth)).rounded()))
        return UInt32(longitudeE7.count - 1)
    }

    /// Adds a way and returns its row, or `nil` if it has fewer than two nodes.
    @discardableResult
    mutating func addWay(_ nodes: [UInt32], _ tags: RoadTags) -> Int? {
        guard nodes.count >= 2 else { return nil }
        wayNodes += nodes
        wayFirst.append(UInt32(wayNodes.count))
        wayTags.append(tags)
        return wayTags.count - 1
    }

    mutating func addSignals(_ node: UInt32) { signals.append(node) }

    mutating func addTurnSign(_ sign: TurnSign) { turnSigns.append(sign) }

    func nodes(ofWay way: Int) -> ArraySlice<UInt32> {
        wayNodes[Int(wayFirst[way])..<Int(wayFirst[way + 1])]
    }

    /// Sorts the columns that are searched by row.
    mutating func finish() { signals.sort() }
}
