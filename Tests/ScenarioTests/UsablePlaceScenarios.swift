// A location takes the nearest place usable in its role under the whole request.

import Geo
import MatrixAnalysis
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct UsablePlaceScenarios {
    // MARK: Barriers

    /// A town, and a one-way street `hxy` out of it to `yz`.
    private let stub = NetworkSketch(
        """
        a---b---c---d---e
        |   |   |   |   |
        f---g---h---i---j
                |
                x
                |
                y---z
        """
    ) {
        for row in ["abcde", "fghij"] { $0.road(row, seconds: 10) }
        for column in ["af", "bg", "ch", "di", "ej"] { $0.road(column, seconds: 10) }
        $0.oneWay("hxy", seconds: 10)
        $0.road("yz", seconds: 10)
        $0.oneWay("zj", seconds: 10)
    }

    /// Asks for a route over a place in an area that is closed except for the first part of `xy`.
    private func ask(_ places: [Coordinate]) throws -> AnalysisResult {
        try answer(stub, places) { parameters in
            parameters.barPolygons([[stub.box("x", "y", 0.25...1.5, meters: 350)]])
        }
    }

    @Test func `a stop in a closed area does not stay on a street that leads only into it`() throws
    {
        let inside = stub.place("x", "y", at: 0.6)
        let result = try ask([stub.place("a"), inside, stub.place("e")])
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.stop(1, "SnapY") == .double(stub.place("h").y))
        #expect(result.impedance == 60_000)
        #expect(result.messageText.contains("Stop 2 was moved to a street 320 m away"))
    }

    @Test func `as the last it is reached where the area begins`() throws {
        let result = try ask([stub.place("a"), stub.place("x", "y", at: 0.6)])
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        let impedance = try #require(result.impedance)
        #expect(abs(impedance - 42_500) < 5)
    }

    /// Both ends lie on islands. The nearest street of the first only leads on, and that of the
    /// last is only led to.
    @Test(arguments: [false, true])
    func `where both ends are cut off, each takes the nearest street for its role`(
        findsBest: Bool
    ) throws {
        let town = NetworkSketch(
            """
            x-y       z-w

            o           p
            |           |
            a---b---c---d
            |   |   |   |
            e---f---g---h
            """
        ) {
            for word in ["xy", "zw", "abcd", "efgh", "ae", "bf", "cg", "dh"] {
                $0.road(word, seconds: 10)
            }
            $0.oneWay("oa", seconds: 10)
            $0.oneWay("dp", seconds: 10)
        }
        let result = try answer(town, "xw") { $0.findBestSequence = findsBest }
        #expect(result.impedance == 50_000)
        #expect(result.stop(0, "SnapY") == .double(town.place("o").y))
        #expect(result.stop(1, "SnapY") == .double(town.place("p").y))
        var matrix = ODCostMatrixParameters(
            from: .places([town.place("x")]), to: .places([town.place("w")]))
        matrix.outputType = .sparseMatrix
        let costs = try NetworkLayer.sketched(town).solve(matrix).costMatrix
        let minutes = try #require(costs?[from: 1, to: 1]?.first)
        #expect(abs(minutes * 60 - 50) < 0.001)
    }

    @Test func `nothing moves that is not usable only because of a rule about turning`() throws {
        let result = try answer(stub, "aca") { $0.restrictUTurns = .noBacktrack }
        #expect((0..<3).map { result.status(stop: $0) } == [.ok, .ok, .ok])
    }

    // MARK: Hours

    /// Three minutes each to b and c; `cd` is closed from 11 to 12.
    private let closing = NetworkSketch("a---b---c---d") {
        $0.road("abc", seconds: 180)
        $0.road("cd", seconds: 180)
        $0.condition(
            on: "cd", "11:00-12:00", tag: "motor_vehicle:conditional=no @ (11:00-12:00)",
            restrictions: TestNetwork.automobile)
    }

    /// A route that starts at this time while `cd` closes.
    private func ask(
        _ places: [Coordinate], at hour: Int, _ minute: Int
    ) throws -> AnalysisResult {
        let layer = try layer(closing) { $0.timeZoneName = "Europe/Lisbon" }
        return try answer(from: layer, places) { parameters in
            parameters.startTime = .milliseconds(monday(hour, minute))
        }
    }

    @Test(arguments: [(10, 50, false), (10, 57, true), (11, 0, true), (11, 56, false)])
    func `a street that is closed on arrival is no place, whenever the route starts`(
        hour: Int, minute: Int, isMoved: Bool
    ) throws {
        let result = try ask(
            [closing.place("a"), closing.place("c", "d", at: 0.25)], at: hour, minute)
        #expect(result.status(stop: 1) == (isMoved ? .notLocatedOnClosest : .ok))
        #expect(result.impedance == (isMoved ? 360_000 : 405_000))
        if isMoved, minute == 57 {
            #expect(result.messageText.contains("closed when the route gets there"))
        }
    }

    @Test func `a stop that has to be left in a closed street moves too`() throws {
        let result = try answer(
            from: layer(closing) { $0.timeZoneName = "Europe/Lisbon" },
            [closing.place("b"), closing.place("c", "d", at: 0.25), closing.place("a")]
        ) { parameters in
            parameters.startTime = .milliseconds(monday(10, 55))
            // Reached at 10:58:45, left at 11:03:45.
            parameters.setStops([[:], ["Attr_TravelTime": .double(5)], [:]])
        }
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.stop(1, "SnapX") == .double(closing.place("c").x))
    }

    // MARK: Matrices

    /// A street, and a yard `xy` beside it.
    private let yard = NetworkSketch("a---b---c---d-x---y") {
        $0.road("abcd", seconds: 60)
        $0.road("xy", seconds: 60)
    }

    /// A matrix between all places, as minutes by row and column.
    private func matrix(
        _ places: [Coordinate], in sketch: NetworkSketch? = nil
    ) throws -> (cells: [[Double?]], AnalysisResult) {
        var parameters = ODCostMatrixParameters(from: .places(places), to: .places(places))
        parameters.returnOrigins = true
        let result = try NetworkLayer.sketched(sketch ?? yard).solve(parameters)
        let lines = try #require(result[table: "odLines"])
        var cells = [[Double?]](
            repeating: [Double?](repeating: nil, count: places.count), count: places.count)
        for line in lines.features {
            let origin = try #require(result.number(lines.value("OriginID", of: line)))
            let destination = try #require(result.number(lines.value("DestinationID", of: line)))
            cells[Int(origin) - 1][Int(destination) - 1] =
                result.number(lines.value("Total_TravelTime", of: line))
        }
        return (cells, result)
    }

    @Test func `a location of both inputs that reaches only itself moves`() throws {
        let (cells, result) = try matrix(yard.places("abx"))
        #expect(cells == [[0, 1, 3], [1, 0, 2], [3, 2, 0]])
        let origins = try #require(result[table: "origins"])
        #expect(
            origins.features.map { result.number(origins.value("Status", of: $0)) } == [
                0, 0, Double(LocationStatus.notLocatedOnClosest.rawValue),
            ])
    }

    @Test func `neighbors in a yard stay neighbors though all others reach them at its gate`()
        throws
    {
        let (cells, _) = try matrix(yard.places("axy"))
        #expect(cells == [[0, 3, 3], [3, 0, 1], [3, 1, 0]])
    }

    @Test func `any number of locations moves`() throws {
        let places = (0..<120).map { yard.place("x", "y", at: Double($0) / 120) }
        let (cells, result) = try matrix([yard.place("a")] + places)
        #expect(cells.allSatisfy { $0.allSatisfy { $0 != nil } })
        #expect(cells[0][1...].allSatisfy { $0 == 3 })
        #expect(result.reasons.isEmpty)
    }

    @Test func `locations for which not every place was tried are named`() throws {
        // A street 20 km away, with more locations than are moved pair by pair.
        var sketch = NetworkSketch(
            "a---b---c---d-x---y" + String(repeating: "-", count: 400) + "p---q")
        for road in ["abcd", "xy", "pq"] { sketch.road(road, seconds: 60) }
        let far = (0..<12).map { sketch.place("p", "q", at: Double($0) / 12) }
        let (cells, result) = try matrix(sketch.places("ax") + far, in: sketch)
        #expect(cells[0][1] == 3 && cells[0][2...].allSatisfy { $0 == nil })
        let said = result.messages.map(\.text).filter { $0.hasPrefix("Not every street near ") }
        #expect(said.count == 1)
        #expect(said.first?.contains("at most 8 origins and 8 destinations at once") == true)
        let (_, few) = try matrix(sketch.places("axp"), in: sketch)
        #expect(!few.messages.contains { $0.text.hasPrefix("Not every street near ") })
    }

    @Test func `facilities and incidents move as well`() throws {
        var parameters = ClosestFacilityParameters(from: yard.input("x"), to: yard.input("ac"))
        parameters.returnCFRoutes = true
        let result = try NetworkLayer.sketched(yard).solve(parameters)
        #expect(result.number(result.route(0, "Total_TravelTime")) == 1)
    }

    // MARK: Where stops are not

    /// A motorway or a tunnel above a street, so many meters apart.
    private func streets(
        apart meters: Double, _ road: (inout NetworkSketch.Road) -> Void
    ) -> NetworkSketch {
        NetworkSketch("m---n\na---b", scale: meters / 100) {
            $0.road("mn", seconds: 10) {
                $0.name = "Fast"
                road(&$0)
            }
            $0.road("ab", seconds: 10) { $0.name = "Village Street" }
            $0.road("ma", seconds: 10)
            $0.road("nb", seconds: 10)
            for family in $0.description.families.indices {
                $0.description.families[family].withoutStops = [
                    StreetsWithoutStops(classes: [.motorway], otherWithinMeters: 250),
                    StreetsWithoutStops(flags: .tunnel, otherWithinMeters: 250),
                ]
            }
        }
    }

    /// Whether a stop beside the upper street is placed on it, by the latitude of its place; and
    /// its status.
    private func placed(
        _ sketch: NetworkSketch, right meters: Double,
        _ attributes: [String: AttributeValue] = [:], where condition: String? = nil
    ) throws -> (isOnFast: Bool, status: LocationStatus?) {
        let result = try answer(
            sketch, [sketch.place("m", "n", at: 0.5, right: meters), sketch.place("b")]
        ) { parameters in
            parameters.setStops([attributes, [:]])
            if let condition {
                parameters.locateSettings = LocateSettingsByInput(
                    fallback: LocateSettings(
                        toleranceMeters: 5_000, allowAutoRelocate: true,
                        sources: [LocateSource(name: "Streets", condition: condition)]))
            }
        }
        let y = try #require(result.number(result.stop(0, "SnapY")))
        return (abs(y - sketch.place("m").y) < 1e-6, result.status(stop: 0))
    }

    @Test(arguments: [true, false])
    func `stops are not placed on motorways and in tunnels`(isTunnel: Bool) throws {
        let road: (inout NetworkSketch.Road) -> Void = {
            if isTunnel { $0.flags.insert(.tunnel) } else { $0.roadClass = .motorway }
        }
        let near = streets(apart: 100, road)
        let found = try placed(near, right: 10)
        #expect(!found.isOnFast)
        #expect(found.status == .notLocatedOnClosest)
        // A bearing, or a condition on streets, says which street is meant.
        #expect(try placed(near, right: 10, ["Bearing": .double(90)]).isOnFast)
        #expect(try placed(near, right: 10, where: "1=1").isOnFast)
        // Nothing else is near.
        let far = streets(apart: 600, road)
        let alone = try placed(far, right: 100)
        #expect(alone.isOnFast)
        #expect(alone.status == .ok)
    }

    @Test func `a stop where a street meets a motorway is on the street, also if it is sent again`()
        throws
    {
        let sketch = NetworkSketch("m---n\na---b") {
            $0.road("mn", seconds: 10) { $0.roadClass = .motorway }
            $0.road("nba", seconds: 10)
            $0.oneWay("am", seconds: 10)
            for family in $0.description.families.indices {
                $0.description.families[family].withoutStops = [
                    StreetsWithoutStops(classes: [.motorway], otherWithinMeters: 250)
                ]
            }
        }
        let corner = sketch.place("m")
        let stop = Coordinate(x: corner.x - 1e-4, y: corner.y + 1e-4)
        func ask(_ fields: [String: AttributeValue]) throws -> AnalysisResult {
            try answer(sketch, [sketch.place("n"), stop]) { $0.setStops([[:], fields]) }
        }
        // Over the motorway it would be 10 s, but the street ends there in one direction only.
        let found = try ask([:])
        var place: [String: AttributeValue] = [:]
        for name in ["SourceID", "SourceOID", "PosAlong", "SideOfEdge"] {
            place[name] = found.stop(1, name)
        }
        #expect(found.impedance == 30_000)
        #expect(try ask(place).impedance == 30_000)
    }

    @Test func `a place that is far away is said`() throws {
        let sketch = streets(apart: 2_000) { _ in }
        func messages(_ meters: Double) throws -> [String] {
            try answer(
                sketch, [sketch.place("m", "n", at: 0.5, right: meters), sketch.place("b")]
            ).messages.map(\.text)
        }
        #expect(try messages(240).isEmpty)
        #expect(
            try messages(300) == [
                "Stop 1 lies 300 m from the street on which it is placed; no closer street can be "
                    + "used. Check its coordinates (longitude comes first)."
            ])
    }
}
