// The two kinds of batches: a route for each group of stops, and the totals of trips.

import Batches
import FeatureStore
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

/// A batch's rows and what answers them.
///
/// There are two kinds: groups of stops, each answered with a route by ``GroupSolver``, and the
/// trips of `--pairs`, of which only the totals are found.
/// ``run(into:threads:control:reportJob:report:)`` hides the difference from ``BatchJob``.
enum BatchWork {
    /// A route for each group.
    case groups(any BatchSource, GroupSolver)
    /// The totals of each trip.
    case trips(LayerTrips, TripSearch, StopDoubts)

    /// Opens the rows and checks the request.
    ///
    /// - Parameters:
    ///   - pairs: The rows of `--pairs`.
    ///   - begun: When the batch began, in milliseconds since 1970.
    /// - Throws: ``CommandFailure`` for contradicting options and for a source without rows; errors
    ///   of the rows and the request.
    init(
        _ rows: BatchOptions, pairs: PairsFile?, _ plans: RoutePlans, on layer: AnalysisSource,
        begun: Int64, _ timeoutSeconds: Double?
    ) async throws {
        if let pairs {
            guard case .network(let local) = layer else {
                throw CommandFailure(
                    .usage, "--pairs needs --network; a server answers such requests one by one")
            }
            let mapping = try rows.mapping()
            let trips = try LayerTrips(
                store: pairs.store, rows.query(ofLayer: pairs.layer),
                columns: LayerTrips.columns.map { mapping.column(of: $0) })
            guard try trips.count() > 0 else { throw rows.withoutRows }
            let parameters = try RouteParameters(
                fields: plans.usual.fields, locateDefaults: local.configuration.locateSettings)
            self = .trips(
                trips, try TripSearch(parameters, on: local),
                StopDoubts(extent: local.network.extent, dates: nil))
            return
        }
        let mapping = try rows.mapping()
        let source = try await rows.source(mostRows: layer.mostStopsOfARoute, on: layer)
        try mapping.requireColumns(among: source.fieldNames, of: rows.sourceName)
        guard try source.rowCount() > 0 else { throw rows.withoutRows }
        self = .groups(
            source,
            try await GroupSolver(
                plans, on: layer, mapping: mapping, asJob: rows.asJob, begun: begun,
                timeoutSeconds: timeoutSeconds))
    }

    /// The unit shown in progress.
    var unit: String {
        switch self {
        case .groups: "routes"
        case .trips: "trips"
        }
    }

    /// Whether a server finds all routes as one job.
    var isJob: Bool {
        if case .groups(_, let solver) = self { solver.isJob } else { false }
    }

    /// The names of the rows' fields; empty for trips.
    var fieldNames: [String] {
        switch self {
        case .groups(let source, _): source.fieldNames
        case .trips: []
        }
    }

    /// The field that groups the rows, if any.
    var groupField: String? {
        switch self {
        case .groups(let source, _): source.groupField.name
        case .trips: nil
        }
    }

    /// Returns notes about drivers without a group.
    ///
    /// - Throws: Errors of the rows.
    func notes(on drivers: Drivers) throws -> [String] {
        guard case .groups(let source, _) = self else { return [] }
        let names = try source.keys().map(\.name)
        return drivers.notes(onNames: names, of: source.groupField.name)
    }

    /// The answer to the request without stops, if there is one.
    var common: AnalysisResult? {
        switch self {
        case .groups(_, let solver): return solver.checked
        case .trips(_, let search, _):
            var answer = AnalysisResult()
            answer.messages = search.messages
            answer.fingerprint = search.fingerprint
            answer.attribution = search.attribution
            return answer
        }
    }

    /// At most this many groups go into one job.
    private static let groupsOfJob = 2_000

    /// Finds everything that the output does not have yet.
    ///
    /// - Parameter reportJob: Called with the number of a job's routes found so far, and about how
    ///   many rows they have.
    /// - Throws: Errors of the rows, of the output, and of answers that end the batch.
    func run(
        into file: BatchFile, threads: Int, control: BatchControl,
        reportJob: @escaping @Sendable (Int, Int) -> Void = { _, _ in },
        report: (BatchProgress) -> Void
    ) async throws {
        switch self {
        case .groups(let source, let solver):
            var run =
                solver.isJob
                ? GroupRun(source: source, groupsAtOnce: Self.groupsOfJob) { sets in
                    try await solver.answers(sets, report: reportJob)
                } : GroupRun(source: source, threads: threads) { try await solver.answer($0) }
            run.common = common
            run.costNames = solver.costNames
            try await run.run(into: file, control: control, report: report)
        case .trips(let trips, let search, let doubts):
            var run = TripRun(trips, costNames: search.costNames, threads: threads) { rows in
                try search.totals(of: rows)
            }
            run.doubts = { doubts.notes(of: $0) }
            try await run.run(into: file, control: control, report: report)
        }
    }
}

extension TripSearch {
    /// Finds the rows' totals; rows without an origin or a destination get an error instead.
    fileprivate func totals(of rows: [TripRow]) throws(RouteRequestError) -> [TripTotals] {
        var trips: [Trip] = []
        var places: [Int?] = []
        for row in rows {
            guard let origin = row.origin, let destination = row.destination else {
                places.append(nil)
                continue
            }
            places.append(trips.count)
            trips.append(Trip(from: origin, to: destination))
        }
        let found = try totals(of: trips, control: SolveControl())
        return places.map { place -> TripTotals in
            guard let place else {
                return .failed(
                    GroupFailure(
                        RouteRequestError.Identifier.notLocated.rawValue,
                        "The row has no origin or no destination."))
            }
            switch found[place] {
            case .success(let totals): return .found(totals)
            case .failure(let error): return .failed(GroupFailure(error))
            }
        }
    }
}

extension FieldMapping {
    /// The column with a field's values.
    fileprivate func column(of field: String) -> String {
        entries.first { $0.field.lowercased() == field.lowercased() }?.column ?? field
    }
}

extension AnalysisSource {
    /// The most stops on one route; a group with more is refused before its rows are read.
    fileprivate var mostStopsOfARoute: Int {
        switch self {
        case .network(let layer): layer.configuration.limits.maximumStopsPerRoute
        case .server: 10_000
        }
    }
}
