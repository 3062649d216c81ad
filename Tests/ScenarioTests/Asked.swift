// A request on a drawing, and what came of it.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

/// A request on a drawing, and its outcome.
struct Asked {
    let layer: NetworkLayer
    let parameters: RouteParameters
    let result: AnalysisResult?
    let error: RouteRequestError?

    init(
        _ sketch: NetworkSketch, _ stops: some DrawnStops,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws {
        layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(through: stops.places(on: sketch))
        change(&parameters)
        self.parameters = parameters
        do throws(RouteRequestError) {
            result = try layer.solve(parameters)
            error = nil
        } catch {
            result = nil
            self.error = error
        }
    }

    /// The only reason given.
    func onlyReason() throws -> Reason {
        let reasons = error?.reasons ?? result?.reasons ?? []
        #expect(reasons.count == 1, "\(reasons.map(\.text))")
        return try #require(reasons.first)
    }

    /// A change that gives a parameter the value set by `edit`.
    func changed(
        _ name: String, _ edit: (inout RouteParameters) -> Void
    ) throws -> RequestChange {
        var changed = parameters
        edit(&changed)
        return try #require(RequestChange(setting: name, as: changed))
    }

    /// Makes the suggested changes and expects `count` routes that visit every stop.
    func expectRouteAfter(_ reasons: [Reason], count: Int = 1) throws {
        let changes = reasons.compactMap(\.change)
        #expect(changes.count == reasons.count, "every reason has a change")
        let result = try layer.solve(try parameters.applying(changes))
        #expect(result.routes?.features.count == count, "\(changes)")
        #expect(result.reasons.isEmpty)
    }
}
