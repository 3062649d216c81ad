// Stop fields: stored places, latency, carried attributes, extents.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StopFieldScenarios {
    private let sketch = NetworkSketch.street("abc", seconds: 10)

    /// A route from a to c whose stops have these attributes.
    private func ask(
        _ attributes: [[String: AttributeValue]],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, "ac") {
            $0.setStops(attributes)
            change(&$0)
        }
    }

    @Test func `a stored place wins over the shape`() throws {
        let result = try ask([
            ["SourceID": .integer(1), "SourceOID": .integer(2), "PosAlong": .double(0.5)], [:],
        ])
        #expect(result.impedance == 5_000)
        #expect(result.stop(0, "SourceOID") == .integer(2))
        #expect(result.stops?.features[0].geometry == .point(sketch.place("a")))
    }

    @Test func `a row of an answer comes back to the same place`() throws {
        let first = try ask([[:], [:]])
        let again = try answer(sketch, []) {
            $0.stops = first.stops.map { LocationInput(features: $0) }
        }
        for field in ["SourceOID", "PosAlong", "SideOfEdge", "Status", "Cumul_TravelTime"] {
            for row in 0..<2 { #expect(again.stop(row, field) == first.stop(row, field)) }
        }
    }

    @Test(arguments: [
        ["SourceID": AttributeValue.integer(1), "SourceOID": .integer(99), "PosAlong": .double(0)],
        ["SourceID": .integer(7), "SourceOID": .integer(0), "PosAlong": .double(0)],
    ])
    func `a place that the network no longer has is not located`(
        stored: [String: AttributeValue]
    ) throws {
        let result = try answer(sketch, "abc") { $0.setStops([[:], stored, [:]]) }
        #expect(result.status(stop: 1) == .elementNotLocated)
        #expect(result.route(0, "StopCount") == .integer(2))
    }

    @Test(arguments: [
        [
            "SourceID": AttributeValue.integer(-1), "SourceOID": .integer(-1),
            "PosAlong": .double(-1),
        ],
        ["SourceOID": .integer(0)],
    ])
    func `a row that was never located is located by its shape`(
        stored: [String: AttributeValue]
    ) throws {
        let result = try ask([stored, [:]])
        #expect(result.status(stop: 0) == .ok)
        #expect(result.impedance == 20_000)
    }

    @Test func `a latency moves a stop along its bearing, to the end of the edge at most`() throws {
        func share(_ latency: Double, bearing: Double = 90) throws -> Double? {
            let result = try answer(sketch, [sketch.place("a", "b", at: 0.5), sketch.place("c")]) {
                $0.setStops([
                    [
                        "Bearing": .double(bearing), "BearingTol": .double(30),
                        "NavLatency": .double(latency),
                    ], [:],
                ])
                $0.restrictUTurns = .allowBacktrack
            }
            return result.number("PosAlong", stop: 0)
        }
        #expect(abs(try #require(try share(2.0 / 60)) - 0.7) < 1e-6)
        #expect(abs(try #require(try share(2.0 / 60, bearing: 270)) - 0.3) < 1e-6)
        #expect(try share(1) == 1)
        let without = try answer(sketch, [sketch.place("a", "b", at: 0.5), sketch.place("c")]) {
            $0.setStops([["Bearing": .double(90), "NavLatency": .double(0.1)], [:]])
        }
        #expect(abs(try #require(without.number("PosAlong", stop: 0)) - 0.5) < 1e-6)
    }

    @Test func `attributes that are no fields of the class are carried over`() throws {
        let result = try ask([
            ["Customer": .string("Ada"), "name": .string("First"), "Bearing": .double(90)],
            ["Customer": .string("Bob")],
        ])
        #expect(result.stop(0, "Customer") == .string("Ada"))
        #expect(result.stop(1, "Customer") == .string("Bob"))
        #expect(result.stop(0, "Name") == .string("First"))
        #expect(result.stops?.fields.count { $0.name.lowercased() == "name" } == 1)
        #expect(result.stops?.fieldIndex("Bearing") == nil)
    }

    @Test func `inputs outside the context's extent are left out`() throws {
        let (a, b) = (sketch.place("a"), sketch.place("b"))
        let box = Envelope([
            Coordinate(x: a.x - 0.001, y: a.y - 0.001), Coordinate(x: b.x + 0.001, y: b.y + 0.001),
        ])
        let result = try answer(sketch, "abc") {
            $0.context = MapContext(extent: .init(envelope: box))
            $0.barPolygons([[sketch.box("b", "c", 0.6...0.9)]])
        }
        #expect(result.impedance == 10_000)
        #expect(result.status(stop: 2) == .notLocated)
        #expect(result.messageText.contains("Location \"Location 3\" in \"Stops\""))
        #expect(result.messageText.contains("outside the extent of the parameter \"context\""))
        #expect(result.messages.count == 2)
    }

    @Test func `sources are the network's, with edges among them`() throws {
        func ask(_ sources: [LocateSource]) throws -> RouteRequestError? {
            try failure(sketch, "ac") {
                $0.locateSettings = LocateSettingsByInput(
                    fallback: LocateSettings(toleranceMeters: 100, sources: sources))
            }
        }
        #expect(try ask([LocateSource(name: "streets", condition: "1 = 1")]) == nil)
        #expect(try #require(try ask([LocateSource(name: "Street")])?.text).contains("Streets"))
        #expect(try ask([LocateSource(name: "Test_Junctions")]) != nil)
        let text = try ask([LocateSource(name: "Streets", condition: "CLASS < 3")])?.text
        #expect(try #require(text).contains("streets have no field \"CLASS\""))
        let broken = try ask([LocateSource(name: "Streets", condition: "Length >")])?.text
        #expect(try #require(broken).contains("the end found"))
    }

    @Test func `a condition picks the streets that inputs are placed on`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |       |
            d-------e
            """)
        sketch.road("abc", seconds: 10) { $0.name = "High Street" }
        sketch.road("ceda", seconds: 10)
        // Nearer to High Street than to the nameless street behind.
        let stops = [
            sketch.place("a", "b", at: 0.5, right: 20), sketch.place("b", "c", at: 0.5, right: 20),
        ]
        func ask(
            _ condition: String, tolerance: Double = 200,
            _ change: (inout RouteParameters) -> Void = { _ in }
        ) throws -> AnalysisResult {
            try answer(sketch, stops) {
                let sources = [LocateSource(name: "Streets", condition: condition)]
                $0.locateSettings = LocateSettingsByInput(
                    fallback: LocateSettings(toleranceMeters: tolerance, sources: sources))
                $0.ignoreInvalidLocations = true
                change(&$0)
            }
        }
        let high = try ask("Name = 'High Street' and Length < 1000 and \"Oneway\" = 0")
        #expect(high.number("SnapY", stop: 0) == sketch.place("a").y)
        let other = try ask("name is null")
        #expect(try #require(other.number("SnapY", stop: 0)) < sketch.place("a").y)
        let failed = #expect(throws: RouteRequestError.self) {
            try ask("name is null", tolerance: 30)
        }
        #expect(failed?.text.contains("meets the condition in locateSettings") == true)
        // Point barriers are placed by the same rule, as is a set sent again under another rule.
        let barred = try ask("OBJECTID >= 0") {
            $0.barPoints([sketch.place("a", "b", at: 0.9, right: 20)])
            $0.returnBarriers.point = true
        }
        #expect(barred.status(stop: 0) == .ok)
    }

    @Test func `heights that the network lacks are reported`() throws {
        let result = try ask([[:], [:]]) { $0.returnZ = true }
        #expect(result.messages.map(\.type) == [.informative])
        #expect(result.messageText.contains("hasZ is false"))
    }
}
