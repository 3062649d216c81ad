// Messages about unusable barriers.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct BarrierMessageScenarios {
    private let sketch = barrierBlock

    /// The messages of a route from a to b whose barriers are ignored.
    private func ask(_ change: (inout RouteParameters) -> Void) throws -> String {
        let result = try answer(sketch, "ab", change)
        #expect(result.impedance == 10_000)
        #expect(result.messages.first?.type == .warning)
        return result.messageText
    }

    /// The error if the request must use its barriers.
    private func strict(_ change: (inout RouteParameters) -> Void) throws -> RouteRequestError? {
        try failure(sketch, "ab") {
            $0.ignoreInvalidLocations = false
            change(&$0)
        }
    }

    private let named: [[String: AttributeValue]] = [["Name": .string("Works")]]

    @Test func `a point barrier far from every street is named with the tolerance`() throws {
        let bar = { (parameters: inout RouteParameters) in
            parameters.barPoints([Coordinate(x: 10.7, y: 50)], named)
        }
        let text = try ask(bar)
        #expect(text.contains("Location \"Works\" in \"Barriers\" is unlocated"))
        #expect(text.contains("5000 m"))
        #expect(try strict(bar)?.identifier == .notLocated)
    }

    @Test func `a barrier without a shape is named`() throws {
        let bar = { (parameters: inout RouteParameters) in
            parameters.barriers.polygon = .shapes([.empty], .polygon, attributes: named)
        }
        let text = try ask(bar)
        #expect(text.contains("\"PolygonBarriers\""))
        #expect(text.contains("\"Works\""))
        #expect(text.contains("no shape"))
        #expect(try strict(bar)?.identifier == .invalidGeometry)
    }

    @Test func `a barrier of another shape is named`() throws {
        let text = try ask {
            $0.barriers.polygon = .shapes([.point(sketch.place("a"))], .polygon, attributes: named)
        }
        #expect(text.contains("\"Works\""))
        #expect(text.contains("not a polygon"))
    }

    @Test func `a barrier that is not a number is named`() throws {
        let text = try ask {
            $0.barPolygons(
                [[[sketch.place("a"), Coordinate(x: .nan, y: 50), sketch.place("b")]]], named)
        }
        #expect(text.contains("\"Works\""))
    }

    @Test func `a polygon without rings is named`() throws {
        let text = try ask {
            $0.barriers.polygon = .shapes([.polygon(rings: [[]])], .polygon, attributes: named)
        }
        #expect(text.contains("\"Works\""))
    }

    @Test(
        arguments: [
            ("polygon", [:], "a factor other than 1"), ("point", [:], "adds anything"),
            ("polygon", ["ScaledTimeFactor": .integer(3)], "such as Attr_"),
            ("polygon", ["Attr_TravelTime": .integer(1)], "a factor other than 1"),
        ] as [(String, [String: AttributeValue], String)])
    func `a cost barrier that changes no cost is named`(
        kind: String, given: [String: AttributeValue], words: String
    ) throws {
        let result = try answer(sketch, "ab") {
            var attributes = given
            attributes["BarrierType"] = .integer(kind == "polygon" ? 1 : 2)
            if kind == "polygon" {
                $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]], [attributes])
            } else {
                $0.barPoints([sketch.place("a", "b", at: 0.5)], [attributes])
            }
        }
        #expect(result.messageText.contains("has no effect: BarrierType"))
        #expect(result.messageText.contains(words))
    }

    @Test(arguments: [("polygon", "1 (scaled cost)"), ("point", "2 (added cost)")])
    func `a type of another class is answered with the known ones`(
        kind: String, words: String
    ) throws {
        let text = try ask {
            let type = kind == "polygon" ? 2 : 1
            let attributes: [[String: AttributeValue]] = [["BarrierType": .integer(type)]]
            if kind == "polygon" {
                $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]], attributes)
            } else {
                $0.barPoints([sketch.place("a", "b", at: 0.5)], attributes)
            }
        }
        #expect(text.contains("BarrierType is"))
        #expect(text.contains("0 (restriction)"))
        #expect(text.contains(words))
    }

    @Test func `an added cost below zero is reported`() throws {
        let text = try ask {
            $0.barPoints(
                [sketch.place("a", "b", at: 0.5)],
                [["BarrierType": .integer(2), "Attr_TravelTime": .integer(-3)]])
        }
        #expect(text.contains("Attr_TravelTime is -3"))
        #expect(text.contains("from 0 to 1000000000"))
    }

    @Test func `a factor below zero is answered with those that are accepted`() throws {
        let text = try ask {
            $0.barPolygons(
                [[sketch.box("a", "b", 0.4...0.6)]],
                [["BarrierType": .integer(1), "Attr_TravelTime": .integer(-3)]])
        }
        #expect(text.contains("Attr_TravelTime is -3"))
        #expect(text.contains("from 0.001 to 1000"))
    }

    @Test func `a barrier in an unknown system is reported`() throws {
        let text = try ask {
            $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]], named)
            $0.barriers.polygon?.features.spatialReference = SpatialReference(wkid: 99_999)
        }
        #expect(text.contains("99999"))
        #expect(text.contains("\"Works\""))
    }

    @Test func `a barrier that is not used comes back in its place, and says so`() throws {
        let places = [0.3, 0.5].map { sketch.place("a", "b", at: $0) }
        let result = try answer(sketch, "ab") {
            $0.barPoints(
                places,
                [
                    ["BarrierType": .integer(7), "Name": .string("Bad")],
                    ["BarrierType": .integer(2), "Attr_TravelTime": .double(1)],
                ])
            $0.barriers.polygon = .shapes([.empty, .point(places[0])], .polygon)
            $0.returnBarriers.point = true
            $0.returnBarriers.polygon = true
        }
        let set = try #require(result.barriers.point)
        let status = try #require(set.fieldIndex("Status"))
        #expect(set.features.map { $0.values[0] } == [.integer(1), .integer(2)])
        #expect(set.features.map { $0.values[1] } == [.string("Bad"), .string("Location 2")])
        #expect(set.features.map { $0.values[status] } == [.integer(4), .integer(0)])
        #expect(set.features[0].geometry == .point(places[0]))
        let edges = try #require(set.fieldIndex("AffectedEdges"))
        #expect(set.features[0].values[edges] == .integer(0))
        let polygons = try #require(result.barriers.polygon)
        #expect(polygons.features.map(\.geometry) == [.empty, .empty])
        #expect(result.impedance == 30_000)
    }

    @Test func `a restriction has no use for values`() throws {
        func solve(_ attributes: [[String: AttributeValue]]) throws -> AnalysisResult {
            try answer(sketch, "ab") {
                $0.barPolygons([[sketch.box("a", "b", 0.4...0.6)]], attributes)
            }
        }
        let (plain, odd) = (try solve([]), try solve([["Attr_TravelTime": .integer(-3)]]))
        #expect(try #require(plain.impedance) > 10_000)
        #expect(odd.quanta == plain.quanta)
        #expect(odd.messages == plain.messages)
    }

    @Test func `more barriers or vertices than allowed are refused with the number`() throws {
        let layer = try layer(sketch) {
            $0.limits.maximumBarriers.polygon = 1
            $0.limits.maximumBarrierVertices = 8
        }
        let box = [sketch.box("a", "b", 0.4...0.6)]
        let places = sketch.places("ab")
        let many = try failure(from: layer, places) { $0.barPolygons([box, box]) }
        #expect(many?.identifier == .limitExceeded)
        #expect(try #require(many?.text).contains("has 2 barriers; this service allows 1 "))
        #expect(try #require(many?.text).contains("(maximumPolygonBarriers)"))
        let long = try failure(from: layer, places) { $0.barPolygons([box + box]) }
        #expect(try #require(long?.text).contains("has 10 vertices; this service allows 8"))
    }

    @Test func `good barriers work beside bad ones`() throws {
        let result = try answer(sketch, "ab") {
            $0.barPoints(
                [Coordinate(x: 10.7, y: 50), sketch.place("a", "b", at: 0.5)],
                [["Name": .string("Far")], ["Name": .string("Near")]])
            $0.returnBarriers.point = true
        }
        #expect(result.impedance == 30_000)
        let set = try #require(result.barriers.point)
        #expect(set.column("Status") == [.integer(1), .integer(0)])
        #expect(result.messageText.contains("\"Far\""))
        #expect(!result.messageText.contains("\"Near\""))
    }
}
