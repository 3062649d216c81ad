// Live speeds and closures on drawings: how requests use them and answers report them.

import Geo
import MatrixAnalysis
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct TrafficScenarios {
    /// The bridge `bc` is half an hour away and takes a minute; the detour by `d` takes 40 minutes
    /// more.
    private static var river: NetworkSketch {
        NetworkSketch(
            """
            a---b---c---e
                |   |
                d---f
            """
        ) {
            $0.road("ab", seconds: 1_800) { $0.name = "Mill Lane" }
            $0.road("bc", seconds: 60) { $0.name = "Old Bridge" }
            $0.road("ce", seconds: 60)
            $0.road("bdfc", seconds: 820)
        }
    }

    private static let noon = TrafficTown.noon
    private static let quarter: Int64 = 15 * 60_000
    private let direct = 32.0
    private let round = 72.0

    @Test func `a jam lengthens the time, and the row says what it would be without`() throws {
        let town = try TrafficTown(Self.river)
        let snapshot = town.publish(["bc": 3])
        let result = try town.ask()
        let bridge = town.milliseconds(along: "bc", at: 3)
        #expect(bridge > 180_000)
        #expect(result.total("Total_TravelTime") == (31 * 60_000 + bridge) / 60_000)
        #expect(result.total("FreeFlow_TravelTime") == direct)
        #expect(result.total("Delay_TravelTime") == (bridge - 60_000) / 60_000)
        #expect(result.total("FreeFlow_WalkTime") == nil)
        #expect(result.traffic == TrafficUse(id: snapshot.id, made: Self.noon))
        #expect(result.messageText.contains(snapshot.id))
        for bytes in [AnalysisResultWriter.json(result), AnalysisResultWriter.geoJSON(result)] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("\"traffic\":{\"snapshot\":\"\(snapshot.id)\""))
        }
    }

    @Test(arguments: [MatrixOutputType.noLines, .straightLines])
    func `lines of a matrix have what live speeds change, as routes have`(
        type: MatrixOutputType
    ) throws {
        let town = try TrafficTown(Self.river)
        var parameters = ODCostMatrixParameters(
            from: town.sketch.input("a"), to: town.sketch.input("bde"))
        parameters.outputType = type
        let plain = try #require(try town.layer.solve(parameters)[table: "odLines"])
        #expect(plain.fieldIndex("FreeFlow_TravelTime") == nil)
        town.publish(["bc": 3, "fc": 4])
        let lines = try #require(try town.layer.solve(parameters)[table: "odLines"])
        #expect(lines.features.count == 3)
        #expect(lines.fieldIndex("FreeFlow_WalkTime") == nil)
        for (rank, letter) in "bed".enumerated() {
            let route = try town.ask("a\(letter)")
            for field in ["Total_", "FreeFlow_", "Delay_"] {
                let column = try #require(lines.fieldIndex("\(field)TravelTime"))
                #expect(
                    lines.features[rank].values[column]
                        == route.total("\(field)TravelTime").map { .double($0) },
                    "\(field) \(letter)")
            }
        }
    }

    @Test func `matrices and closest facilities name the snapshot, and say that it has lapsed`()
        throws
    {
        let town = try TrafficTown(Self.river)
        let pinned = town.publish(["bc": 3])
        let newest = town.publish(["bc": 30], made: Self.noon + 1)
        func answers(_ snapshot: String?) throws -> [AnalysisResult] {
            var matrix = ODCostMatrixParameters(
                from: town.sketch.input("a"), to: town.sketch.input("e"))
            matrix.analysis.time.trafficSnapshot = snapshot
            var nearest = ClosestFacilityParameters(from: matrix.origins, to: matrix.destinations)
            nearest.returnCFRoutes = true
            nearest.analysis.time.trafficSnapshot = snapshot
            return [try town.layer.solve(matrix), try town.layer.solve(nearest)]
        }
        #expect(try answers(nil).map { $0.traffic?.id } == [newest.id, newest.id])
        #expect(try answers(pinned.id).map { $0.traffic?.id } == [pinned.id, pinned.id])
        town.pass(milliseconds: Self.quarter + 1)
        for result in try answers(nil) {
            let warnings = result.messages.filter { $0.type == .warning }.map(\.text)
            #expect(warnings.contains { $0.contains("lapsed") }, "\(warnings)")
            let json = String(decoding: AnalysisResultWriter.json(result), as: UTF8.self)
            #expect(json.contains("\"traffic\":{\"snapshot\":\"\(newest.id)\""))
        }
    }

    @Test func `speeds above those of the network shorten the time`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["ab": 100])
        let result = try town.ask()
        let quick = town.milliseconds(along: "ab", at: 100)
        #expect(result.total("FreeFlow_TravelTime") == direct)
        #expect(result.total("Delay_TravelTime") == (quick - 1_800_000) / 60_000)
        #expect(quick < 10_000)
    }

    @Test func `a jam on the bridge sends routes round when that is quicker`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["bc": 0.2])
        let result = try town.ask()
        #expect(result.total("Total_TravelTime") == round)
        #expect(result.total("Delay_TravelTime") == 0)
        #expect(town.sketch.letters(along: result) == "abdfce")
    }

    @Test func `time spent at stops is in the total and in the free flow alike`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["bc": 3])
        let result = try town.ask("abe") {
            $0.setStops([[:], ["Attr_TravelTime": .double(10)], [:]])
        }
        #expect(result.total("FreeFlow_TravelTime") == direct + 10)
        let delay = try #require(result.total("Delay_TravelTime"))
        let total = try #require(result.total("Total_TravelTime"))
        #expect(abs(total - direct - 10 - delay) < 1e-9)
    }

    @Test func `without a snapshot, or without traffic, nothing of it is in the answer`() throws {
        let town = try TrafficTown(Self.river)
        let before = AnalysisResultWriter.json(try town.ask())
        town.publish(["bc": 3], closed: ["ce"])
        let without = AnalysisResultWriter.json(try town.ask { $0.useTraffic = false })
        #expect(without == before)
        town.layer.traffic.withdraw()
        #expect(AnalysisResultWriter.json(try town.ask()) == before)
        #expect(!String(decoding: before, as: UTF8.self).contains("FreeFlow"))
    }

    @Test func `walkers do not notice jams and closures of vehicles`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["bc": 1], closed: ["bc", "cb"])
        let walk = try town.ask {
            $0.impedanceAttributeName = "WalkTime"
            $0.directionsTimeAttributeName = "WalkTime"
            $0.restrictionAttributeNames = ["Walking"]
        }
        #expect(walk.traffic == nil)
        #expect(town.sketch.letters(along: walk) == "abce")
    }

    @Test func `a closed bridge is gone round, and a place that closures cut off has a reason`()
        throws
    {
        let town = try TrafficTown(Self.river)
        town.publish(closed: ["bc", "cb"])
        #expect(try town.ask().total("Total_TravelTime") == round)
        town.publish(closed: ["bc", "fc"], made: Self.noon + 1)
        let cut = try #require(
            try failure(from: town.layer, town.sketch.places("ac")) {
                // No other street is this near.
                $0.locateSettings = LocateSettingsByInput(
                    fallback: LocateSettings(toleranceMeters: 10, allowAutoRelocate: true))
            })
        #expect(cut.identifier == .noSolution)
        #expect(cut.reasons.first?.cause == .closedByTraffic)
        #expect(cut.reasons.first?.change == .parameter("useTraffic", .string("false")))
    }

    @Test func `a closure with times counts when the bridge is reached`() throws {
        let town = try TrafficTown(Self.river)
        let minute: Int64 = 60_000
        town.publish(
            closed: ["bc", "cb"], from: Self.noon + 60 * minute, until: Self.noon + 120 * minute)
        func minutes(at start: Int64) throws -> Double? {
            try town.ask { $0.depart(at: Self.noon + start * minute) }.total("Total_TravelTime")
        }
        // Half an hour to the bridge.
        #expect(try minutes(at: 29) == direct)
        #expect(try minutes(at: 30) == round)
        #expect(try minutes(at: 60) == round)
        #expect(try minutes(at: 89) == round)
        #expect(try minutes(at: 90) == direct)
    }

    @Test func `what a feed states is an event if it holds when the route is there`() throws {
        let town = try TrafficTown(Self.river)
        let half = Self.noon + 2 * Self.quarter
        let words = TrafficEvent(kind: .accident, text: "Two cars", id: "A-17", lanesClosed: 1)
        let bridge = town.sketch.edges(along: "bc") + town.sketch.edges(along: "ce")
        town.layer.traffic.publish(
            TrafficSnapshot(
                speeds: [], closures: [],
                events: bridge.map { EdgeEvent(edge: $0, event: words, from: half - 1_000) }
                    + town.sketch.edges(along: "ab").map {
                        EdgeEvent(edge: $0, event: TrafficEvent(kind: .works), from: half)
                    }
                    + town.sketch.edges(along: "bc").map {
                        EdgeEvent(edge: $0, event: TrafficEvent(kind: .hazard), until: half)
                    }, made: Self.noon, on: town.layer.network))
        let result = try town.ask { $0.returnConditions = true }
        let event = try #require(result.routeEvents.first)
        #expect(result.routeEvents.count == 1, "works are later, and the hazard is over")
        #expect(event.kind == .accident && event.text == "Two cars" && event.feedID == "A-17")
        #expect(event.lanesClosed == 1 && event.street == "Old Bridge")
        #expect(event.seconds == 1_800)
        #expect(result.total("Total_TravelTime") == direct, "events cost nothing")
        #expect(try town.ask("ea") { $0.returnConditions = true }.routeEvents.isEmpty)
        let without = try town.ask {
            $0.returnConditions = true
            $0.useTraffic = false
        }
        #expect(without.routeEvents.isEmpty)
        #expect(without.events?.fields.map(\.name).contains("FeedID") == false)
    }

    @Test func `what a feed states at a place of a street lies there, in the order of travel`()
        throws
    {
        let town = try TrafficTown(Self.river)
        let edge = town.sketch.edges(along: "bc")[0]
        let length = Double(town.layer.network.lengthCentimeters(of: EdgeID(row: edge))) / 100
        func events(_ shares: [(TrafficEvent.Kind, Float)]) throws -> [RouteEvent] {
            town.layer.traffic.publish(
                TrafficSnapshot(
                    speeds: [], closures: [],
                    events: shares.map {
                        EdgeEvent(edge: edge, event: TrafficEvent(kind: $0.0), share: $0.1)
                    }, made: Self.noon, on: town.layer.network))
            return try town.ask { $0.returnConditions = true }.routeEvents
        }
        let whole = try #require(try events([(.works, 0)]).first)
        let placed = try events([(.accident, 0.75), (.works, 0), (.hazard, 0.25)])
        #expect(placed.map(\.kind) == [.works, .hazard, .accident])
        for (event, share) in zip(placed, [0, 0.25, 0.75]) {
            #expect(abs(event.meters - whole.meters - share * length) < 0.02)
        }
        #expect(placed[1].seconds > placed[0].seconds && placed[2].seconds > placed[1].seconds)
    }

    @Test func `without a start time, travel from now on counts for it`() throws {
        let town = try TrafficTown(Self.river)
        let minute: Int64 = 60_000
        town.publish(closed: ["bc", "cb"], from: Self.noon + 20 * minute)
        // Open now, and closed in half an hour, when the vehicle reaches the bridge.
        let late = try town.ask { $0.returnConditions = true }
        #expect(late.total("Total_TravelTime") == round)
        #expect(late.conditions?.first?.flags == [])
        #expect(late.route(0, "StartTimeUTC") == nil || late.route(0, "StartTimeUTC") == .null)
        // Closed now, and open on arrival.
        town.publish(closed: ["bc", "cb"], until: Self.noon + 20 * minute)
        let open = try town.ask { $0.returnConditions = true }
        #expect(open.total("Total_TravelTime") == direct)
        #expect(open.conditions?.first?.flags == [])
        // Without an end, the closure always covers the arrival, and the reason says so.
        town.publish(closed: ["bc", "cb", "fc"], from: Self.noon - minute)
        let cut = try #require(
            try failure(from: town.layer, town.sketch.places("ac")) {
                $0.locateSettings = LocateSettingsByInput(
                    fallback: LocateSettings(toleranceMeters: 10, allowAutoRelocate: true))
            })
        #expect(cut.reasons.first?.cause == .closedByTraffic)
    }

    @Test func `metrics for closures that begin within an hour are made before they are used`()
        throws
    {
        let town = try TrafficTown(Self.river)
        town.layer.prepare()
        for from in [nil, Self.noon + 20 * 60_000] {
            town.publish(["ab": 20], closed: ["bc"], from: from)
            let misses = town.layer.metricUse.misses
            #expect(try town.ask().total("Total_TravelTime") != direct)
            #expect(town.layer.metricUse.misses == misses)
        }
    }

    @Test func `a street that is still closed when it is reached has no stops`() throws {
        var sketch = NetworkSketch("a---b---c---e")
        sketch.road("ab", seconds: 1_800)
        sketch.road("bce", seconds: 60)
        let town = try TrafficTown(sketch)
        town.publish(closed: ["ce", "ec"], until: Self.noon + 20 * 60_000)
        func minutes(from letter: Character) throws -> Double? {
            try town.ask {
                $0.stops = .places([
                    town.sketch.place(letter), town.sketch.place("c", "e", at: 0.5),
                ])
            }.total("Total_TravelTime")
        }
        // Reached after half an hour, and after a minute; in the second case the stop moves to c.
        #expect(try minutes(from: "a") == 31.5)
        let near = try minutes(from: "b")
        #expect(near == 1, "\(near ?? -1)")
    }

    @Test func `speeds lapse after a quarter of an hour, and a message says so`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["bc": 3], closed: ["ce"], from: Self.noon, until: Self.noon + 1)
        town.pass(milliseconds: Self.quarter - 1)
        let last = try town.ask()
        #expect(try #require(last.total("Delay_TravelTime")) > 0)
        town.pass(milliseconds: 1)
        let result = try town.ask()
        #expect(result.total("Total_TravelTime") == direct)
        #expect(result.total("Delay_TravelTime") == 0)
        #expect(result.messages.first { $0.type == .warning }?.text.contains("lapsed") == true)
        // The departure counts, not the clock.
        let earlier = try town.ask { $0.depart(at: Self.noon + 1_000) }
        #expect(try #require(earlier.total("Delay_TravelTime")) > 0)
        let tomorrow = try town.ask { $0.depart(at: Self.noon + 86_400_000) }
        #expect(tomorrow.total("Delay_TravelTime") == 0)
    }

    @Test func `a snapshot that a request names has the same answer after a newer one`() throws {
        let town = try TrafficTown(Self.river)
        let first = town.publish(["bc": 3])
        let asked: (inout RouteParameters) -> Void = {
            $0.trafficSnapshot = first.id
            $0.returnDirections = true
            $0.returnTraversedEdges = true
        }
        let before = AnalysisResultWriter.json(try town.ask("ae", asked))
        town.publish(["bc": 0.2, "ab": 20], closed: ["ce"], made: Self.noon + 1_000)
        #expect(AnalysisResultWriter.json(try town.ask("ae", asked)) == before)
        town.layer.traffic.withdraw()
        #expect(AnalysisResultWriter.json(try town.ask("ae", asked)) == before)
    }

    @Test func `a snapshot that is not kept is an error that names those that are`() throws {
        let town = try TrafficTown(Self.river)
        let places = town.sketch.places("ae")
        func refusal() throws -> RouteRequestError {
            try #require(try failure(from: town.layer, places) { $0.trafficSnapshot = "cafe" })
        }
        #expect(try refusal().text.contains("There is no snapshot;"))
        let first = town.publish(["bc": 3])
        var last = first
        for age in 1...TrafficBoard.mostKept {
            last = town.publish(["bc": 3], made: Self.noon + Int64(age))
        }
        let error = try refusal()
        #expect(error.text.contains(last.id))
        #expect(!error.text.contains(first.id))
        #expect(town.layer.traffic.kept.count == TrafficBoard.mostKept)
        #expect(town.layer.traffic.snapshot(id: first.id) == nil)
        let ignored = try town.ask {
            $0.useTraffic = false
            $0.trafficSnapshot = last.id
        }
        #expect(ignored.messageText.contains("useTraffic is false"))
    }

    @Test func `matrices and closest facilities travel under the same traffic`() throws {
        let town = try TrafficTown(Self.river)
        let snapshot = town.publish(["bc": 3])
        let minutes = (31 * 60_000 + town.milliseconds(along: "bc", at: 3)) / 60_000
        var matrix = ODCostMatrixParameters(
            from: town.sketch.input("a"), to: town.sketch.input("e"))
        matrix.outputType = .sparseMatrix
        let costs = try town.layer.solve(matrix)
        #expect(costs.costMatrix?[from: 1, to: 1]?.first == minutes)
        #expect(costs.traffic?.id == snapshot.id)
        matrix.analysis.time.useTraffic = false
        #expect(try town.layer.solve(matrix).costMatrix?[from: 1, to: 1]?.first == direct)

        var closest = ClosestFacilityParameters(
            from: town.sketch.input("a"), to: town.sketch.input("e"))
        closest.returnCFRoutes = true
        let found = try town.layer.solve(closest)
        #expect(found.total("Total_TravelTime") == minutes)
        #expect(found.total("FreeFlow_TravelTime") == direct)
        let delay = try #require(found.total("Delay_TravelTime"))
        #expect(abs(delay - minutes + direct) < 1e-9)
        #expect(found.traffic?.id == snapshot.id)
    }

    @Test func `parts of a live edge cost their share, and directions say the live times`() throws {
        let town = try TrafficTown(Self.river)
        town.publish(["bc": 3])
        let whole = town.milliseconds(along: "bc", at: 3) / 60_000
        let half = try town.ask {
            $0.stops = .places([
                town.sketch.place("b", "c", at: 0.25), town.sketch.place("b", "c", at: 0.75),
            ])
            $0.returnDirections = true
        }
        let total = try #require(half.total("Total_TravelTime"))
        #expect(abs(total - whole / 2) < 0.001)
        let directions = try #require(half.directions?.first)
        #expect(abs(directions.totalDriveTimeMinutes - total) < 0.001)
    }
}
