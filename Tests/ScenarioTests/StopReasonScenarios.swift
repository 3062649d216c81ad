// Why single stops have no place: too far, only closed streets nearby, their own curb or bearing.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StopReasonScenarios {
    /// A main street `abc`.
    private let street = NetworkSketch.street("abc", seconds: 10)

    @Test func `too far says how far and under which tolerance`() throws {
        let far = Coordinate(x: street.place("c").x + 0.1, y: street.place("c").y)
        let asked = try Asked(street, [street.place("a"), far])
        let reason = try asked.onlyReason()
        #expect(reason.cause == .tooFar)
        #expect(reason.stop.row == 1)
        #expect(reason.from == nil)
        #expect(reason.toleranceMeters == 5_000)
        let meters = try #require(reason.distanceMeters)
        #expect(meters > 5_000)
        #expect(reason.text.contains("is unlocated"))
        try asked.expectRouteAfter([reason])
    }

    @Test func `only streets that a restriction bars lie near`() throws {
        var sketch = NetworkSketch("a---b---c   x---y")
        sketch.road("abc", seconds: 10)
        sketch.road("xy", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        let place = sketch.place("x", "y", at: 0.5)
        let asked = try Asked(sketch, [sketch.place("a"), place]) {
            $0.locateSettings = .init(stops: LocateSettings(toleranceMeters: 20))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .restrictedEdgesOnly)
        #expect(reason.restrictions == ["Driving an Automobile"])
        #expect(reason.text.contains("closed by the restriction \"Driving an Automobile\""))
        let meters = try #require(reason.distanceMeters)
        #expect(meters > 20)
        try asked.expectRouteAfter([reason])
    }

    @Test func `a street that a condition leaves out is not said to be others'`() throws {
        let asked = try Asked(street, "ac") {
            let none = LocateSource(name: "Streets", condition: "1 = 2")
            $0.locateSettings = .init(
                fallback: LocateSettings(toleranceMeters: 500, sources: [none]))
        }
        let reasons = try #require(asked.error?.reasons)
        #expect(reasons.map(\.cause) == [.streetCondition, .streetCondition])
        #expect(!reasons.contains { $0.text.contains("other traffic") })
    }

    @Test func `a footpath near by is reported, though lifting a restriction does not open it`()
        throws
    {
        var sketch = NetworkSketch("a---b---c   x---y")
        sketch.road("abc", seconds: 10)
        sketch.road("xy", seconds: 10) { $0.families = TestNetwork.foot }
        let asked = try Asked(
            sketch, [sketch.place("a"), sketch.place("x", "y", at: 0.5, right: 3)]
        ) {
            $0.locateSettings = .init(stops: LocateSettings(toleranceMeters: 20))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .restrictedEdgesOnly)
        #expect(reason.restrictions == ["Driving an Automobile"])
        #expect(reason.text.contains("A street 3 m away is open to other traffic only"))
        // A greater tolerance helps.
        try asked.expectRouteAfter([reason])
    }

    @Test func `the curb approach of a stop on a one-way street`() throws {
        var drawn = NetworkSketch("a---b---c---d---e")
        drawn.road("abc", seconds: 10)
        drawn.oneWay("cd", seconds: 10)
        drawn.road("de", seconds: 10)
        let asked = try Asked(
            drawn, [drawn.place("a"), drawn.place("c", "d", at: 0.5, right: -10)]
        ) { $0.setStops([[:], ["CurbApproach": .integer(1)]]) }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .curbApproach)
        guard case .stop(let stop, let attributes) = reason.change else {
            Issue.record("the stop's row is what has to change")
            return
        }
        #expect(stop.row == 1)
        #expect(attributes["CurbApproach"] == 0)
        try asked.expectRouteAfter([reason])
    }

    @Test func `the bearing of a stop`() throws {
        let asked = try Asked(street, [street.place("a"), street.place("b", "c", at: 0.5)]) {
            $0.setStops([[:], ["Bearing": .double(0), "BearingTol": .double(30)]])
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .bearing)
        try asked.expectRouteAfter([reason])
    }

    @Test func `a stop outside the extent of the context`() throws {
        let extent = Envelope([street.place("a"), street.place("b", "c", at: 0.5)])
        let asked = try Asked(street, "ac") {
            $0.context = MapContext(extent: .init(envelope: extent))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .outsideExtent)
        #expect(reason.text.contains("xmin 10,"))
        #expect(reason.text.contains("WKID 4326"))
        #expect(reason.text.hasSuffix("An extent that contains stop 2 (context) would place it."))
        #expect(reason.toleranceMeters == nil)
        try asked.expectRouteAfter([reason])
    }

    @Test func `a stop outside the extent that no street is near to either`() throws {
        let extent = Envelope(street.places("ab"))
        let asked = try Asked(
            street, [street.place("a"), street.place("b"), Coordinate(x: 12, y: 52)]
        ) { $0.context = MapContext(extent: .init(envelope: extent)) }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .outsideExtent)
        #expect(reason.change == nil)
    }

    @Test func `a street that a row names but that does not exist`() throws {
        let asked = try Asked(street, "ac") {
            $0.stops?.features.features[1].geometry = nil
            $0.stops?.features.fields = [Field("SourceOID", .integer)]
            $0.stops?.features.features[0].values = [.null]
            $0.stops?.features.features[1].values = [.integer(99_999)]
        }
        let reason = try asked.onlyReason()
        #expect([.unknownStreet, .invalidValues].contains(reason.cause))
        #expect(reason.change == nil)
    }

    @Test func `a barrier over the whole town is no other region`() throws {
        let asked = try Asked(street, "ac") { $0.barPolygons([[street.box("a", "c", -0.5...1.5)]]) }
        let reasons = try #require(asked.error).reasons
        #expect(reasons.map(\.cause) == [.cutOffByBarriers, .cutOffByBarriers])
        let text = try #require(reasons.first?.text)
        #expect(text.contains("All streets within 200 km are closed by barriers; the nearest is 0"))
        #expect(!text.contains("region"))
        try asked.expectRouteAfter(reasons)
    }

    @Test func `a restriction on every street is no other region`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        let asked = try Asked(sketch, "ac")
        let text = try #require(asked.error?.reasons.first?.text)
        #expect(text.contains("are closed by restrictions; the nearest is 0 m away."))
        #expect(!text.contains("region"))
    }

    @Test func `a stop under a barrier that may not move`() throws {
        let asked = try Asked(street, [street.place("a"), street.place("b", "c", at: 0.5)]) {
            $0.barPolygons([[street.box("b", "c", 0.4...0.6)]], [["Name": .string("Flood")]])
            $0.keepInPlace()
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .cutOffByBarriers)
        #expect(reason.barriers.map(\.name) == ["Flood"])
        try asked.expectRouteAfter([reason])
    }
}
