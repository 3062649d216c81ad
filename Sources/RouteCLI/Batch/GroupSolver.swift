// Answers the groups of a batch, on a local network or a server.

import Batches
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Finds the routes of a batch, each with its own request.
///
/// A batch makes one solver for all groups. The initializer checks the request without stops, so a
/// wrong option ends the batch before the first route, and it keeps the barriers, which all routes
/// share. ``answer(_:)`` then plans one group with ``RoutePlans`` and ``RouteDay``, sends the
/// request to the local network or the server, and puts visited stops back into the answer. With
/// `--as-job`, ``answers(_:report:)`` sends all groups together as a ``DayJob``.
///
/// An error about one group becomes a `GroupFailure`, and the batch goes on; any other error ends
/// it.
struct GroupSolver: Sendable {
    private enum Place: Sendable {
        case network(NetworkLayer, RouteParameters)
        case server(RouteTask)
        /// As one server job, shared by all workers of its queue.
        case job(DayJob)
    }

    private let place: Place
    private let plans: RoutePlans
    private let mapping: FieldMapping
    private let timeoutSeconds: Double?
    private let doubts: StopDoubts
    /// The answer to the request without stops, including the barriers; `nil` if the server does
    /// not answer such requests.
    let checked: AnalysisResult?

    /// Whether all groups are answered together as one job.
    var isJob: Bool { if case .job = place { true } else { false } }

    /// The costs whose totals routes may have, if vehicles use different ones.
    var costNames: Set<String> { plans.costNames }

    /// Makes a solver and checks the request without stops.
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
            // All routes share the barriers, so they are written only once.
            parameters.returnBarriers = ByBarrierClass()
            place = .network(layer, parameters)
        case .server(let task):
            checked = try await Self.common(plans.usual.fields, of: task)
            guard try await Self.asksJob(asJob, of: task) else {
                place = .server(task)
                break
            }
            let limits = try await layer.layerResource()["serviceLimits"]
            place = .job(
                DayJob(
                    task: task, usual: plans.usual.fields, begun: begun,
                    mostStops: limits?["maximumStops"]?.integer))
        }
    }

    /// Finds the route through stops.
    ///
    /// - Throws: `GroupFailure` for a reason that concerns only this route; other errors concern
    ///   all.
    func answer(_ stops: FeatureSet) async throws -> AnalysisResult {
        do {
            let group = try await group(stops)
            return try group.answer(
                try await found(group.request.stops, group.request.fields))
        } catch {
            throw Self.failure(error) ?? error
        }
    }

    /// Finds the routes through several sets of stops together, as a job.
    ///
    /// - Parameter report: Called with the number of routes found so far, and about how many rows
    ///   they have: their share of all rows.
    /// - Throws: Errors that concern all routes.
    func answers(
        _ sets: [FeatureSet], report: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [Result<AnalysisResult, GroupFailure>] {
        guard case .job(let job) = place else {
            preconditionFailure("groups are answered together by a job")
        }
        var groups: [Int: Group] = [:]
        var results: [Int: Result<AnalysisResult, GroupFailure>] = [:]
        for (place, stops) in sets.enumerated() {
            do {
                groups[place] = try await group(stops)
            } catch {
                guard let failure = Self.failure(error) else { throw error }
                results[place] = .failure(failure)
            }
        }
        let places = groups.keys.sorted()
        let rows = sets.reduce(0) { $0 + $1.features.count }
        let found = try await job.answers(
            places.compactMap { groups[$0] }.map {
                DayJob.Request(
                    name: $0.name, stops: $0.request.stops, fields: $0.request.fields)
            }
        ) { done, count in report(done, count > 0 ? rows * done / count : 0) }
        for (place, answer) in zip(places, found) {
            guard let group = groups[place] else { continue }
            do throws(GroupFailure) {
                results[place] = .success(try group.answer(try answer.get()))
            } catch {
                results[place] = .failure(error)
            }
        }
        return sets.indices.map { place in
            results[place] ?? .failure(GroupFailure("no-solution", "The job has no answer."))
        }
    }

    private struct Group: Sendable {
        let name: String
        let day: RouteDay
        let request: RouteDay.Request
        /// Messages about the rows.
        let messages: [Message]

        /// Completes the answer.
        ///
        /// - Throws: `GroupFailure` if the start or end place has no street.
        func answer(_ found: AnalysisResult) throws(GroupFailure) -> AnalysisResult {
            var result = try day.answer(to: request, found)
            result.messages += messages
            return result
        }
    }

    private func group(_ stops: FeatureSet) async throws -> Group {
        // Ids may be greater than a request allows; answers number the rows in their order.
        let rows = mapping.renaming(stops.withoutObjectIDs)
        let name = stops.features.first.flatMap { stops.string("RouteName", of: $0) } ?? ""
        let plan = try plans.plan(for: name)
        let (settled, notes) = try plan.windows.settled(rows)
        let day = try RouteDay(settled, plan)
        let request = try await day.request { try await found($0, $1) }
        return Group(
            name: name, day: day, request: request,
            messages: doubts.notes(of: rows).map { Message(.warning, $0) }
                + notes.map { Message(.informative, $0) })
    }

    /// Returns an error's meaning for one group, or `nil` if the error concerns all.
    private static func failure(_ error: any Error) -> GroupFailure? {
        switch error {
        case let error as GroupFailure: error
        case let error as FeatureReadError:
            GroupFailure(
                RouteRequestError.Identifier.invalidParameter.rawValue, error.description)
        case let error as RouteRequestError: GroupFailure(error)
        case let error as RouteTaskError: GroupFailure(error)
        default: nil
        }
    }

    /// Answers a request.
    ///
    /// - Parameter own: The fields without stops; `nil` for the fields of every route.
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
        fields[RouteParameters.stopsName] = JSONWriter.text { $0.esriFeatureSet(stops) }
        switch place {
        case .network: preconditionFailure("answered above")
        case .server(let task): return try await task.solve(fields: fields).result
        case .job(let job): return try await job.task.solve(fields: fields).result
        }
    }
}

extension GroupSolver {
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
