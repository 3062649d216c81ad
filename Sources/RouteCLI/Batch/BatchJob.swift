// Start here for batches: from options to routes, tables and a report.

import Batches
import Foundation
import Geo
import NetworkAnalysis
import RoadNetwork
import RouteAPI

/// One run of `waypost batch`.
struct BatchJob {
    private let command: BatchCommand

    init(_ command: BatchCommand) { self.command = command }

    /// Finds the routes and writes all outputs.
    ///
    /// - Throws: ``CommandFailure`` for invalid options; the ``Outcome`` of a batch that is not
    ///   whole; the errors of reading and writing.
    func run() async throws {
        let targets = try BatchTarget.targets(command.outputs)
        for path in targets.map(\.path) + [command.report].compactMap(\.self) {
            try Self.checkFolder(of: path)
        }
        let draft = try command.draft()
        if let format = try formatThatNeedsWGS84(targets), draft.fields["outSR"] != "4326" {
            throw CommandFailure(
                .usage,
                "\(format) is in WGS 84; omit --out-sr \(draft.fields["outSR"] ?? "")")
        }
        let layer = try LayerSource(command.source, zone: draft.zone)
        if !draft.typedNames.isEmpty {
            try draft.typedNames.check(against: try await layer.layerResource())
        }
        let rows = try command.rows.source(mostRows: layer.mostStopsOfARoute)
        try command.rows.fieldMapping.check(rows.fieldNames)
        let place = BatchPlace(targets)
        let path = try await find(draft, rows, layer, place, targets)
        try place.settle(path.file, isComplete: path.summary.isComplete)
        try finish(path.summary, path.totals, place)
    }

    /// What is left of a batch when its file has been closed.
    private struct Found {
        var file: String
        var summary: BatchSummary
        var totals: String
    }

    /// Finds the routes and writes the outputs other than the GeoPackage, which is closed when this
    /// returns.
    private func find(
        _ draft: RequestDraft, _ rows: any BatchSource, _ layer: LayerSource, _ place: BatchPlace,
        _ targets: [BatchTarget]
    ) async throws -> Found {
        let continued = command.resume ? try place.continued() : nil
        if command.resume, continued == nil, !command.quiet {
            Console.note(["there is nothing to continue; a new batch begins"])
        }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let zone = try await layer.serviceZone()
        let request = try draft.batch(in: zone, begun: continued?.file.begun ?? now)
        let solver = try GroupSolver(
            request, on: layer, columns: try command.rows.fieldMapping,
            timeoutSeconds: command.source.timeout)
        let settings = settings(of: request, rows, layer)
        if let continued { try check(settings, against: continued) }
        guard try rows.rowCount() > 0 else {
            throw CommandFailure(
                .invalidInput,
                "\(command.rows.sourceName): no row"
                    + (command.rows.condition.map { " meets --where \"\($0)\"" } ?? ""))
        }
        let opened =
            try continued
            ?? place.begun(settings, at: now, isContinued: command.resume)
        if !command.quiet { Console.note(request.notes) }
        try await find(rows, solver, opened.file)
        let summary = try BatchSummary(of: opened.file)
        let outputs = BatchOutputs(
            file: opened.file, summary: summary, layer: layer, checked: solver.checked,
            windowsAreUTC: request.windows.areUTC)
        for target in targets { try outputs.write(target, table: command.table) }
        if let report = command.report {
            try outputs.write(report: report, of: command.rows.sourceName)
        }
        let totals = try outputs.totalsText()
        return Found(file: opened.path, summary: summary, totals: totals)
    }

    /// Finds the routes; the first Ctrl-C finishes those under way, the second ends the program.
    private func find(
        _ rows: any BatchSource, _ solver: GroupSolver, _ file: BatchFile
    ) async throws {
        let threads = command.rows.threads ?? ProcessInfo.processInfo.activeProcessorCount
        var run = GroupRun(source: rows, threads: threads) { try await solver.answer($0) }
        run.common = solver.checked
        let control = BatchControl()
        let display = ProgressDisplay(.suiting(quiet: command.quiet))
        let isQuiet = command.quiet
        let start = ContinuousClock.now
        do {
            try await withInterruption({
                control.stop()
                if isQuiet { return }
                if Console.showsProgress { Console.write("", to: .standardError) }
                Console.note(["finishing the routes under way; Ctrl-C again ends at once"])
            }) { [run] in
                try await run.run(into: file, control: control) { progress in
                    let elapsed = (ContinuousClock.now - start) / .seconds(1)
                    display.report(ProgressLine(progress, elapsedSeconds: elapsed))
                }
            }
        } catch {
            display.abandon()
            throw error
        }
        display.finish()
    }

    /// Writes the summary to standard output, and ends with the outcome.
    private func finish(_ summary: BatchSummary, _ totals: String, _ place: BatchPlace) throws {
        let groups = summary.routes + summary.failures
        var lines = [
            "\(summary.routes) of \(groups) routes found; \(summary.stops - summary.stopsLeft) of "
                + "\(summary.stops) stops visited"
        ]
        if !totals.isEmpty { lines.append(totals) }
        lines += command.outputs + [command.report].compactMap(\.self)
        Console.write(lines.joined(separator: "\n"))
        if !summary.isComplete {
            let kept = place.output ?? place.draft
            Console.note(["interrupted: \(kept) has the finished routes; --resume continues"])
            throw Outcome.cancelled
        }
        if summary.routes == 0 { throw Outcome.noSolution }
        if !summary.isWhole { throw Outcome.partial }
    }
}

extension BatchJob {
    /// What a batch that continues must have the same.
    private func settings(
        of request: BatchRequest, _ rows: any BatchSource, _ layer: LayerSource
    ) -> BatchSettings {
        var settings = BatchSettings()
        for (name, value) in request.fields { settings[name] = value }
        settings[command.rows.layer == nil ? "--stops" : "--layer"] = command.rows.sourceName
        settings["--where"] = command.rows.condition
        settings["--group-by"] = rows.groupField.name
        settings["--time-zone"] = command.travel.timeZone
        if !command.rows.field.isEmpty {
            settings["--field"] = command.rows.field.joined(separator: ", ")
        }
        switch layer {
        case .network(let layer): settings["network"] = layer.network.fingerprint
        case .server(let task): settings["--server"] = task.url.absoluteString
        }
        return settings
    }

    /// Refuses to continue a batch with other options.
    private func check(_ settings: BatchSettings, against opened: BatchPlace.Opened) throws {
        let differences = settings.differences(from: opened.file.settings)
        guard !differences.isEmpty else { return }
        throw CommandFailure(
            .invalidInput,
            "\(opened.path) was begun with other options: \(differences.joined(separator: "; ")). "
                + "Give the same options, or begin again without --resume")
    }

    /// The output that needs longitude and latitude, if there is one.
    private func formatThatNeedsWGS84(_ targets: [BatchTarget]) throws -> String? {
        if command.report != nil { return "--report" }
        return targets.contains { $0.format == .geoJSON } ? "GeoJSON" : nil
    }

    /// Refuses a path in a folder that is not there before hours of work end with it.
    private static func checkFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure(
                .failed, "\(path) cannot be written: there is no folder \(folder)")
        }
    }
}

extension LayerSource {
    /// The most stops that a route may have; more are refused without reading them.
    fileprivate var mostStopsOfARoute: Int {
        switch self {
        case .network(let layer): layer.configuration.limits.maximumStopsPerRoute
        case .server: 10_000
        }
    }
}

extension ProgressLine {
    /// The line of a batch.
    fileprivate init(_ progress: BatchProgress, elapsedSeconds: Double) {
        let since = Double(progress.done - progress.doneBefore)
        self.init(
            title: "Finding routes", fraction: progress.fraction, count: progress.done,
            unit: "routes",
            ratePerSecond: elapsedSeconds > 0 ? since / elapsedSeconds : 0,
            remainingSeconds: progress.remainingSeconds(after: elapsedSeconds),
            elapsedSeconds: elapsedSeconds)
    }
}
