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
    /// The most groups that are answered together.
    private let groupsAtOnce: Int
    private let answer: Answer

    /// The route or the failure of each set of stops, in their order.
    package typealias Answer =
        @Sendable ([FeatureSet]) async throws -> [Result<AnalysisResult, GroupFailure>]

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
    ///   - groupsAtOnce: The most groups that are answered together, whose rows are held.
    ///   - answer: Finds the routes through sets of stops; an error ends the batch.
    package init(source: any BatchSource, groupsAtOnce: Int, answer: @escaping Answer) {
        self.source = source
        threads = 1
        self.groupsAtOnce = groupsAtOnce
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

    /// Why a group cannot have a route; `nil` for one that may.
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
            "The route has more than \(count) stops, the most that one may have.")
    }
}
