// Start here: finds a route for each group of rows, on all cores, and writes them in order.

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
/// Use a run for a day's deliveries grouped by driver, for example: ``BatchSource`` reads the rows,
/// the closure you pass finds the route, and ``BatchFile`` takes the results. The run knows neither
/// networks nor servers.
///
/// **Order.** Groups may finish in any order, but ``OrderedWork`` writes them in the order of the
/// groups. The output therefore depends only on the input and the options, not on the number of
/// threads.
///
/// **Memory.** A group is read when its route is searched, and forgotten when its rows are written.
///
/// **Failures.** If `answer` throws ``GroupFailure``, the group becomes a row of the table
/// `failures` and the run goes on. Any other error ends the batch; what was written stays.
///
/// **Continuing.** The run skips groups that the output already has. If the groups have changed
/// since, it throws ``BatchError`` rather than mix two inputs.
package struct GroupRun: Sendable {
    package let source: any BatchSource
    /// How many routes are searched at once.
    package let threads: Int
    /// The answer to the request without stops: barriers and messages that concern every route.
    /// They are written once.
    package var common: AnalysisResult?
    /// The costs that any route may have totals for, if routes differ in them.
    package var costNames: Set<String> = []
    /// How many groups are answered together at most.
    private let groupsAtOnce: Int
    private let answer: Answer

    /// Returns the route or failure for each set of stops, in the same order.
    package typealias Answer =
        @Sendable ([FeatureSet]) async throws -> [Result<AnalysisResult, GroupFailure>]

    /// Makes a run that answers one group at a time.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - threads: How many routes are searched at once; at least 1.
    ///   - answer: Finds the route through the stops, which all have its name in `RouteName`. A
    ///     thrown ``GroupFailure`` concerns one route; any other error ends the batch.
    package init(
        source: any BatchSource, threads: Int,
        answer: @escaping @Sendable (FeatureSet) async throws -> AnalysisResult
    ) {
        self.source = source
        self.threads = threads
        groupsAtOnce = 1
        self.answer = { sets in
            var found: [Result<AnalysisResult, GroupFailure>] = []
            for stops in sets {
                do {
                    found.append(.success(try await answer(stops)))
                } catch let failure as GroupFailure {
                    found.append(.failure(failure))
                }
            }
            return found
        }
    }

    /// Makes a run that answers many groups together.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - groupsAtOnce: How many groups are answered together at most. Their rows are in memory.
    ///   - answer: Finds the routes through sets of stops. An error ends the batch.
    package init(source: any BatchSource, groupsAtOnce: Int, answer: @escaping Answer) {
        self.source = source
        threads = 1
        self.groupsAtOnce = groupsAtOnce
        self.answer = answer
    }

    private struct Part: Sendable {
        var number: Int
        var key: BatchKey
    }

    private struct Finished: Sendable {
        var part: Part
        var rowCount: Int
        var rows: BatchRowsByTable
        var isFailed: Bool
    }

    /// Finds and writes the routes that the output does not have yet.
    ///
    /// - Parameters:
    ///   - file: The output.
    ///   - control: Stops the run early.
    ///   - report: Called once at the beginning and after each route.
    /// - Throws: ``BatchError`` if the output was begun with other groups; errors from the rows,
    ///   the output, and answers that end the batch.
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
        try await OrderedWork(threads: threads).run { () -> [Part]? in
            guard next < keys.count, !control.isStopped else { return nil }
            let first = next
            next = min(first + groupsAtOnce, keys.count)
            return (first..<next).map { Part(number: $0 + 1, key: keys[$0]) }
        } doing: { parts in
            try await finish(parts)
        } use: { all in
            for finished in all {
                try file.add(finished.rows, finishing: 1, lastName: finished.part.key.name)
                progress.done += 1
                progress.rows += finished.rowCount
                progress.failed += finished.isFailed ? 1 : 0
                report(progress)
            }
        }
        if file.finishedCount == keys.count { try file.end() } else { try file.flush() }
    }

    /// Throws if the output was begun with other groups.
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

    private func finish(_ parts: [Part]) async throws -> [Finished] {
        let sets = try parts.map { try source.rows(of: $0.key) }
        var refusals: [Int: GroupFailure] = [:]
        for (place, part) in parts.enumerated() {
            refusals[place] = refusal(of: sets[place], part.key)
        }
        let asked = parts.indices.filter { refusals[$0] == nil }
        let found = try await answer(asked.map { sets[$0].named(parts[$0].key.name).features })
        precondition(found.count == asked.count, "every group has an answer")
        let answers = Dictionary(uniqueKeysWithValues: zip(asked, found.indices))
        return parts.indices.map { place in
            finished(
                parts[place], sets[place].ids,
                refusals[place].map { .failure($0) } ?? found[answers[place] ?? 0])
        }
    }

    private func finished(
        _ part: Part, _ ids: [Int64], _ answer: Result<AnalysisResult, GroupFailure>
    ) -> Finished {
        let rows = GroupRows(
            number: part.number, key: part.key, groupField: source.groupField,
            costNames: costNames)
        switch answer {
        case .success(let answer):
            return Finished(
                part: part, rowCount: ids.count,
                rows: rows.rows(
                    of: answer, stopIDs: ids, besides: Set(common?.messages ?? [])),
                isFailed: false)
        case .failure(let failure):
            return Finished(
                part: part, rowCount: ids.count,
                rows: rows.row(of: failure, stopCount: ids.count), isFailed: true)
        }
    }

    /// Returns why a group cannot have a route, or `nil` if it may.
    private func refusal(of stops: BatchRows, _ key: BatchKey) -> GroupFailure? {
        let count = stops.ids.count
        if key.isMissing {
            let name = source.groupField.name
            return GroupFailure(
                "no-group",
                count == 1
                    ? "1 row has no value in \"\(name)\", and is in no route."
                    : "\(count) rows have no value in \"\(name)\", and are in no route.")
        }
        guard stops.isCut else { return nil }
        return GroupFailure(
            "limit-exceeded",
            "The route has more than \(count) stops, the most for one route.")
    }
}
