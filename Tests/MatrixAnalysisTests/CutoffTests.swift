// Tests up to which cost a location's targets count.

import Answers
import Geo
import Preparation
import RouteAPI
import RouteTesting
import Testing

@testable import MatrixAnalysis

struct CutoffTests {
    /// A search for pairs along a street, whose first origin has a cutoff of half a minute.
    private func search() throws -> PairSearch {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 60)
        let layer = try NetworkLayer.sketched(sketch).layer
        var parameters = ODCostMatrixParameters()
        parameters.origins = LocationInput(
            features: .places(
                "ab".map { sketch.place($0) },
                attributes: [["Cutoff_TravelTime": .double(0.5)], [:]]))
        parameters.destinations = LocationInput(features: .places([sketch.place("c")]))
        let solver = ODCostMatrixSolver(layer: layer, control: SolveControl())
        return try PairSearch(solver.read(parameters).request, on: layer, control: solver.control)
    }

    @Test func `a row's cutoff goes before that of all, which goes before none`() throws {
        let search = try search()
        #expect(search.cutoff(of: 0, default: 2) == 30_000)
        #expect(search.cutoff(of: 1, default: 2) == 120_000)
        #expect(search.cutoff(of: 1, default: nil) == nil)
    }

    @Test func `tenths of a minute are whole milliseconds`() throws {
        let search = try search()
        for tenths in 1...600 {
            #expect(
                search.cutoff(of: 1, default: Double(tenths) / 10) == Int64(tenths) * 6_000)
        }
    }
}
