// Answers the groups of a batch, on a local network or a server.

import Batches
import Geo
import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Finds the routes of a batch, each by a request of its own.
struct GroupSolver: Sendable {
    /// Where requests are answered.
    private enum Place: Sendable {
        case network(NetworkLayer, RouteParameters)
        case server(RouteTask)
        /// As jobs of a server, which all workers of its queue share.
        case jobs(RouteTask)
    }

    private let place: Place
    private let plans: RoutePlans
    private let mapping: FieldMapping
    private let timeoutSeconds: Double?
    private let doubts: StopDoubts
    /// The answer to the request without stops, which has the barriers; `nil` for a server that
    /// does not answer such requests.
    let checked: AnalysisResult?

    /// The costs that routes may have totals of, where vehicles differ in them.
    var costNames: Set<String> { plans.costNames }

    /// Makes a solver, and checks the request without stops.
    ///
    /// - Parameters:
    ///   - plans: The requests without stops.
    ///   - mapping: The fields of stops under other names.
    ///   - asJobs: Whether a server is asked for jobs.
    ///   - timeoutSeconds: The time limit of each route.
    /// - Throws: `RouteRequestError` and `RouteTaskError` naming the parameter, what was found and
    ///   what would work.
    init(
        _ plans: RoutePlans, on layer: LayerSource, mapping: FieldMapping, asJobs: Bool,
        timeoutSeconds: Double?
    ) async throws {
        self.plans = plans
        self.mapping = mapping
        self.timeoutSeconds = timeoutSeconds
        let extent: Envelope? =
            if case .network(let local) = layer { local.network.extent } else { nil }
        doubts = StopDoubts(extent: extent, dates: plans.usual.windows.dates)
        switch layer {
        case .network(let layer):
            var parameters = try RouteParameters(
                fields: plans.usual.fields, locateDefaults: layer.configuration.locateSettings)
            checked = try layer.place(parameters)
            // Every route has the same barriers, which are written once.
            parameters.returnBarriers = ByBarrierClass()
            place = .network(layer, parameters)
        case .server(let task):
            checked = try await Self.common(plans.usual.fields, of: task)
            place = asJobs ? .jobs(task) : .server(task)
        }
    }

    /// Finds the route through stops.
    ///
    /// - Throws: `GroupFailure` for a reason that concerns this route; other errors concern all.
    func answer(_ stops: FeatureSet) async throws -> AnalysisResult {
        do {
            let rows = mapping.renaming(stops.withoutObjectIDs)
            let doubts = doubts.notes(of: rows)
            let name = stops.features.first.flatMap { stops.string("RouteName", of: $0) } ?? ""
            let plan = try plans.plan(for: name)
            let (stops, notes) = try plan.windows.settled(rows)
            var result = try await RouteDay(stops, plan).answer { try await found($0, $1) }
            result.messages += doubts.map { Message(.warning, $0) }
            result.messages += notes.map { Message(.informative, $0) }
            return result
        } catch let error as FeatureReadError {
            throw GroupFailure(
                RouteRequestError.Identifier.invalidParameter.rawValue, error.description)
        } catch let error as RouteRequestError {
            throw GroupFailure(error)
        } catch let error as RouteTaskError {
            guard let failure = GroupFailure(error) else { throw error }
            throw failure
        }
    }

    /// The answer to a request.
    ///
    /// - Parameter own: The fields without stops; `nil` for those of every route.
    private func found(
        _ stops: FeatureSet, _ own: [String: String]?
    ) async throws -> AnalysisResult {
        if case .network(let layer, var parameters) = place {
            if let own {
                parameters = try RouteParameters(
                    fields: own, locateDefaults: layer.configuration.locateSettings)
                parameters.returnBarriers = ByBarrierClass()
            }
            parameters.stops = LocationInput(features: stops)
            return try layer.solve(
                parameters, control: SolveControl(timeLimitSeconds: timeoutSeconds))
        }
        var fields = own ?? plans.usual.fields
        for kind in BarrierClass.allCases { fields[kind.returnParameter] = nil }
        fields[RouteParameters.stopsName] = SolveRequest.text(stops)
        switch place {
        case .network: preconditionFailure("answered above")
        case .server(let task): return try await task.solve(fields: fields).result
        case .jobs(let task): return try await Self.answer(ofJob: fields, on: task)
        }
    }
}

extension GroupSolver {
    /// Seconds without an answer after which a server of jobs is given up.
    private static let patienceSeconds = 600.0

    /// The answer to a request as a job, which is removed from the server then.
    private static func answer(
        ofJob fields: [String: String], on task: RouteTask
    ) async throws -> AnalysisResult {
        let job = try await task.submit(fields: fields, patienceSeconds: patienceSeconds)
        let answer = try await job.answer(patienceSeconds: patienceSeconds)
        // Without an answer to this, the server removes it when its time is over.
        _ = try? await job.delete()
        return answer.result
    }

    /// The barriers of all routes, with what is to be said of them.
    private static func common(
        _ fields: [String: String], of task: RouteTask
    ) async throws -> AnalysisResult? {
        do {
            return try await task.locate(fields: fields).result
        } catch RouteTaskError.service(let envelope)
            where envelope.message == "Invalid URL" || envelope.code == 404
        {
            // Other servers do not place barriers without stops.
            return nil
        }
    }
}

extension GroupFailure {
    /// The failure of a request.
    init(_ error: RouteRequestError) {
        self.init(
            error.identifier.rawValue,
            error.details.isEmpty ? error.message : error.details.joined(separator: "\n"))
    }

    /// The failure of a route on a server; `nil` for an error of the server itself, which would
    /// concern all routes.
    fileprivate init?(_ error: RouteTaskError) {
        guard case .service(let envelope) = error, let failure = CommandFailure(describing: error)
        else { return nil }
        let reason: RouteRequestError.Identifier
        switch failure.outcome {
        case .noSolution: reason = .noSolution
        case .cancelled: reason = .timedOut
        case .invalidInput: reason = .invalidParameter
        case .answered, .failed, .usage, .partial, .server: return nil
        }
        self.init(
            reason.rawValue,
            envelope.details.isEmpty
                ? envelope.message : envelope.details.joined(separator: "\n"))
    }
}

extension FeatureSet {
    /// The rows without their ids, which may be greater than those of requests: answers number the
    /// rows in their order.
    fileprivate var withoutObjectIDs: FeatureSet {
        guard let column = fields.firstIndex(where: { $0.type == .objectID }) else { return self }
        var set = self
        set.fields.remove(at: column)
        for row in set.features.indices { set.features[row].values.remove(at: column) }
        return set
    }
}
