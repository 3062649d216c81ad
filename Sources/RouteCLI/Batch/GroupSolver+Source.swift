// Where a batch's groups are answered: on a local network or a server, as options say.

import Batches
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Finds routes of a batch on a local network.
private struct LocalRoutes: RouteAnswering {
    let layer: NetworkLayer
    /// The parameters of every route.
    let usual: RouteParameters
    let timeoutSeconds: Double?

    func route(
        through stops: FeatureSet, _ own: [String: String]?
    ) async throws -> AnalysisResult {
        var parameters = try own.map { try layer.parameters($0) } ?? usual
        // All routes share the barriers, so they are written only once.
        parameters.returnBarriers = ByBarrierClass()
        parameters.stops = LocationInput(features: stops)
        return try layer.solve(
            parameters, control: SolveControl(timeLimitSeconds: timeoutSeconds))
    }
}

extension NetworkLayer {
    fileprivate func parameters(_ fields: [String: String]) throws -> RouteParameters {
        try RouteParameters(fields: fields, locateDefaults: configuration.locateSettings)
    }
}

extension GroupSolver {
    /// Makes a solver and checks the request without stops, so that a wrong option ends the batch
    /// before the first route.
    ///
    /// - Parameters:
    ///   - plans: The requests without stops.
    ///   - mapping: The stops' fields with other names.
    ///   - asJob: Whether the groups are one job on the server; if `nil`, they are if the server
    ///     has jobs.
    ///   - begun: When the batch began, in milliseconds since 1970.
    ///   - timeoutSeconds: The time limit for each route.
    /// - Throws: `RouteRequestError` and `RouteTaskError` naming the parameter, what was found and
    ///   what would work.
    init(
        _ plans: RoutePlans, on layer: AnalysisSource, mapping: FieldMapping, asJob: Bool?,
        begun: Int64, timeoutSeconds: Double?
    ) async throws {
        let usual = plans.usual.fields
        switch layer {
        case .network(let layer):
            let routes = LocalRoutes(
                layer: layer, usual: try layer.parameters(usual), timeoutSeconds: timeoutSeconds)
            self.init(
                plans, answeredBy: routes, job: nil, mapping: mapping,
                extent: layer.network.extent, checked: try layer.place(routes.usual))
        case .server(let task):
            let checked = try await Self.common(usual, of: task)
            var job: DayJob?
            if try await Self.asksJob(asJob, of: task) {
                let limits = try await layer.layerResource()["serviceLimits"]
                job = DayJob(
                    task: task, usual: usual, begun: begun,
                    mostStops: limits?["maximumStops"]?.integer)
            }
            self.init(
                plans, answeredBy: ServedRoutes(by: task, usual: usual), job: job,
                mapping: mapping, extent: nil, checked: checked)
        }
    }

    /// Whether the groups are one job of a server.
    ///
    /// - Parameter wanted: `nil` to take a job if the server has jobs.
    /// - Throws: ``CommandFailure`` if a job is wanted and the server has none.
    private static func asksJob(_ wanted: Bool?, of task: RouteTask) async throws -> Bool {
        if wanted == false { return false }
        let hasJobs = try await task.hasJobs()
        guard hasJobs || wanted == nil else {
            throw CommandFailure(
                .invalidInput,
                "--as-job: \(task.url.absoluteString) has no jobs; start its server with --jobs, "
                    + "or leave --as-job out to ask for each route by itself")
        }
        return hasJobs
    }

    /// Places the barriers of all routes, with messages about them.
    private static func common(
        _ fields: [String: String], of task: RouteTask
    ) async throws -> AnalysisResult? {
        do {
            return try await task.locate(fields: fields).result
        } catch RouteTaskError.service(let envelope)
            where envelope.message == "Invalid URL" || envelope.code == 404
        {
            // Servers of other makes do not place barriers without stops.
            return nil
        }
    }
}
