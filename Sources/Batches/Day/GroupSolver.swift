// Answers the groups of a batch, each with its own request.

package import Geo
package import RouteAPI
import RouteTaskClient

/// Finds the routes of a batch, each with its own request.
///
/// A batch makes one solver for all groups. ``answer(_:)`` plans one group with ``RoutePlans`` and
/// ``RouteDay``, has the request answered (``RouteAnswering``), and puts visited stops back into
/// the answer. If there is a ``DayJob``, ``answers(_:report:)`` sends all groups together.
///
/// An error about one group becomes a `GroupFailure`, and the batch goes on; any other error ends
/// it.
package struct GroupSolver: Sendable {
    private let plans: RoutePlans
    private let source: any RouteAnswering
    private let job: DayJob?
    private let mapping: FieldMapping
    private let doubts: StopDoubts
    /// The answer to the request without stops, including the barriers; `nil` if the server does
    /// not answer such requests.
    package let checked: AnalysisResult?

    /// Whether all groups are answered together as one job.
    package var isJob: Bool { job != nil }

    /// The costs whose totals routes may have, if vehicles use different ones.
    package var costNames: Set<String> { plans.costNames }

    /// Makes a solver for requests that were checked without stops.
    ///
    /// - Parameters:
    ///   - plans: The requests without stops.
    ///   - source: What answers the requests.
    ///   - job: Answers all groups together; `nil` to answer each by itself.
    ///   - mapping: The stops' fields with other names.
    ///   - extent: The network's extent; `nil` if unknown. Stops far outside are noted.
    package init(
        _ plans: RoutePlans, answeredBy source: any RouteAnswering, job: DayJob?,
        mapping: FieldMapping, extent: Envelope?, checked: AnalysisResult?
    ) {
        self.plans = plans
        self.source = source
        self.job = job
        self.mapping = mapping
        self.checked = checked
        doubts = StopDoubts(extent: extent, dates: plans.usual.windows.dates)
    }

    /// Finds the route through stops.
    ///
    /// - Throws: `GroupFailure` for a reason that concerns only this route; other errors concern
    ///   all.
    package func answer(_ stops: FeatureSet) async throws -> AnalysisResult {
        do {
            let group = try await group(stops)
            return try group.answer(
                try await source.route(
                    through: group.request.stops, group.request.fields))
        } catch {
            throw Self.failure(error) ?? error
        }
    }

    /// Finds the routes through several sets of stops together, as a job.
    ///
    /// - Parameter report: Called with the number of routes found so far, and about how many rows
    ///   they have: their share of all rows.
    /// - Throws: Errors that concern all routes.
    package func answers(
        _ sets: [FeatureSet], report: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [Result<AnalysisResult, GroupFailure>] {
        guard let job else { preconditionFailure("groups are answered together by a job") }
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
        let request = try await day.request { try await source.route(through: $0, $1) }
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
}
