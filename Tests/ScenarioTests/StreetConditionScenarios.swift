// Stops and barriers left without a street by a locateSettings condition: messages and suggested
// changes.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StreetConditionScenarios {
    /// High Street `abc`, and Mill Lane `ghi` 400 m to the south of it.
    private func sketch(_ change: (inout NetworkSketch) -> Void = { _ in }) -> NetworkSketch {
        NetworkSketch(
            """
            a---b---c   p---q
            |
            d           x---y
            |
            g---h---i
            """
        ) {
            $0.road("abc", seconds: 10) { $0.name = "High Street" }
            $0.road("adg", seconds: 10) { $0.name = "Link" }
            $0.road("ghi", seconds: 10) { $0.name = "Mill Lane" }
            change(&$0)
        }
    }

    /// Two places 10 m beside High Street.
    private func places(on sketch: NetworkSketch) -> [Coordinate] {
        [0.25, 0.75].map { sketch.place("a", "c", at: $0, right: -10) }
    }

    /// Settings with a condition on streets.
    private func settings(
        _ condition: String, tolerance: Double = 50, moves: Bool = true
    ) -> LocateSettings {
        LocateSettings(
            toleranceMeters: tolerance, allowAutoRelocate: moves,
            sources: [LocateSource(name: "Streets", condition: condition)])
    }

    /// Asks for a route whose stops must lie on streets that meet a condition.
    private func ask(
        _ sketch: NetworkSketch, _ condition: String, tolerance: Double = 50,
        from places: [Coordinate]? = nil, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> Asked {
        try Asked(sketch, places ?? self.places(on: sketch)) {
            $0.locateSettings = .init(fallback: settings(condition, tolerance: tolerance))
            change(&$0)
        }
    }

    @Test func `a condition that nothing meets is the cause, and leaving it out helps`() throws {
        let asked = try ask(sketch(), "Name = 'Nowhere'")
        let reasons = try #require(asked.error).reasons
        #expect(reasons.map(\.cause) == [.streetCondition, .streetCondition])
        let text = try #require(reasons.first?.text)
        #expect(text.contains("is unlocated. No street that this request may use"))
        #expect(text.contains("the condition in locateSettings (Name = 'Nowhere')"))
        #expect(text.contains("No street of the network meets the condition."))
        #expect(text.contains("Without the condition, a street lies 10 m away (High Street)."))
        #expect(!text.contains("another region"))
        #expect(text.hasSuffix("of locateSettings would place it."))
        let meters = try #require(reasons.first?.distanceMeters)
        #expect(abs(meters - 10) < 0.1)
        let freed = try asked.changed("locateSettings") {
            $0.locateSettings?.stops = LocateSettings(
                toleranceMeters: 50, sources: [LocateSource(name: "Streets")])
        }
        #expect(reasons.map(\.change) == [freed, freed])
        try asked.expectRouteAfter(reasons)
    }

    @Test func `a usual tolerance is a smaller change than no condition`() throws {
        let asked = try ask(sketch(), "Name = 'Mill Lane'")
        let reasons = try #require(asked.error).reasons
        #expect(reasons.map(\.cause) == [.streetCondition, .streetCondition])
        #expect(reasons.map { ($0.distanceMeters ?? 0).rounded() } == [10, 10])
        let text = try #require(reasons.first?.text)
        #expect(
            text.contains("The nearest is 411 m away; a tolerance of that distance would reach it"))
        #expect(text.contains("Without the condition, a street lies 10 m away (High Street)."))
        guard case .parameter("locateSettings", let value) = reasons[0].change else {
            Issue.record("the tolerance is what has to change")
            return
        }
        #expect(value.text.contains("Mill Lane"))
        try asked.expectRouteAfter(reasons)
    }

    @Test func `a tolerance beyond the layer's own is a greater change than no condition`() throws {
        let sketch = sketch()
        let layer = try layer(sketch) {
            $0.locateSettings = LocateSettings(toleranceMeters: 100)
        }
        let error = try failure(from: layer, places(on: sketch)) {
            $0.locateSettings = .init(fallback: settings("Name = 'Mill Lane'"))
        }
        let reason = try #require(error?.reasons.first)
        #expect(reason.cause == .streetCondition)
        let changed = try RouteParameters(through: []).applying([try #require(reason.change)])
        #expect(changed.locateSettings?.stops?.toleranceMeters == 50)
        #expect(changed.locateSettings?.stops?.sources == [LocateSource(name: "Streets")])
    }

    @Test func `a condition and a restriction that both leave a street out`() throws {
        let sketch = sketch {
            $0.road("cp", seconds: 10)
            $0.road("pq", seconds: 10) {
                $0.name = "Toll Road"
                $0.restrictions = TestNetwork.toll
            }
        }
        let places = [sketch.place("a"), sketch.place("p", "q", at: 0.5, right: 10)]
        let asked = try ask(sketch, "Name = 'High Street'", from: places) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
            // Only the closed street lies within it.
            $0.locateSettings?.stops = settings("Name = 'Nowhere'")
        }
        let all = try #require(asked.error).reasons
        let reasons = all.filter { $0.stop.row == 1 }
        #expect(reasons.map(\.cause) == [.streetCondition, .restrictedEdgesOnly])
        #expect(reasons.map(\.restrictions) == [[], ["Avoid Toll Roads"]])
        try asked.expectRouteAfter(all)
    }

    @Test func `a condition that nothing meets, and streets beyond the tolerance`() throws {
        let sketch = sketch()
        let places = [sketch.place("a"), sketch.place("b", "c", at: 0.5, right: -80)]
        let asked = try ask(sketch, "1 = 2", from: places)
        let all = try #require(asked.error).reasons
        let reasons = all.filter { $0.stop.row == 1 }
        #expect(reasons.map(\.cause) == [.streetCondition, .tooFar])
        #expect(reasons[1].text.contains("Without the condition, the nearest is 80 m away."))
        #expect(reasons[1].distanceMeters.map { $0.rounded() } == 80)
        try asked.expectRouteAfter(all)
    }

    @Test func `a condition and a bearing`() throws {
        let sketch = sketch()
        let asked = try ask(sketch, "1 = 2") {
            $0.setStops([[:], ["Bearing": .double(0), "BearingTol": .double(20)]])
        }
        let all = try #require(asked.error).reasons
        let reasons = all.filter { $0.stop.row == 1 }
        #expect(Set(reasons.map(\.cause)) == [.streetCondition, .bearing])
        #expect(
            reasons[0].text.contains("Without Bearing and the condition, a street lies 10 m away"))
        try asked.expectRouteAfter(all)
    }

    @Test func `the condition of the stops alone is lifted, and that of barriers stays`() throws {
        let sketch = sketch()
        let asked = try ask(sketch, "Name = 'Mill Lane'", tolerance: 500) {
            $0.locateSettings?.stops = settings("1 = 2")
        }
        let reasons = try #require(asked.error).reasons
        #expect(reasons.map(\.cause) == [.streetCondition, .streetCondition])
        let changed = try asked.parameters.applying(reasons.compactMap(\.change))
        #expect(changed.locateSettings?.fallback == settings("Name = 'Mill Lane'", tolerance: 500))
        #expect(changed.locateSettings?.stops?.sources?[0].condition == nil)
        try asked.expectRouteAfter(reasons)
    }

    @Test func `a condition that leaves only streets that lead nowhere`() throws {
        let sketch = sketch { $0.road("xy", seconds: 10) { $0.name = "Yard" } }
        let places = [sketch.place("x", "y", at: 0.5), sketch.place("a")]
        let asked = try ask(sketch, "Name IN ('Yard', 'High Street')", tolerance: 150, from: places)
        let reason = try asked.onlyReason()
        #expect(reason.from?.row == 0)
        #expect([.otherComponent, .streetCondition].contains(reason.cause))
        try asked.expectRouteAfter([reason])
    }

    @Test func `only a street that the condition leaves out leads off an island`() throws {
        let sketch = sketch {
            $0.road("xy", seconds: 10) { $0.name = "Yard" }
            $0.road("cpq", seconds: 10) { $0.name = "Quay" }
        }
        let layer = try layer(sketch) { $0.locateSettings = LocateSettings(toleranceMeters: 250) }
        let places = [sketch.place("x", "y", at: 0.5), sketch.place("g", "h", at: 0.5)]
        let error = try failure(from: layer, places) {
            $0.locateSettings = .init(
                fallback: settings("Name IN ('Yard', 'Mill Lane')", tolerance: 250))
        }
        let reason = try #require(error?.reasons.first)
        #expect(reason.cause == .streetCondition)
        #expect(reason.text.contains("are not connected with other streets"))
        var parameters = RouteParameters(through: places)
        parameters.locateSettings = .init(
            fallback: settings("Name IN ('Yard', 'Mill Lane')", tolerance: 250))
        let changes = (error?.reasons ?? []).compactMap(\.change)
        let route = try layer.solve(try parameters.applying(changes))
        #expect(route.routes?.features.count == 1)
    }

    @Test func `a stored place that is barred, where the condition leaves no other`() throws {
        let sketch = sketch()
        let asked = try ask(sketch, "1 = 2", from: sketch.places("gb")) {
            $0.locateSettings?.stops = settings("1 = 2")
            $0.barPolygons([[sketch.box("b", "c", 0.4...0.6)]])
            let rows = [sketch.edge("g", "h"), sketch.edge("b", "c")].map { edge in
                ["SourceOID": AttributeValue.integer(Int(edge)), "PosAlong": .double(0.5)]
            }
            $0.setStops(rows)
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .streetCondition)
        #expect(reason.text.contains("no open street that meets the condition"))
        #expect(!reason.text.contains("allowAutoRelocate"))
        try asked.expectRouteAfter([reason])
    }

    @Test func `a barrier without a street says so too`() throws {
        let sketch = sketch()
        let asked = try Asked(sketch, places(on: sketch)) {
            $0.locateSettings = .init(
                barriers: ByBarrierClass(point: settings("Name = 'Mill Lane'")))
            $0.barPoints([sketch.place("a", "b", at: 0.5)])
        }
        let text = try #require(asked.result).messageText
        #expect(text.contains("Location \"Location 1\" in \"Barriers\" is unlocated."))
        #expect(text.contains("the condition in locateSettings (Name = 'Mill Lane')"))
        #expect(text.contains("The nearest is 401 m away"))
        #expect(text.contains("Without the condition, a street lies 0 m away (High Street)."))
    }

    @Test func `a barrier that names its street needs no condition`() throws {
        let sketch = sketch()
        let asked = try Asked(sketch, places(on: sketch)) {
            $0.locateSettings = .init(
                barriers: ByBarrierClass(point: settings("Name = 'Mill Lane'")))
            $0.barPoints(
                [sketch.place("g", "h", at: 0.5)],
                [["SourceOID": .integer(Int(sketch.edge("g", "h"))), "PosAlong": .double(0.5)]])
        }
        #expect(asked.error == nil)
        #expect(asked.result?.messages.isEmpty == true)
    }

    @Test func `a field is the same in any letters, however often it is named`() throws {
        let asked = try ask(sketch(), "Name = 'Nowhere' OR NAME = 'High Street'")
        #expect(asked.error == nil)
    }
}
