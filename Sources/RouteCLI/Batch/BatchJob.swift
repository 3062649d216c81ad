// Start here for batches: from options to routes, tables and a report.

import Batches
import FeatureStore
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteTaskClient
import Synchronization
import SystemResources

/// One run of `waypost batch`, from its options to routes, tables and reports.
///
/// ``prepared(_:)`` checks as much as it can before any route is searched: the options, the folders
/// of the outputs, the rows, and the request without stops. Then it opens the output
/// (``BatchPlace``). ``run()`` lets ``BatchWork`` find the routes. They all go into one GeoPackage
/// with a journal, in the order of the groups, whichever route is found first. At the end,
/// ``BatchOutputs`` reads the other formats, the report and the sheets from that file, so they
/// contain the routes of all runs of a batch that was continued with `--resume`.
///
/// The first Ctrl-C finishes the routes in progress and writes all outputs; the second ends the
/// program. The exit code is the batch's ``Outcome``.
///
/// ```swift
/// let command = try BatchCommand.parse([
///     "--network", network, "--stops", stops, "--group-by", "driver", "-o", output,
/// ])
/// try await BatchJob(command).run()
/// // the file has the tables of all routes, and standard output the summary
/// ```
struct BatchJob {
    private let command: BatchCommand

    init(_ command: BatchCommand) { self.command = command }

    /// A batch ready to run: its rows and requests are checked, and its output is open.
    struct Prepared {
        let targets: [BatchTarget]
        let place: BatchPlace
        let layer: AnalysisSource
        let work: BatchWork
        let opened: BatchPlace.Opened
        /// Whether the stops' windows are instants rather than local times.
        let windowsAreUTC: Bool
    }

    /// Finds the routes and writes all outputs.
    ///
    /// - Throws: ``CommandFailure`` for invalid options; the ``Outcome`` of an incomplete batch;
    ///   errors of reading and writing.
    func run() async throws {
        let pairs = try command.rows.pairs.map { try PairsFile($0, isQuiet: command.quiet) }
        defer { pairs?.remove() }
        let job = try await prepared(pairs)
        try await find(job.work, job.opened.file)
        let outputs = BatchOutputs(
            file: job.opened.file, summary: try BatchSummary(of: job.opened.file),
            layer: job.layer, common: job.work.common, windowsAreUTC: job.windowsAreUTC,
            shown: command.paper.columns, hasFormulas: command.csv.hasFormulas)
        for target in job.targets { try outputs.write(target, table: command.table) }
        if let report = command.paper.report {
            try outputs.write(report: report, of: command.rows.sourceName)
        }
        if let sheets = command.paper.sheets {
            try outputs.write(sheets: sheets, of: command.rows.sourceName)
        }
        let lines = try outputs.lines()
        try job.opened.store.close()
        try job.place.settle(
            job.opened.path, isComplete: outputs.summary.isComplete,
            isBegun: job.work.isJob || job.opened.file.finishedCount > 0)
        try finish(outputs.summary, lines, job)
    }

    /// Checks the options, the rows and the request, and opens the output.
    ///
    /// - Parameter pairs: The rows of `--pairs`.
    /// - Throws: ``CommandFailure`` for invalid options; errors of the rows and the request.
    func prepared(_ pairs: PairsFile? = nil) async throws -> Prepared {
        let targets = try BatchTarget.targets(
            command.outputs, format: command.format, havePairs: command.rows.pairs != nil)
        for path in targets.filter(\.isFile).map(\.path) + command.paper.paths {
            try Self.checkFolder(of: path)
        }
        let asked = try command.draft()
        try checkReference(of: asked, targets)
        let layer = try AnalysisSource(command.source, zone: asked.zone)
        let draft = try await asked.settled(on: layer)
        let place = try BatchPlace(targets)
        let continued = command.resume ? try place.continued(asJob: mayBeJob) : nil
        if command.resume, continued == nil {
            note(["there is nothing to continue; a new batch begins"])
        }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let begun = continued?.file.begun ?? now
        let request = try draft.batch(
            in: try await layer.serviceZone(), begun: begun,
            dates: command.rows.selection.files.dates)
        let drivers = try await command.day.read(command.rows.selection.files, on: layer)
        let plans = try await RoutePlans(
            request, drivers: drivers,
            RoutePlans.Settings(
                asked: asked, settled: draft, travel: command.travel, now: command.day.now,
                service: try await layer.serviceZone(), begun: begun,
                dates: command.rows.selection.files.dates),
            on: layer)
        let work = try await BatchWork(
            command.rows, pairs: pairs, plans, on: layer, begun: begun, command.source.timeout)
        if let drivers { note(try work.notes(on: drivers)) }
        try check(shown: command.paper.columns ?? [], among: work.fieldNames)
        let chosen = try settings(of: request, work, layer)
        if let continued { try check(chosen, against: continued) }
        note(request.notes)
        for path in targets.flatMap(\.files) + [command.paper.report].compactMap(\.self) {
            _ = try OutputFile(path: path).kind()
        }
        let opened =
            try continued ?? place.begun(chosen, at: now, isContinued: command.resume)
        return Prepared(
            targets: targets, place: place, layer: layer, work: work, opened: opened,
            windowsAreUTC: request.windows.areUTC)
    }

    /// Finds the routes. The first Ctrl-C finishes the routes in progress, the second ends the
    /// program.
    private func find(_ work: BatchWork, _ file: BatchFile) async throws {
        let control = BatchControl()
        let display = ProgressDisplay(.suiting(quiet: command.quiet))
        let isQuiet = command.quiet
        let stopping =
            work.isJob
            ? "waiting for the job; Ctrl-C again leaves it to the server, where --resume finds it"
            : "finishing the routes in progress; Ctrl-C again ends at once"
        let start = ContinuousClock.now
        let unit = work.unit
        let title = "Finding \(unit)" + (work.isJob ? " as a job" : "")
        do {
            try await withInterruption({
                control.stop()
                if isQuiet { return }
                if Console.showsProgress { Console.write("", to: .standardError) }
                Console.note([stopping])
            }) {
                // A job's routes are written to the file all at once.
                let inFile = Mutex(BatchProgress(done: 0, rows: 0, rowCount: 0))
                let show = { @Sendable (progress: BatchProgress) in
                    display.report(
                        ProgressLine(
                            progress, title: title, unit: unit,
                            elapsedSeconds: (ContinuousClock.now - start) / .seconds(1)))
                }
                try await work.run(
                    into: file, threads: command.rows.routesAtOnce, control: control,
                    reportJob: { done, rows in
                        var progress = inFile.withLock(\.self)
                        progress.done += done
                        progress.rows += rows
                        show(progress)
                    }
                ) { progress in
                    inFile.withLock { $0 = progress }
                    show(progress)
                }
            }
        } catch {
            display.abandon()
            throw error
        }
        display.finish()
    }

    /// Writes the summary to standard output and throws the outcome.
    private func finish(
        _ summary: BatchSummary, _ lines: [String], _ job: Prepared
    ) throws {
        let place = job.place
        let paths = job.targets.map(\.path) + command.paper.paths
        Console.write((lines + paths).joined(separator: "\n"))
        if !summary.isComplete {
            let kept = place.output ?? place.draft
            Console.note(["interrupted: \(kept) has the finished routes; --resume continues"])
            throw Outcome.cancelled
        }
        if summary.isEmpty { throw Outcome.noSolution }
        if !summary.isWhole { throw Outcome.partial }
    }

    /// Whether a server may have all routes as one job.
    private var mayBeJob: Bool { command.source.server != nil && command.rows.asJob != false }

    private func note(_ texts: [String]) {
        if !command.quiet { Console.note(texts) }
    }
}

extension BatchJob {
    /// Settings that must be unchanged when a batch continues.
    private func settings(
        of request: BatchRequest, _ work: BatchWork, _ layer: AnalysisSource
    ) throws -> BatchSettings {
        var settings = BatchSettings()
        for (name, value) in request.fields { settings[name] = value }
        for member in try command.rows.definition(ofLayer: "rows").members
        where member.key != "type" && member.key != "layerName" {
            settings["rows.\(member.key)"] = member.value.text
        }
        settings[command.rows.option] = command.rows.sourceName
        settings["--group-by"] = work.groupField
        settings["--drivers"] = command.day.sourceName
        settings["--now"] = command.day.now
        settings["--time-zone"] = command.travel.timeZone
        settings["--dates"] = command.rows.selection.files.dates?.rawValue
        switch layer {
        case .network(let layer): settings["network"] = layer.network.fingerprint
        case .server(let task): settings["--server"] = task.url.absoluteString
        }
        return settings
    }

    /// Refuses to continue a batch if its options have changed.
    private func check(_ settings: BatchSettings, against opened: BatchPlace.Opened) throws {
        let differences = settings.differences(from: opened.file.settings)
        guard !differences.isEmpty else { return }
        throw CommandFailure(
            .invalidInput,
            "\(opened.path) was begun with other options: \(differences.joined(separator: "; ")). "
                + "Give the same options, or begin again without --resume")
    }

    /// Refuses columns for `--show` that the rows do not have.
    private func check(shown: [String], among names: [String]) throws {
        let folded = Set(names.map { $0.lowercased() })
        guard let missing = shown.first(where: { !folded.contains($0.lowercased()) }) else {
            return
        }
        throw CommandFailure(
            .invalidInput,
            "--show \(missing): the rows have no such column; they have "
                + names.joined(separator: ", "))
    }

    /// Refuses another `outSR` if an output needs longitude and latitude.
    private func checkReference(of draft: RequestDraft, _ targets: [BatchTarget]) throws {
        guard let reference = draft.fields["outSR"], reference != "4326" else { return }
        let format = targets.lazy.compactMap { target -> OutputFormat? in
            if case .file(let format) = target.format, format.isWGS84 { return format }
            return nil
        }.first
        guard format != nil || !command.paper.paths.isEmpty else { return }
        throw CommandFailure(
            .usage,
            "\(format?.rawValue ?? command.paper.option) is in WGS 84; omit --out-sr \(reference)")
    }

    /// Refuses a path in a missing folder now rather than after hours of work.
    private static func checkFolder(of path: String) throws {
        let folder = path.folderOfPath
        guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure(
                .failed,
                "\(path) cannot be written: there is no folder \(folder); make it, or write "
                    + "elsewhere")
        }
    }
}

extension ProgressLine {
    /// The progress line of a batch.
    fileprivate init(
        _ progress: BatchProgress, title: String, unit: String, elapsedSeconds: Double
    ) {
        let since = Double(progress.done - progress.doneBefore)
        self.init(
            title: title, fraction: progress.fraction, count: progress.done,
            unit: unit, ratePerSecond: elapsedSeconds > 0 ? since / elapsedSeconds : 0,
            remainingSeconds: progress.remainingSeconds(after: elapsedSeconds),
            elapsedSeconds: elapsedSeconds)
    }
}
