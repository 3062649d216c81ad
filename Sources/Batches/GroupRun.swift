// Start here: a route for each group of rows, on all cores, written in the order of the groups.

package import Geo
package import RouteAPI

/// Finds a route for each group of rows.
///
/// ```swift
/// let run = GroupRun(source: groups, threads: 2) { stops in
///     answer(to: stops)    // solves the route through them
/// }
/// try await run.run(into: file, control: control) { fractions.append($0.fraction) }
/// ```
///
/// A group is read when its route is searched, and forgotten when its rows are written, so that
/// memory does not grow with the number of groups. The order of the output is that of the groups,
/// whichever thread was the first.
package struct GroupRun: Sendable {
    /// The rows.
    package let source: any BatchSource
    /// How many routes are searched at once.
    package let threads: Int
    /// The answer to the request without stops: barriers that every route has, and messages about
    /// every route, which are written once.
    package var common: AnalysisResult?
    /// The costs that any route may have totals of, where routes differ in them.
    package var costNames: Set<String> = []
    private let answer: @Sendable (FeatureSet) async throws -> AnalysisResult

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - threads: How many routes are searched at once; at least 1.
    ///   - answer: Finds the route through stops, which all have its name in `RouteName`. A
    ///     ``GroupFailure`` that it throws concerns one route, any other error ends the batch.
    package init(
        source: any BatchSource, threads: Int,
        answer: @escaping @Sendable (FeatureSet) async throws -> AnalysisResult
    ) {
        self.source = source
        self.threads = threads
        self.answer = answer
    }

    /// A group in progress.
    private struct Part: Sendable {
        var number: Int
        var key: BatchKey
    }

    /// A group that is finished.
    private struct Finished: Sendable {
        var part: Part
        var rowCount: Int
        var rows: BatchRowsByTable
        var isFailed: Bool
    }

    /// Finds the routes of all groups that the output does not have yet, and writes them.
    ///
    /// - Parameters:
    ///   - file: The output.
    ///   - control: Ends the run before its end.
    ///   - report: Is called after each route, and once at the beginning.
    /// - Throws: ``BatchError`` when the groups are not those that the output was begun
    ///   with; the errors of the rows, of the output, and of answers that end the batch.
    package func run(
        into file: BatchFile, control: BatchControl, report: (BatchProgress) -> Void
    ) async throws {
        let keys = try source.keys()
        try checkOrder(of: keys, file)
        var progress = BatchProgress(
            done: file.finishedCount, rows: try file.finishedRowCount(),
            rowCount: try source.rowCount())
        report(progress)
        if file.finishedCount == 0, let common {
            try file.add(GroupRows.rows(ofCommon: common), finishing: 0, lastName: "")
        }
        var next = file.finishedCount
        try await OrderedWork(threads: threads).run { () -> Part? in
            guard next < keys.count, !control.isStopped else { return nil }
            next += 1
            return Part(number: next, key: keys[next - 1])
        } doing: { part in
            try await finish(part)
        } use: { finished in
            try file.add(finished.rows, finishing: 1, lastName: finished.part.key.name)
            progress.done += 1
            progress.rows += finished.rowCount
            progress.failed += finished.isFailed ? 1 : 0
            report(progress)
        }
        if file.finishedCount == keys.count { try file.end() } else { try file.flush() }
    }

    /// Refuses to continue an output whose groups were others.
    private func checkOrder(of keys: [BatchKey], _ file: BatchFile) throws(BatchError) {
        let count = file.finishedCount
        guard count > 0 else { return }
        let name = count <= keys.count ? keys[count - 1].name : nil
        guard name != file.lastName else { return }
        let found = name.map { "\"\($0.excerpt(80))\"" } ?? "missing"
        throw BatchError(
            "the rows have changed since the batch was begun: route \(count) was "
                + "\"\(file.lastName.excerpt(80))\" and is \(found) now; begin again without "
                + "--resume")
    }

    private func finish(_ part: Part) async throws -> Finished {
        let rows = GroupRows(
            number: part.number, key: part.key, groupField: source.groupField,
            costNames: costNames)
        let stops = try source.rows(of: part.key)
        do {
            let answer = try await found(stops, part.key)
            return Finished(
                part: part, rowCount: stops.ids.count,
                rows: rows.rows(
                    of: answer, stopIDs: stops.ids, besides: Set(common?.messages ?? [])),
                isFailed: false)
        } catch let failure as GroupFailure {
            return Finished(
                part: part, rowCount: stops.ids.count,
                rows: rows.row(of: failure, stopCount: stops.ids.count), isFailed: true)
        }
    }

    /// - Throws: ``GroupFailure`` for a group that cannot have a route; what ``answer`` throws.
    private func found(_ stops: BatchRows, _ key: BatchKey) async throws -> AnalysisResult {
        let count = stops.ids.count
        guard !key.isMissing else {
            let name = source.groupField.name
            throw GroupFailure(
                "no-group",
                count == 1
                    ? "1 row has no value in \"\(name)\", and is in no route."
                    : "\(count) rows have no value in \"\(name)\", and are in no route.")
        }
        guard !stops.isCut else {
            throw GroupFailure(
                "limit-exceeded",
                "The route has more than \(count) stops, the most that one may have.")
        }
        return try await answer(stops.named(key.name).features)
    }
}
