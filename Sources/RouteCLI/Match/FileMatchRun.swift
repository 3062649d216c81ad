// Matches the traces in many files, several at once.

import Batches
import Foundation
import Geo
import RouteAPI
import RouteAnalysis

/// Matches a command's files, and writes their answers and a line about each.
struct FileMatchRun {
    private let command: MatchCommand

    init(_ command: MatchCommand) { self.command = command }

    private struct Done: Sendable {
        var file: String
        var line: String
        var notes: [String] = []
        var outcome: Outcome
    }

    /// Matches all files.
    ///
    /// - Throws: ``CommandFailure`` for contradicting options; the ``Outcome`` if some file has no
    ///   whole answer.
    func run() async throws {
        let targets = try targets()
        let (matcher, notes) = try await matcher(targets)
        if !command.quiet { Console.note(notes) }
        let outcomes = try await match(matcher, targets)
        guard let worst = outcomes.first(where: { $0 != .answered }) else { return }
        throw outcomes.allSatisfy { $0 == worst } ? worst : .partial
    }

    /// Reads the files' outputs from the options.
    ///
    /// - Throws: ``CommandFailure`` for contradicting outputs.
    func targets() throws -> MatchTargets {
        try MatchTargets(files: command.files, outputs: command.outputs, format: command.format)
    }

    /// Makes the matcher for all files, with notes on the request.
    ///
    /// - Throws: ``CommandFailure`` for contradicting options.
    func matcher(
        _ targets: MatchTargets
    ) async throws -> (matcher: FileMatcher, notes: [String]) {
        let draft = try command.draft()
        let layer = try AnalysisSource(command.source, zone: draft.zone)
        var request = try await layer.request(draft)
        for format in targets.formats where format.isWGS84 {
            try request.requireWGS84(for: format)
        }
        writeReturned(targets, to: &request.fields)
        let matcher = try FileMatcher(
            layer: layer, request: request, targets: targets, command: command)
        return (matcher, request.notes)
    }

    /// Requests only what the formats write: a row for each of a hundred thousand positions takes a
    /// second.
    private func writeReturned(_ targets: MatchTargets, to fields: inout [String: String]) {
        let formats = targets.formats
        let hasAll = formats.contains { [.answer, .geojson, .gpkg, .kml, .xlsx].contains($0) }
        let hasTable = formats.contains { [.csv, .esri, .shp, .fgb].contains($0) }
        let table = hasTable ? command.table : nil
        let wanted: [(String, Bool)] = [
            ("returnTracePoints", hasAll || table == .points),
            (
                "returnStops",
                hasAll || formats.contains(.gpx) || formats.contains(.svg)
                    || table == .stops
            ),
            (
                "returnDirections",
                fields["returnDirections"] != "false"
                    && (hasAll || formats.contains(.text) || formats.contains(.gpx)
                        || table == .directions)
            ),
        ]
        for (name, isWanted) in wanted { fields[name] = "\(isWanted)" }
    }

    /// Matches the files, and returns their outcomes in order.
    private func match(_ matcher: FileMatcher, _ targets: MatchTargets) async throws -> [Outcome] {
        let control = BatchControl()
        let display = ProgressDisplay(
            command.files.count > 1 ? .suiting(quiet: command.quiet) : .none)
        let start = ContinuousClock.now
        var outcomes: [Outcome] = []
        var rest = command.files.makeIterator()
        let (count, isQuiet) = (command.files.count, command.quiet)
        let threads = command.threads ?? ProcessInfo.processInfo.activeProcessorCount
        let writesText = targets.usesStandardOutput
        let showsBar = count > 1 && !isQuiet && Console.showsProgress
        try await withInterruption({
            control.stop()
            if !isQuiet { Console.note(["finishing the files in progress"]) }
        }) {
            try await OrderedWork(threads: threads, window: 4).run {
                control.isStopped ? nil : rest.next()
            } doing: { file in
                await Self.done(file, matcher)
            } use: { done in
                outcomes.append(done.outcome)
                if showsBar { Console.write(bytes: Array("\r\u{1B}[K".utf8), to: .standardError) }
                if !isQuiet { Console.note(done.notes) }
                let isFailure = done.outcome != .answered && done.outcome != .partial
                if isFailure || !(isQuiet && writesText) {
                    Console.write(
                        isFailure ? "waypost: \(done.line)" : done.line,
                        to: isFailure || writesText ? .standardError : .standardOutput)
                }
                let elapsed = (ContinuousClock.now - start) / .seconds(1)
                display.report(
                    ProgressLine(matched: outcomes.count, of: count, elapsedSeconds: elapsed))
            }
        }
        display.finish()
        if control.isStopped, outcomes.count < count { throw Outcome.cancelled }
        return outcomes
    }

    /// Matches a file; its errors do not affect other files.
    private static func done(_ file: String, _ matcher: FileMatcher) async -> Done {
        let label = FeatureFile.label(of: file)
        do {
            let found = try await matcher.match(file)
            return Done(
                file: file, line: "\(label): \(found.line)",
                notes: found.messages.map { "\(label): \($0)" }, outcome: found.outcome)
        } catch {
            let failure =
                CommandFailure(describing: error) ?? CommandFailure(.failed, "\(error)")
            return Done(file: file, line: "\(label): \(failure.message)", outcome: failure.outcome)
        }
    }
}

extension ProgressLine {
    /// The progress line of matching files.
    fileprivate init(matched done: Int, of count: Int, elapsedSeconds: Double) {
        let rate = elapsedSeconds > 0 ? Double(done) / elapsedSeconds : 0
        self.init(
            title: "Matching files", fraction: Double(done) / Double(max(1, count)), count: done,
            unit: "files", ratePerSecond: rate,
            remainingSeconds: rate > 0 ? Double(count - done) / rate : nil,
            elapsedSeconds: elapsedSeconds)
    }
}
