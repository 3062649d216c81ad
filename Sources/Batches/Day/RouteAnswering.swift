// What finds single routes of a batch, on a network or a server.

package import Geo
package import RouteAPI
package import RouteTaskClient

/// Finds single routes of a batch.
///
/// The command line has one for a local network; ``ServedRoutes`` asks a server.
package protocol RouteAnswering: Sendable {
    /// Finds the route through stops.
    ///
    /// - Parameter own: The fields without stops; `nil` for the fields of every route.
    /// - Throws: `RouteRequestError` or `RouteTaskError` if this route cannot be found.
    func route(
        through stops: FeatureSet, _ own: [String: String]?
    ) async throws -> AnalysisResult
}

/// Finds routes on a server, with a request for each.
package struct ServedRoutes: RouteAnswering {
    private let task: RouteTask
    private let usual: [String: String]

    /// - Parameter usual: The fields of every route.
    package init(by task: RouteTask, usual: [String: String]) {
        self.task = task
        self.usual = usual
    }

    package func route(
        through stops: FeatureSet, _ own: [String: String]?
    ) async throws -> AnalysisResult {
        var fields = own ?? usual
        // All routes share the barriers, so they are written only once.
        for kind in BarrierClass.allCases { fields[kind.returnParameter] = nil }
        fields[RouteParameters.stopsName] = JSONWriter.text { $0.esriFeatureSet(stops) }
        return try await task.solve(fields: fields).result
    }
}
