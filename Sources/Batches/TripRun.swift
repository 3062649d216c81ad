// Finds the totals of many trips on all cores and writes them in the order of the trips.

package import FeatureStore
package import Geo
import RouteAPI

/// A trip from a layer: a row with an origin and a destination.
package struct TripRow: Hashable, Sendable {
    package var id: Int64
    /// The origin in WGS 84; `nil` if the row has none.
    package var origin: Coordinate?
    /// The destination in WGS 84; `nil` if the row has none.
    package var destination: Coordinate?
}

/// A stored layer's rows as trips, in the order of their ids.
///
/// A row either has the columns `FromX`, `FromY`, `ToX` and `ToY` in longitude and latitude, or is
/// a line. A line's trip leads from its first to its last vertex.
package struct LayerTrips: Sendable {
    /// The columns with the places, in order.
    package static let columns = ["FromX", "FromY", "ToX", "ToY"]

    private let store: any LayerStore
    private let schema: LayerSchema
    /// Selects all trips, in the order of their ids.
    private let query: LayerQuery
    /// The layer's names for the columns; empty if trips are lines.
    private let placed: [String]

    /// Reads a layer's rows as trips.
    ///
    /// - Parameters:
    ///   - query: Which rows to take. Its order is ignored.
    ///   - names: The layer's names for ``columns``, in the same order.
    /// - Throws: `FeatureStoreError` naming the layer, the column or the position in the condition.
    package init(
        store: any LayerStore, _ query: LayerQuery, columns names: [String] = LayerTrips.columns
    ) throws(FeatureStoreError) {
        let schema = try store.layer(named: query.layer)
        try schema.checkComparisons(of: query.where)
        let isLines = schema.geometryType == .polyline
        if !isLines, let missing = names.first(where: { schema.field(named: $0) == nil }) {
            let known = schema.fields.map(\.name)
            throw .badRequest(
                "the layer \"\(schema.name)\" has no lines and no column \"\(missing)\": trips are "
                    + "lines, or have the columns \(Self.columns.joined(separator: ", ")); its "
                    + "columns are \(known.prefix(40).joined(separator: ", "))")
        }
        self.store = store
        self.schema = schema
        placed = isLines ? [] : names
        var query = query
        query.orderBy = []
        query.outFields = placed
        query.returnsGeometry = isLines
        query.outSR = .wgs84
        self.query = query
    }

    /// Counts all trips.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    package func count() throws -> Int { try store.count(query) }

    /// Reads the next trips.
    ///
    /// - Parameters:
    ///   - id: The last trip already read; `nil` to begin.
    ///   - limit: How many trips to read at most.
    /// - Returns: An empty list at the end.
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    package func trips(after id: Int64?, limit: Int) throws -> [TripRow] {
        let field = schema.objectIDField.replacing("\"", with: "\"\"")
        var next = query
        if let id { next = query.with("\"\(field)\" > \(id)") }
        next.limit = limit
        let found = try store.features(next)
        let columns = placed.map { found.features.fieldIndex($0) }
        return zip(found.objectIDs, found.features.features).map { id, feature in
            guard !columns.isEmpty else { return Self.trip(id, along: feature.geometry) }
            let numbers = columns.map { $0.flatMap { feature.values[$0].number } }
            return TripRow(
                id: id, origin: Self.place(numbers[0], numbers[1]),
                destination: Self.place(numbers[2], numbers[3]))
        }
    }

    private static func place(_ x: Double?, _ y: Double?) -> Coordinate? {
        guard let x, let y else { return nil }
        return Coordinate(x: x, y: y)
    }

    private static func trip(_ id: Int64, along line: Geometry?) -> TripRow {
        guard case .polyline(let paths, _)? = line else { return TripRow(id: id) }
        return TripRow(id: id, origin: paths.first?.first, destination: paths.last?.last)
    }
}

/// A trip's totals, or why it has none.
package enum TripTotals: Hashable, Sendable {
    /// The totals, in the order of the costs' names.
    case found([Double])
    case failed(GroupFailure)
}

/// Finds the totals of a layer's trips.
///
/// Use it if you need times and distances for many pairs of places, but no routes. Trips are read,
/// searched and written 2,000 at a time, so memory does not grow with their number. They are
/// written in the layer's order, whichever thread finishes first. A run that continues an output
/// begins after the last trip written.
package struct TripRun: Sendable {
    private let trips: LayerTrips
    private let costNames: [String]
    private let threads: Int
    private let answer: @Sendable ([TripRow]) async throws -> [TripTotals]
    /// Returns warnings about some trips.
    package var doubts: @Sendable ([TripRow]) -> [String] = { _ in [] }

    /// How many trips a thread searches at once.
    private static let tripsAtOnce = 2_000
    /// How many parts per thread may wait for an earlier one.
    private static let window = 4

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - costNames: Which costs trips have totals for.
    ///   - threads: How many parts are searched at once; at least 1.
    ///   - answer: Finds the totals of some trips, in the same order.
    package init(
        _ trips: LayerTrips, costNames: [String], threads: Int,
        answer: @escaping @Sendable ([TripRow]) async throws -> [TripTotals]
    ) {
        self.trips = trips
        self.costNames = costNames
        self.threads = threads
        self.answer = answer
    }

    /// Finds and writes the totals that the output does not have yet.
    ///
    /// - Parameters:
    ///   - file: The output.
    ///   - control: Stops the run early.
    ///   - report: Called once at the beginning and after each part.
    /// - Throws: Errors from the layer, the output and `answer`.
    package func run(
        into file: BatchFile, control: BatchControl, report: (BatchProgress) -> Void
    ) async throws {
        var progress = BatchProgress(
            done: file.finishedCount, rows: file.finishedCount, rowCount: try trips.count())
        report(progress)
        var last = Int64(file.lastName)
        var hasEnded = false
        try await OrderedWork(threads: threads, window: Self.window).run { () -> [TripRow]? in
            guard !control.isStopped else { return nil }
            let part = try trips.trips(after: last, limit: Self.tripsAtOnce)
            hasEnded = part.isEmpty
            last = part.last?.id ?? last
            return part.isEmpty ? nil : part
        } doing: { part -> [Finished] in
            let totals = try await answer(part)
            precondition(totals.count == part.count, "every trip has an answer")
            return zip(part, totals).map { Finished($0, $1) }
        } use: { finished in
            var added: BatchRowsByTable = [
                .trips: rows(finished, after: file.finishedCount)
            ]
            let doubts = doubts(finished.map(\.trip)).map { Message(.warning, $0) }
            if !doubts.isEmpty {
                added[.messages] = GroupRows.messages(doubts, number: nil, name: nil)
            }
            try file.add(
                added, finishing: finished.count,
                lastName: finished.last.map { String($0.trip.id) } ?? "")
            progress.done += finished.count
            progress.rows += finished.count
            progress.failed += finished.count { $0.failure != nil }
            report(progress)
        }
        if hasEnded { try file.end() } else { try file.flush() }
    }

    private struct Finished: Sendable {
        var trip: TripRow
        var totals: [Double]?
        var failure: GroupFailure?

        init(_ trip: TripRow, _ answer: TripTotals) {
            self.trip = trip
            switch answer {
            case .found(let totals): self.totals = totals
            case .failed(let failure): self.failure = failure
            }
        }
    }

    private func rows(_ finished: [Finished], after count: Int) -> FeatureSet {
        let columns: [FeatureColumn<(number: Int, trip: Finished)>] =
            [
                FeatureColumn(GroupRows.numberField.name) { $0.number },
                FeatureColumn("InputID") { Int($0.trip.trip.id) },
            ]
            + costNames.enumerated().map { cost, name in
                FeatureColumn(Column.total.name + name) { $0.trip.totals?[cost] }
            } + [
                FeatureColumn("Reason") { $0.trip.failure?.reason },
                FeatureColumn("Text") { $0.trip.failure?.text },
            ]
        return FeatureSet(
            columns, of: finished.enumerated().map { (number: count + $0 + 1, trip: $1) })
    }
}

extension AttributeValue {
    /// The value as a number; `nil` if it is none.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .null, .string, .date: nil
        }
    }
}
