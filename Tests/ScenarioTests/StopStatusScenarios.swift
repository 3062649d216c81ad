// The status of each stop, even when no route is found.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StopStatusScenarios {
    @Test func `a stop whose closest street is restricted says that it is elsewhere`() throws {
        var sketch = barrierBlock
        sketch.road("ac", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        let near = sketch.place("a", "c", at: 0.4)
        let result = try answer(sketch, [near, sketch.place("d")])
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
        #expect(result.status(stop: 1) == .ok)
        let open = try answer(sketch, [near, sketch.place("d")]) {
            $0.restrictionAttributeNames = []
        }
        #expect(open.status(stop: 0) == .ok)
    }

    @Test func `a footpath beside a street is no closer street for a car`() throws {
        var sketch = barrierBlock
        sketch.road("ac", seconds: 10) { $0.families = TestNetwork.foot }
        let result = try answer(sketch, [sketch.place("a", "c", at: 0.4), sketch.place("d")])
        #expect(result.status(stop: 0) == .ok)
    }

    @Test func `empty results still say what became of the stops`() throws {
        var sketch = NetworkSketch("a---b   c---d")
        sketch.road("ab", seconds: 10)
        sketch.road("cd", seconds: 10)
        var far = sketch.place("a")
        far.y += 1
        let result = try answer(sketch, [sketch.place("a"), sketch.place("d"), far]) {
            $0.returnEmptyResults = true
            $0.returnBarriers.point = true
            $0.barPoints([sketch.place("b")])
            $0.locateSettings = LocateSettingsByInput(
                stops: LocateSettings(toleranceMeters: 10, allowAutoRelocate: false))
        }
        #expect(result.routes?.features.isEmpty == true)
        #expect(result.messages.first?.type == .error)
        #expect(result.status(stop: 0) == .notReached)
        #expect(result.status(stop: 1) == .notReached)
        #expect(result.status(stop: 2) == .notLocated)
        #expect(result.barriers.point?.features.count == 1)
    }

    @Test func `empty results with one good stop`() throws {
        let sketch = barrierBlock
        var far = sketch.place("a")
        far.y += 1
        let result = try answer(sketch, [sketch.place("a"), far]) { $0.returnEmptyResults = true }
        #expect(result.stops?.features.count == 2)
        #expect(result.status(stop: 1) == .notLocated)
    }
}
