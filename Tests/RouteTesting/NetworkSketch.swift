// Road networks drawn as text, for tests you can check by eye.

package import Geo
package import NetworkBuilder
package import RoadNetwork

/// A network drawn with letters for nodes, along whose words you then lay roads.
///
/// One character is 50 m east, one line 100 m south. Everything but letters is decoration:
///
///     a---b
///     |   |
///     d---c
///
/// `road("abcd", seconds: 10)` lays three two-way segments of 10 s each. Walkers pass a drawing's
/// roads at 1 m/s unless you say otherwise. Lay the roads in the closure after the drawing, or
/// later in a variable. For a single straight road, write ``street(_:seconds:_:)``.
///
/// Use a sketch wherever a test's expected route or cost can be read from a drawing, as scenarios
/// do. Lay the roads first, then set facts of nodes with ``mark(_:_:)``, ``bar(_:under:)`` or
/// ``gate(_:under:)``, prohibit turns with ``forbid(_:under:when:)``, and call
/// ``build(turnCosts:)``, or `NetworkLayer.sketched(_:)` for a layer to send requests to.
/// Afterwards ``place(_:)`` gives the coordinates for stops, and ``word(of:on:)`` reads a path back
/// as letters.
///
/// Nodes are numbered in the order of their letters in the drawing, and edges in the order of the
/// roads laid: segment *n* has edges 2*n* and 2*n* + 1. Attributes come from ``TestNetwork``. For
/// networks too large to draw, use ``RandomNetwork``.
package struct NetworkSketch {
    /// A road's attributes.
    package struct Road {
        package var name = ""
        package var roadClass = RoadClass.residential
        package var flags: EdgeFlags = []
        package var families: UInt8 = TestNetwork.motor | TestNetwork.foot
        /// Restriction bits of both directions.
        package var restrictions: UInt64 = 0
        package var heightCentimeters: UInt32?
        package var reference = ""
        package var destination = ""
        package var exit = ""
        /// The driving side, if it differs from the drawing's.
        package var drivingSide: DrivingSide?
        /// The speed limit of both directions in km/h, 0 for none.
        package var speedLimit: UInt8 = 0
        /// The lanes of both directions, each from left to right.
        package var lanes: [LaneTurns] = []
        /// Traffic lights and other points on each segment.
        package var points: [PointDraft] = []
        /// The name in each of the description's languages; last the first part of a bilingual
        /// name.
        package var translations: [String] = []

        package init() {}
    }

    private var nodes: [Character: UInt32] = [:]
    private var coordinates: [Character: Coordinate] = [:]
    private var segments: [SegmentDraft] = []
    private var nodeFlags: [Character: NodeFlags] = [:]
    private var barred: [Character: UInt64] = [:]
    private var gates: [Character: UInt64] = [:]
    private var nodeHeights: [Character: UInt32] = [:]
    private var prohibitions: [TurnProhibition] = []
    /// The drawing's letters in the order of their nodes.
    package var letters: [Character] { order }
    private let order: [Character]
    /// The network's attributes and rules.
    package var description: NetworkDescription

    /// Reads a drawing.
    ///
    /// - Parameters:
    ///   - scale: Multiplies all distances; at 1, a character is 50 m.
    ///   - lay: Lays the roads.
    package init(
        _ drawing: String, drivingSide: DrivingSide = .right, scale: Double = 1,
        _ lay: (inout NetworkSketch) -> Void = { _ in }
    ) {
        description = TestNetwork.description(drivingSide: drivingSide)
        let origin = Coordinate(x: 10, y: 50)
        let degree = Geodesic.metersPerDegree(atLatitude: origin.y)
        var order: [Character] = []
        for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for (column, letter) in line.enumerated() where letter.isLetter {
                coordinates[letter] = Coordinate(
                    x: origin.x + Double(column) * 50 * scale / degree.x,
                    y: origin.y - Double(row) * 100 * scale / degree.y)
                nodes[letter] = UInt32(order.count)
                order.append(letter)
            }
        }
        self.order = order
        lay(&self)
    }

    /// A straight road through letters that lie 200 m apart: `abc` is drawn as `a---b---c`.
    package static func street(
        _ word: String, seconds: Double, _ change: (inout Road) -> Void = { _ in }
    ) -> NetworkSketch {
        NetworkSketch(word.map(String.init).joined(separator: "---")) {
            $0.road(word, seconds: seconds, change)
        }
    }

    /// The node row of a letter.
    package subscript(letter: Character) -> UInt32 {
        guard let node = nodes[letter] else { preconditionFailure("no \(letter) in the drawing") }
        return node
    }

    /// The coordinate of a letter.
    package func place(_ letter: Character) -> Coordinate {
        FixedCoordinate(coordinates[letter] ?? Coordinate(x: .nan, y: .nan)).coordinate
    }

    /// The coordinates of a word's letters.
    package func places(_ word: String) -> [Coordinate] { word.map { place($0) } }

    /// A place on the straight line between two letters.
    package func place(_ from: Character, _ to: Character, at share: Double) -> Coordinate {
        let (a, b) = (place(from), place(to))
        return Coordinate(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }

    /// Lays two-way segments between neighboring letters of a word.
    package mutating func road(
        _ word: String, seconds: Double, _ change: (inout Road) -> Void = { _ in }
    ) {
        var road = Road()
        change(&road)
        for (from, to) in zip(word, word.dropFirst()) {
            lay(from, to, seconds: seconds, road, backward: road.restrictions)
        }
    }

    /// Lays one-way segments along a word.
    package mutating func oneWay(
        _ word: String, seconds: Double, _ change: (inout Road) -> Void = { _ in }
    ) {
        var road = Road()
        change(&road)
        road.flags.insert(.oneWay)
        for (from, to) in zip(word, word.dropFirst()) {
            lay(from, to, seconds: seconds, road, backward: road.restrictions | TestNetwork.oneway)
        }
    }

    private mutating func lay(
        _ from: Character, _ to: Character, seconds: Double, _ road: Road, backward: UInt64
    ) {
        let line = [place(from), place(to)]
        let meters = Geodesic.distanceMeters(from: line[0], to: line[1])
        func direction(_ restrictions: UInt64) -> DirectionDraft {
            DirectionDraft(
                costs: [
                    UInt32(seconds * 1_000), UInt32((meters * 100).rounded()),
                    UInt32((meters * 1_000).rounded()),
                ],
                restrictions: restrictions
                    | (road.heightCentimeters == nil ? 0 : TestNetwork.height),
                families: road.families, flags: road.flags, destination: road.destination,
                exit: road.exit, limits: [road.heightCentimeters],
                speedLimit: road.speedLimit, lanes: road.lanes)
        }
        var segment = SegmentDraft(
            from: self[from], to: self[to], shape: line.map { FixedCoordinate($0) },
            wayID: Int64(segments.count + 1), name: road.name, reference: road.reference,
            roadClass: road.roadClass, forward: direction(road.restrictions),
            backward: direction(backward))
        segment.drivingSide = road.drivingSide
        segment.points = road.points
        segment.translations = road.translations
        segments.append(segment)
    }

    /// Gives the roads along a word other attributes while a condition holds.
    ///
    /// - Parameters:
    ///   - tag: The source's tag, as messages quote it.
    ///   - restrictions: The restriction bits at that time, in both directions.
    ///   - seconds: Each road's time while the condition holds, if it differs.
    ///   - speedLimit: The limit while the condition holds in km/h, 0 for none, if it differs.
    package mutating func condition(
        on word: String, _ condition: String, tag: String, restrictions: UInt64 = 0,
        seconds: Double? = nil, speedLimit: UInt8? = nil
    ) {
        for edge in edges(along: word) {
            let row = Int(edge / 2)
            func variant(_ direction: DirectionDraft) -> [VariantDraft] {
                var costs = direction.costs
                if let seconds { costs[0] = UInt32(seconds * 1_000) }
                return [
                    VariantDraft(
                        costs: costs, restrictions: direction.restrictions | restrictions,
                        speedLimit: speedLimit ?? direction.speedLimit)
                ]
            }
            segments[row].conditionals.append(tag)
            segments[row].conditions = ConditionsDraft(
                conditions: [condition], forward: variant(segments[row].forward),
                backward: variant(segments[row].backward))
        }
    }

    /// The source id of a letter's node. Each segment is a separate OSM way, numbered from 1.
    package static func id(_ letter: Character) -> Int64 {
        Int64(letter.unicodeScalars.first?.value ?? 0)
    }

    /// Sets flags of nodes.
    package mutating func mark(_ letters: String, _ flags: NodeFlags) {
        for letter in letters { nodeFlags[letter, default: []].insert(flags) }
    }

    /// Bars passage through a node under some restrictions.
    package mutating func bar(_ letter: Character, under mask: UInt64) {
        barred[letter, default: 0] |= mask
    }

    /// Closes a node to traffic without a stop behind it, under restrictions on through traffic.
    package mutating func gate(_ letter: Character, under mask: UInt64) {
        gates[letter, default: 0] |= mask
    }

    /// Limits the height of vehicles at a node.
    package mutating func limitHeight(at letter: Character, centimeters: UInt32) {
        bar(letter, under: TestNetwork.height)
        nodeHeights[letter] = centimeters
    }

    /// Prohibits driving along a word of letters: `abc` forbids the turn at b, longer words via
    /// ways.
    package mutating func forbid(
        _ word: String, under mask: UInt64 = TestNetwork.automobile, when condition: String? = nil
    ) {
        prohibitions.append(
            TurnProhibition(edges: edges(along: word), mask: mask, condition: condition))
    }

    /// The first edge laid from one letter to the next.
    package func edge(_ from: Character, _ to: Character) -> UInt32 {
        for (index, segment) in segments.enumerated() {
            if segment.from == self[from], segment.to == self[to] { return UInt32(2 * index) }
            if segment.from == self[to], segment.to == self[from] { return UInt32(2 * index + 1) }
        }
        preconditionFailure("no road from \(from) to \(to)")
    }

    /// The edges along a word.
    package func edges(along word: String) -> [UInt32] {
        zip(word, word.dropFirst()).map { edge($0, $1) }
    }

    /// A path as letters: its first tail, then every head.
    package func word(of path: NetworkPath, on network: NetworkDataset) -> String {
        guard let first = path.elements.first else { return "" }
        let rows =
            [network.tail(of: first.edge).row] + path.elements.map { network.head(of: $0.edge).row }
        return String(rows.map { order[Int($0)] })
    }

    /// Builds the network.
    package func build(turnCosts: (some TurnCostModel)? = FreeTurns?.none) throws -> NetworkDataset
    {
        var draft = NetworkDraft(description: description)
        for letter in order {
            draft.addNode(
                FixedCoordinate(place(letter)), id: Self.id(letter), flags: nodeFlags[letter] ?? [],
                barred: barred[letter] ?? 0, limits: [nodeHeights[letter]],
                gated: gates[letter] ?? 0)
        }
        for segment in segments { draft.addSegment(segment) }
        draft.prohibitions = prohibitions
        return try NetworkDataset.assembled(draft, turnCosts: turnCosts)
    }
}
