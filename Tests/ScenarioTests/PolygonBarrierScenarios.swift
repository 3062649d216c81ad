// Polygon barriers: closed areas, and areas where travel costs more or less.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PolygonRestrictionScenarios {
    private let sketch = barrierBlock

    /// Two places on the street ab.
    private func places(_ from: Double, _ to: Double) -> [Coordinate] {
        [sketch.place("a", "b", at: from), sketch.place("a", "b", at: to)]
    }

    @Test func `the part of a street inside is closed`() throws {
        let area = sketch.box("a", "b", 0.4...0.6)
        #expect(try milliseconds(sketch, places(0.1, 0.9)) { $0.barPolygons([[area]]) } == 32_000)
    }

    @Test func `the parts outside are reached from their own ends`() throws {
        let area = sketch.box("a", "b", 0.4...0.6)
        #expect(try milliseconds(sketch, places(0.1, 0.35)) { $0.barPolygons([[area]]) } == 2_500)
        #expect(try milliseconds(sketch, places(0.9, 0.65)) { $0.barPolygons([[area]]) } == 2_500)
    }

    @Test func `a stop inside moves to the border`() throws {
        let result = try answer(sketch, places(0.1, 0.45)) {
            $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]])
        }
        #expect(result.status(stop: 0) == .ok)
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.impedance == 3_000)
        let snapped = try #require(result.number("SnapX", stop: 1))
        #expect(abs(snapped - sketch.place("a", "b", at: 0.4).x) < 1e-7)
        let meters = try #require(result.number("DistanceToNetworkInMeters", stop: 1))
        #expect(abs(meters - 10) < 0.01)
    }

    @Test(arguments: [0.1, 0.2, 0.3, 0.37, 0.55, 0.7])
    func `a stop moved to the border is left as it was reached`(border: Double) throws {
        let home = sketch.place("a")
        let inside = sketch.place("a", "b", at: border + 0.05)
        let cost = try milliseconds(sketch, [home, inside, home]) {
            $0.barPolygons([[sketch.box("a", "b", border...(border + 0.2))]])
        }
        #expect(cost == Int64((border * 20_000).rounded()))
        let end = sketch.place("b")
        let mirrored = sketch.place("a", "b", at: 1 - border - 0.05)
        let back = try milliseconds(sketch, [end, mirrored, end]) {
            $0.barPolygons([[sketch.box("a", "b", (1 - border - 0.2)...(1 - border))]])
        }
        #expect(back == Int64((border * 20_000).rounded()))
    }

    @Test func `a stop inside that may not move is not reached, and the barrier is named`() throws {
        let error = try failure(sketch, places(0.1, 0.45)) {
            $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]], [["Name": .string("Flood")]])
            $0.keepInPlace()
        }
        #expect(error?.identifier == .noSolution)
        #expect(try #require(error?.text).contains("\"Flood\""))
    }

    @Test func `an area over a junction closes all its streets there`() throws {
        let b = sketch.place("b")
        let area = [
            Coordinate(x: b.x - 1e-4, y: b.y - 1e-4), Coordinate(x: b.x + 1e-4, y: b.y - 1e-4),
            Coordinate(x: b.x + 1e-4, y: b.y + 1e-4), Coordinate(x: b.x - 1e-4, y: b.y + 1e-4),
        ]
        #expect(
            try milliseconds(sketch, .middles("ab", "bc")) { $0.barPolygons([[area]]) } == 30_000)
    }

    @Test func `an area that only touches a junction closes it`() throws {
        let b = sketch.place("b")
        let area = [
            b, Coordinate(x: b.x + 1e-3, y: b.y + 1e-4), Coordinate(x: b.x + 1e-3, y: b.y + 1e-3),
        ]
        #expect(
            try milliseconds(sketch, .middles("ab", "bc")) { $0.barPolygons([[area]]) } == 30_000)
    }

    @Test func `travel within a hole is free, through the ring round it is not`() throws {
        let ring = sketch.box("a", "b", 0.2...0.8, meters: 60)
        let hole = sketch.box("a", "b", 0.3...0.7, meters: 30)
        let bar = { (parameters: inout RouteParameters) in parameters.barPolygons([[ring, hole]]) }
        #expect(try milliseconds(sketch, places(0.35, 0.65), bar) == 3_000)
        #expect(try milliseconds(sketch, places(0.1, 0.9), bar) == 32_000)
        let across = try milliseconds(sketch, places(0.1, 0.5)) {
            bar(&$0)
            $0.keepInPlace()
        }
        #expect(across == nil)
    }

    @Test func `what a barrier touched is reported`() throws {
        let result = try answer(sketch, places(0.1, 0.3)) {
            $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]])
            $0.returnBarriers.polygon = true
        }
        let set = try #require(result.barriers.polygon)
        let row = try #require(set.features.first)
        #expect(set.value("AffectedEdges", of: row) == .integer(1))
        guard case .double(let meters) = set.value("AffectedLengthInMeters", of: row) else {
            Issue.record("no length")
            return
        }
        #expect(abs(meters - 40) < 0.02)
        #expect(set.value("Attr_TravelTime", of: row) == .double(1))
    }

    @Test func `a barrier that touches nothing is reported`() throws {
        let a = sketch.place("a")
        let far = sketch.box("a", "b", 0.4...0.6).map { Coordinate(x: $0.x, y: $0.y + 0.01) }
        let result = try answer(sketch, [a, sketch.place("b")]) {
            $0.barPolygons([[far]], [["Name": .string("Lake")]])
        }
        #expect(result.messageText.contains("The polygon barrier \"Lake\" touches no street"))
        #expect(result.messages.first?.type == .informative)
    }

    /// Forms of the area between two corners.
    enum AreaForm: CaseIterable {
        case plain, texts, unclosed, withAnotherRing, envelope

        func geometry(_ low: Coordinate, _ high: Coordinate) -> String {
            let corners = [
                (low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y), (low.x, low.y),
            ]
            func ring(_ corners: [(Double, Double)], quote: String = "") -> String {
                let pairs = corners.map { "[\(quote)\($0.0)\(quote),\(quote)\($0.1)\(quote)]" }
                return "[\(pairs.joined(separator: ","))]"
            }
            switch self {
            case .plain: return #"{"rings":[\#(ring(corners))]}"#
            case .texts: return #"{"rings":[\#(ring(corners, quote: "\""))]}"#
            case .unclosed: return #"{"rings":[\#(ring(corners.dropLast()))]}"#
            case .withAnotherRing:
                let far = corners.map { ($0.0 + 0.1, $0.1 + 0.1) }
                return #"{"rings":[\#(ring(corners)),\#(ring(far))]}"#
            case .envelope:
                return #"{"xmin":\#(low.x),"ymin":\#(low.y),"xmax":\#(high.x),"ymax":\#(high.y)}"#
            }
        }
    }

    @Test(arguments: AreaForm.allCases)
    func `an area counts in every form that clients send`(form: AreaForm) throws {
        let box = sketch.box("a", "b", 0.4...0.6)
        let low = Coordinate(x: box.map(\.x).min() ?? 0, y: box.map(\.y).min() ?? 0)
        let high = Coordinate(x: box.map(\.x).max() ?? 0, y: box.map(\.y).max() ?? 0)
        let stops = places(0.1, 0.9).map { "\($0.x),\($0.y)" }.joined(separator: ";")
        let parameters = try RouteParameters(fields: [
            "stops": stops,
            "polygonBarriers": #"{"features":[{"geometry":\#(form.geometry(low, high))}]}"#,
            "returnQuanta": "true",
        ])
        let result = try NetworkLayer.sketched(sketch).solve(parameters)
        #expect(result.impedance == 32_000, "\(form)")
    }

    @Test func `a border that crosses itself is repaired and reported`() throws {
        // A bow tie along ab: its halves cover 0.2 to 0.5 and 0.5 to 0.8, and meet in a point.
        let tie = [
            sketch.place("a", "b", at: 0.2, right: 20), sketch.place("a", "b", at: 0.8, right: -20),
            sketch.place("a", "b", at: 0.8, right: 20), sketch.place("a", "b", at: 0.2, right: -20),
            sketch.place("a", "b", at: 0.2, right: 20),
        ]
        let result = try answer(sketch, places(0.1, 0.9)) {
            $0.barPolygons([[tie]], [["Name": .string("Tie")]])
        }
        #expect(result.impedance == 32_000)
        #expect(result.messageText.contains("The polygon barrier \"Tie\" was repaired"))
        let scaled = try milliseconds(sketch, places(0, 1)) {
            $0.barPolygons([[tie]], [["BarrierType": .integer(1), "Attr_TravelTime": .double(2)]])
        }
        #expect(scaled == 16_000)
    }
}

struct ScaledPolygonScenarios {
    private let sketch = barrierBlock

    /// The attributes of a barrier that scales costs.
    private func scaled(_ factors: [String: Double]) -> [String: AttributeValue] {
        var attributes: [String: AttributeValue] = ["BarrierType": .integer(1)]
        for (name, factor) in factors { attributes["Attr_\(name)"] = .double(factor) }
        return attributes
    }

    /// From a to b with some areas.
    private func ask(
        _ areas: [[[Coordinate]]], _ attributes: [[String: AttributeValue]],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, "ab") {
            $0.barPolygons(areas, attributes)
            change(&$0)
        }
    }

    @Test func `the covered share is scaled, in the search and in the totals`() throws {
        let result = try ask([[sketch.box("a", "b", 0.25...0.75)]], [scaled(["TravelTime": 2])])
        #expect(result.impedance == 15_000)
        #expect(result.total("Total_TravelTime") == 0.25)
        let length = try #require(result.total("Total_Length"))
        #expect(abs(length - 200) < 0.02)
    }

    @Test func `each cost attribute has its own factor`() throws {
        let result = try ask([[sketch.box("a", "b", 0.25...0.75)]], [scaled(["Length": 3])])
        #expect(result.impedance == 10_000)
        let length = try #require(result.total("Total_Length"))
        #expect(abs(length - 400) < 0.04)
    }

    @Test func `a factor of another cost does not steer the search`() throws {
        let result = try ask(
            [[sketch.box("a", "b", 0...1)]], [scaled(["TravelTime": 900])]
        ) { $0.impedanceAttributeName = "Length" }
        #expect(sketch.letters(along: result) == "ab")
    }

    @Test func `a derived cost is scaled by its own factor`() throws {
        let result = try ask(
            [[sketch.box("a", "b", 0.25...0.75)]], [scaled(["Kilometers": 2])]
        ) { $0.accumulateAttributeNames = ["Kilometers", "Length"] }
        #expect(abs(try #require(result.total("Total_Kilometers")) - 0.3) < 1e-4)
        #expect(abs(try #require(result.total("Total_Length")) - 200) < 0.02)
    }

    @Test func `a dear area is driven round, a cheap one attracts`() throws {
        let dear = try ask([[sketch.box("a", "b", 0.1...0.9)]], [scaled(["TravelTime": 10])])
        #expect(sketch.letters(along: dear) == "adcb")
        let cheap = try ask(
            [[sketch.box("a", "d", 0...1)], [sketch.box("c", "b", 0...1)]],
            [scaled(["TravelTime": 0.1]), scaled(["TravelTime": 0.1])]
        ) { $0.barLines([sketch.places("dc")], [scaled(["TravelTime": 0.5])]) }
        // At most 1 s, 5 s and 1 s.
        #expect(sketch.letters(along: cheap) == "adcb")
    }

    @Test func `factors of overlapping areas multiply`() throws {
        let area = [sketch.box("a", "b", 0.25...0.75)]
        let both = try ask([area, area], [scaled(["TravelTime": 1.5]), scaled(["TravelTime": 2])])
        #expect(both.impedance == 20_000)
        let partly = try ask(
            [[sketch.box("a", "b", 0.2...0.6)], [sketch.box("a", "b", 0.4...0.8)]],
            [scaled(["TravelTime": 1.5]), scaled(["TravelTime": 2])])
        // 4 s without a factor, 2 s by 1.5, 2 s by 3, 2 s by 2.
        #expect(partly.impedance == 17_000)
    }

    @Test func `a closed area wins over a cheap one`() throws {
        let area = [sketch.box("a", "b", 0.25...0.75)]
        let result = try ask([area, area], [scaled(["TravelTime": 0.1]), [:]])
        #expect(result.impedance == 30_000)
    }

    @Test func `holes are not scaled`() throws {
        let area = [sketch.box("a", "b", 0.2...0.8, meters: 60), sketch.box("a", "b", 0.4...0.6)]
        let result = try ask([area], [scaled(["TravelTime": 2])])
        #expect(result.impedance == 14_000)
    }

    @Test func `rings of either direction make holes and parts`() throws {
        let area = [
            Array(sketch.box("a", "b", 0.4...0.6).reversed()),
            Array(sketch.box("a", "b", 0.2...0.8, meters: 60).reversed()),
        ]
        let result = try ask([area], [scaled(["TravelTime": 2])])
        #expect(result.impedance == 14_000)
    }

    @Test func `all parts are scaled`() throws {
        let area = [sketch.box("a", "b", 0.1...0.3), sketch.box("a", "b", 0.6...0.8)]
        let result = try ask([area], [scaled(["TravelTime": 2])])
        #expect(result.impedance == 14_000)
    }

    @Test func `a stop in a scaled area pays its share up to there`() throws {
        let places = [sketch.place("a"), sketch.place("a", "b", at: 0.5)]
        let cost = try milliseconds(sketch, places) {
            $0.barPolygons([[sketch.box("a", "b", 0.25...0.75)]], [scaled(["TravelTime": 2])])
        }
        #expect(cost == 7_500)
    }

    @Test func `scaling and avoiding multiply in the search, only scaling is reported`() throws {
        let tolled = NetworkSketch.street("ab", seconds: 10) { $0.restrictions = TestNetwork.toll }
        let result = try answer(tolled, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
            $0.barPolygons([[tolled.box("a", "b", 0.25...0.75)]], [scaled(["TravelTime": 2])])
        }
        #expect(result.impedance == 30_000)
        #expect(result.total("Total_TravelTime") == 0.25)
    }

    @Test(arguments: [0, -1, 0.0001, 5_000])
    func `a factor that is none is reported and not used`(factor: Double) throws {
        let result = try ask(
            [[sketch.box("a", "b", 0.25...0.75)]], [scaled(["TravelTime": factor])])
        #expect(result.impedance == 10_000)
        #expect(result.messageText.contains("Attr_TravelTime"))
        #expect(result.messageText.contains("must"))
    }
}
