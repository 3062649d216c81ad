// Roads as mappers of other places tag them, according to public reports, each in a small town.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct ForeignRoadScenarios {
    /// A node in meters east and north of the town's corner, with its tags.
    private struct Node {
        var id: Int
        var east: Double
        var north: Double
        var tags: [String: String] = [:]

        init(_ id: Int, _ east: Double, _ north: Double, _ tags: [String: String] = [:]) {
            (self.id, self.east, self.north, self.tags) = (id, east, north, tags)
        }
    }

    /// A place in meters east and north of the town's corner.
    private static func place(_ east: Double, _ north: Double) -> Coordinate {
        let degree = Geodesic.metersPerDegree(atLatitude: 48)
        return Coordinate(x: 11 + east / degree.x, y: 48 + north / degree.y)
    }

    private static func xml(_ tags: [String: String]) -> String {
        tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.sorted().joined()
    }

    /// A town of residential streets, given by their nodes; their ids begin at 101.
    private static func town(
        _ nodes: [Node], _ streets: [([Int], [String: String])], _ relations: String = ""
    ) -> String {
        let points = nodes.map { node in
            let place = place(node.east, node.north)
            return "<node id='\(node.id)' lon='\(place.x)' lat='\(place.y)'>" + xml(node.tags)
                + "</node>"
        }
        let ways = streets.enumerated().map { row, street in
            "<way id='\(101 + row)'>" + street.0.map { "<nd ref='\($0)'/>" }.joined()
                + xml(street.1.merging(["highway": "residential"]) { own, _ in own }) + "</way>"
        }
        return points.joined() + ways.joined() + relations
    }

    /// A turn restriction.
    private static func restriction(
        _ from: Int, node: Int? = nil, way: Int? = nil, _ to: Int, _ tags: [String: String]
    ) -> String {
        let via = [node.map { ("node", $0) }, way.map { ("way", $0) }].compactMap(\.self)
        let members =
            [("way", from, "from")] + via.map { ($0.0, $0.1, "via") } + [("way", to, "to")]
        return "<relation id='\(900 + from + to)'>"
            + members.map { "<member type='\($0.0)' ref='\($0.1)' role='\($0.2)'/>" }.joined()
            + xml(tags.merging(["type": "restriction"]) { own, _ in own }) + "</relation>"
    }

    private func ask(
        _ town: String, _ from: Coordinate, _ to: Coordinate,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(from: .imported(town), [from, to], change)
    }

    private func meters(_ result: AnalysisResult) throws -> Double {
        try #require(result.total("Total_Length"))
    }

    // MARK: A restriction at hours, over a street, with exceptions

    @Test(
        arguments: [
            // 1 May 2024 is a Wednesday, 4 May a Saturday.
            ("Driving an Automobile", clock(8, 0), true),
            ("Driving an Automobile", clock(10, 0), false),
            ("Driving an Automobile", clock(3 * 24 + 8, 0), false),
            ("Driving a Bus", clock(8, 0), false),
        ])
    func `a restriction over a street at hours binds then, except what it frees`(
        vehicle: String, start: Int64, isDetour: Bool
    ) throws {
        let town = Self.town(
            [
                Node(1, 0, 300), Node(2, 0, 200), Node(3, 0, 100), Node(4, 200, 300),
                Node(5, 100, 100), Node(6, 0, 0), Node(7, 200, 100),
            ],
            [([1, 2], [:]), ([2, 3], [:]), ([3, 5, 7], [:]), ([3, 6], [:]), ([2, 4, 5], [:])],
            Self.restriction(
                101, way: 102, 103,
                ["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)", "except": "bus"]))
        let result = try ask(town, Self.place(0, 250), Self.place(150, 100)) {
            $0.startTime = .milliseconds(start)
            $0.restrictionAttributeNames = [vehicle]
        }
        let meters = try meters(result)
        #expect(isDetour ? meters > 450 : meters < 350, "\(meters) m")
    }

    // MARK: A turn that must be taken

    @Test(arguments: [
        UTurnPolicy.allowBacktrack, .atDeadEndsAndIntersections, .atDeadEndsOnly, .noBacktrack,
    ])
    func `where only a right turn is allowed, none turns round`(policy: UTurnPolicy) throws {
        // From 1 over 2 to 3, which 2 forbids; 4 leads on to the right only, round to 2.
        let town = Self.town(
            [
                Node(1, -100, 100), Node(2, 0, 0), Node(3, -100, -100), Node(4, 200, 0),
                Node(5, 200, -200), Node(6, 200, 200), Node(7, 400, 0), Node(8, 0, -200),
            ],
            [
                ([1, 2], ["oneway": "yes"]), ([2, 3], ["oneway": "yes"]), ([2, 4], [:]),
                ([4, 5, 8, 2], [:]), ([4, 6], [:]), ([4, 7], [:]),
            ],
            Self.restriction(101, node: 2, 102, ["restriction": "no_right_turn"])
                + Self.restriction(101, node: 2, 104, ["restriction": "no_right_turn"])
                + Self.restriction(103, node: 4, 104, ["restriction": "only_right_turn"]))
        let result = try ask(town, Self.place(-50, 50), Self.place(-50, -50)) {
            $0.restrictUTurns = policy
        }
        // Half of each slip road, and the way round the block.
        let meters = try meters(result)
        #expect(abs(meters - 941) < 10, "\(meters) m")
    }

    // MARK: A street that turns round at hours

    /// A street of 400 m with tags on its middle half, or on the node in its middle, and a way
    /// round of 2.4 km.
    private static func street(
        _ tags: [String: String] = [:], node: [String: String] = [:]
    ) -> String {
        town(
            [
                Node(1, 0, 0), Node(2, 100, 0), Node(3, 200, 0, node), Node(4, 300, 0),
                Node(5, 400, 0), Node(6, 100, 1_100), Node(7, 300, 1_100),
            ],
            [
                ([1, 2], [:]), ([4, 5], [:]), ([2, 6, 7, 4], [:]),
                ([2, 3, 4], tags.merging(["name": "Test Street"]) { $1 }),
            ])
    }

    @Test func `a street that turns round at hours is driven the other way then`() throws {
        let town = Self.street(["oneway:conditional": "-1 @ (07:00-09:00)"])
        let ends = [Self.place(50, 0), Self.place(350, 0)]
        func ask(_ ends: [Coordinate], _ start: Int64) throws -> AnalysisResult {
            try self.ask(town, ends[0], ends[1]) { $0.startTime = .milliseconds(start) }
        }
        let closed = try ask(ends, clock(8, 0))
        #expect(try meters(closed) > 2_000)
        #expect(closed.messageText.contains("oneway:conditional=-1 @ (07:00-09:00) on Test Street"))
        #expect(try meters(try ask(ends.reversed(), clock(8, 0))) < 400)
        #expect(try meters(try ask(ends, clock(10, 0))) < 400)
        #expect(try meters(try ask(ends.reversed(), clock(10, 0))) < 400)
    }

    @Test func `a road over ice is open in winter`() throws {
        let town = Self.street(["highway": "tertiary", "ice_road": "yes"])
        func isDetour(_ start: Int64?) throws -> Bool {
            let result = try ask(town, Self.place(50, 0), Self.place(350, 0)) {
                if let start { $0.startTime = .milliseconds(start) }
            }
            return try meters(result) > 2_000
        }
        // In May, and in January.
        #expect(try isDetour(clock(12, 0)))
        #expect(try !isDetour(clock(250 * 24 + 12, 0)))
        #expect(try !isDetour(nil))
    }

    // MARK: Barriers

    @Test(
        arguments: [
            (["barrier": "bollard", "bollard": "rising"], true), (["barrier": "bollard"], false),
            (["barrier": "gate", "access": "no"], false),
            (["barrier": "gate", "motorcar": "yes"], true),
            (["barrier": "bollard", "access": "yes"], true), (["barrier": "wall"], false),
            (["barrier": "coupure"], true),
        ] as [([String: String], Bool)])
    func `a route passes the barriers that the tags open`(
        tags: [String: String], isThrough: Bool
    ) throws {
        let town = Self.street(node: tags)
        let meters = try meters(try ask(town, Self.place(50, 0), Self.place(350, 0)))
        #expect(isThrough ? meters < 400 : meters > 2_000, "\(tags): \(meters) m")
    }
}
