// Tests what the rows of stops say.

import Geo
import PathFinding
import Preparation
import Testing

@testable import Answers

struct StopRowTests {
    private func rows(of found: FoundRoutes, _ drawn: SketchedRoute) throws -> FeatureSet {
        try StopRow.featureSet(
            of: ResultAssembly(SolvedAnalysis(drawn.prepared, found), on: drawn.layer))
    }

    private func column(_ name: String, _ set: FeatureSet) -> [AttributeValue?] {
        set.features.map { set.value(name, of: $0) }
    }

    @Test func `a visited stop has its place in the route and the cost up to it`() throws {
        let drawn = try SketchedRoute()
        let set = try rows(of: FoundRoutes(routes: [drawn.route]), drawn)
        #expect(column("ObjectID", set) == [.integer(1), .integer(2)])
        #expect(column("Sequence", set) == [.integer(1), .integer(2)])
        #expect(column("Status", set) == [.integer(0), .integer(0)])
        let costs = column("Cumul_TravelTime", set)
        #expect(costs[0] == .double(0))
        guard case .double(let minutes)? = costs[1] else {
            Issue.record("the last stop has no cost")
            return
        }
        // 5 s to the corner and 7.5 s from there.
        #expect(abs(minutes - 12.5 / 60) < 1e-4)
    }

    @Test func `no vehicle arrives at the first stop or departs from the last`() throws {
        let drawn = try SketchedRoute()
        let set = try rows(of: FoundRoutes(routes: [drawn.route]), drawn)
        #expect(column("ArriveCurbApproach", set).map { $0 == .null } == [true, false])
        #expect(column("DepartCurbApproach", set).map { $0 == .null } == [false, true])
        // Without a start there are no times.
        #expect(column("ArriveTime", set) == [.null, .null])
    }

    @Test func `a stop that no route visits is not reached`() throws {
        let drawn = try SketchedRoute()
        let set = try rows(of: FoundRoutes(unreached: [0, 1]), drawn)
        #expect(column("Status", set) == [.integer(5), .integer(5)])
        #expect(column("Sequence", set) == [.null, .null])
        #expect(column("Cumul_TravelTime", set) == [.double(0), .double(0)])
    }
}
