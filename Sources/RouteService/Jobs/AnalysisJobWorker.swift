// Does a job's work: reads its request, solves it, and writes its outputs as results. Start here.
// JobRoutes.swift handles requests for several routes, JobOutputs.swift the results.

import AccessControl
import Dispatch
import Geoprocessing
import Jobs
import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport
import Synchronization

/// Does jobs on a server's layers.
///
/// ```swift
/// let worker = AnalysisJobWorker(published: published, outbound: OutboundLimits())
/// if let job = try store.take(by: "worker 1", leaseSeconds: 30) {
///     let end = worker.work(on: job, JobControl(job.lease, of: store))
///     // .ended(.succeeded, …) with the results for store.finish
/// }
/// ```
///
/// A `JobRunner` calls `work(on:_:)` on a thread of its own, so the work may block. It has three
/// steps:
/// - prepare: read the stored ``JobInput``, find its layer and task, and fetch all rows the
///   request refers to. Values were not checked at submission, so an invalid request fails here,
///   with the messages ArcGIS clients show;
/// - solve: as a whole, or route by route if the request can be divided (``JobRoutes``), so that
///   other workers can help;
/// - write: each output becomes a result in the store (``JobOutputs``).
///
/// The job uses the layers published when its work begins, and keeps that snapshot. If its store
/// fails, the job is abandoned and its lease lapses, so another worker takes it. If the worker
/// stops, the job is released at once.
struct AnalysisJobWorker: JobWorker {
    /// The server's layers. A job keeps the snapshot with which it begins.
    let published: PublishedCatalog
    let outbound: OutboundLimits
    /// Fetches features that a request names by URL.
    var featureSource: any FeatureDownloading = WebDownload()
    /// Counts the mechanisms that found legs.
    var solves = SolveCounts()

    func work(on job: TakenJob, _ control: JobControl) -> JobEnd {
        do {
            return try done(job, control)
        } catch let error as JobStoreError {
            return .abandoned(error)
        } catch {
            return end(after: error, control)
        }
    }

    /// A job with everything its work needs.
    struct Prepared: Sendable {
        let job: TakenJob
        let control: JobControl
        let layer: PublishedLayer
        let caller: Caller
        let task: GPTask
        /// The request as the task reads it.
        let asked: GPRequest
        /// The operation's request, with all rows fetched.
        let request: AnalysisRequest
    }

    private func done(_ job: TakenJob, _ control: JobControl) throws -> JobEnd {
        let prepared: Prepared
        let routes: JobRoutes?
        do {
            prepared = try prepare(job, control)
            routes = try self.routes(of: prepared)
        } catch let error where control.isHelper && !(error is JobStoreError) {
            // The worker that holds the job fails in the same way and ends the job.
            return .declined
        }
        guard let routes else { return control.isHelper ? .declined : try solveWhole(prepared) }
        return control.isHelper ? try routes.help() : try routes.end()
    }

    /// Divides a job into routes; returns `nil` if it cannot be divided.
    private func routes(of prepared: Prepared) throws -> JobRoutes? {
        let parts = prepared.request.parts(under: prepared.layer.limits)
        let settings = try prepared.asked.routeSettings.map {
            try RouteSettings($0, of: prepared.request, parts)
        }
        return parts.map {
            JobRoutes(
                worker: self, prepared: prepared, parts: $0, settings: settings)
        }
    }

    // MARK: - Reading

    private func prepare(_ job: TakenJob, _ control: JobControl) throws -> Prepared {
        guard let input = JobInput(bytes: job.input) else {
            throw RouteRequestError(
                .invalidParameter,
                details: [
                    "The stored job has the format of another server version; submit the job "
                        + "again."
                ])
        }
        let catalog = published.current
        let layer = try layer(of: input, in: catalog)
        let published = PublishedTask(
            server: TaskServer(
                folder: layer.folder, service: layer.service,
                layers: catalog.layers(of: layer.service, in: layer.folder)),
            kind: input.kind, name: "", layers: [layer])
        guard let operation = published.operation(on: layer) else {
            throw RouteRequestError(
                .invalidParameter,
                details: ["The layer \(ResourcePath.layer(layer)) no longer has this task."])
        }
        let task = published.declaration(on: layer)
        let asked = try task.request(input.form)
        let request: AnalysisRequest
        do throws(RouteRequestError) {
            request = try operation.request(
                asked.fields, locateDefaults: layer.description.configuration.locateSettings)
        } catch {
            throw task.renamed(error)
        }
        if job.record.finishedParts == 0, !control.isHelper {
            let begin = JobMessage(
                .informative, "Executing \(task.name) on \(layer.service)/\(layer.layer).")
            let swap = Self.message(
                on: layer.description.fingerprint, insteadOf: job.record.pin)
            try control.add([begin] + swap + asked.messages.map { JobMessage($0) })
        }
        var resolved = try resolved(request, on: layer, in: catalog, of: input, control)
        asked.rewriteFetched(&resolved.analysis)
        try outbound.systems.admit(
            layer.answering.unreadSystems(in: resolved.analysis), of: input.caller)
        return Prepared(
            job: job, control: control, layer: layer, caller: input.caller, task: task,
            asked: asked, request: resolved)
    }

    private func layer(of input: JobInput, in catalog: ServiceCatalog) throws -> PublishedLayer {
        let name =
            "\(input.folder.isEmpty ? "" : "\(input.folder)/")\(input.service)/\(input.layer)"
        guard
            let layer = catalog.layers(of: input.service, in: input.folder)
                .first(where: { $0.layer == input.layer })
        else {
            throw RouteRequestError(
                .invalidParameter,
                details: ["The layer \(name) is no longer served; submit the job to another."])
        }
        return layer
    }

    /// Returns a message if a job begins on another network than the one it was submitted for. Once
    /// begun, it must end on the same network (``PartOrigin``).
    private static func message(on network: String, insteadOf pin: String) -> [JobMessage] {
        guard network != pin else { return [] }
        return [
            JobMessage(
                .informative,
                "The network was replaced after the job was submitted: it runs on the network "
                    + "\(network) in place of \(pin).")
        ]
    }

    /// Returns the request with the rows it refers to and the service's barriers, as for any
    /// request.
    ///
    /// The thread waits: it belongs to the job.
    private func resolved(
        _ request: AnalysisRequest, on layer: PublishedLayer, in catalog: ServiceCatalog,
        of input: JobInput, _ control: JobControl
    ) throws -> AnalysisRequest {
        let hasReferences = !request.analysis.references.isEmpty
        guard hasReferences || layer.stored.hasStanding else { return request }
        if hasReferences {
            control.report(
                JobProgress("Reading features", done: 0, of: 0, unit: "features"))
        }
        var filled = request
        let served = OwnFeatureLayers(catalog: catalog, base: input.origin, caller: input.caller)
        let admission = SystemAdmission(outbound.systems, of: input.caller)
        filled.analysis = try Self.cancellable(control) { solve in
            try layer.stored.filling(
                request.analysis, limits: layer.limits, served: served,
                admitting: { try admission.admit($0) }, solve)
        }
        guard !filled.analysis.references.isEmpty else { return filled }
        return try fetched(filled, on: layer, for: input.caller, control)
    }

    /// Returns the request with rows fetched from other servers.
    private func fetched(
        _ request: AnalysisRequest, on layer: PublishedLayer, for caller: Caller,
        _ control: JobControl
    ) throws -> AnalysisRequest {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<AnalysisRequest, any Error>?>(nil)
        let task = Task { [outbound, featureSource] in
            let result: Result<AnalysisRequest, any Error>
            do {
                result = .success(
                    try await OperationEndpoint.resolved(
                        request, on: layer, for: caller, outbound, source: featureSource))
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
            done.signal()
        }
        control.onStop { _ in task.cancel() }
        done.wait()
        control.onStop(nil)
        guard let result = outcome.withLock({ $0 }) else {
            preconditionFailure("the outcome is set before its signal")
        }
        return try result.get()
    }

    // MARK: - Solving

    /// Solves a request as a whole.
    private func solveWhole(_ prepared: Prepared) throws -> JobEnd {
        let control = prepared.control
        var outputs = JobOutputs(of: prepared.task, control)
        let rows =
            prepared.request.operation.passesRowsOn
            ? JobRows(prepared.task, prepared.asked, control) : nil
        var result: AnalysisResult
        do {
            result = try solve(
                prepared.request, on: prepared.layer, control, passingRowsTo: rows)
        } catch let error as RouteRequestError {
            if let failure = rows?.failure { throw failure }
            throw prepared.task.renamed(error)
        }
        for batch in rows?.whole ?? [] { result.append(batch) }
        let part = AnswerPart(of: result, for: prepared.asked, task: prepared.task)
        try outputs.add(part, rows)
        return .ended(
            .succeeded, messages: prepared.task.renamed(result.messages).map { JobMessage($0) },
            results: try outputs.end())
    }

    /// Solves a request on the calling thread, until the job stops.
    ///
    /// - Parameter isPart: Whether the job reports its own progress, instead of this request's.
    func solve(
        _ request: AnalysisRequest, on layer: PublishedLayer, _ control: JobControl,
        isPart: Bool = false, passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws -> AnalysisResult {
        try Self.cancellable(control) { solve in
            defer { solves.count(solve.timings) }
            if isPart { return try layer.answer(request, control: solve) }
            control.follow {
                solve.progress.map {
                    JobProgress($0.title, done: $0.done, of: $0.count, unit: $0.unit)
                }
            }
            defer { control.follow(nil) }
            return try layer.answer(request, control: solve, passingRowsTo: rows)
        }
    }

    /// Does work and cancels it if the job stops.
    private static func cancellable<Value>(
        _ control: JobControl, _ work: (SolveControl) throws -> Value
    ) rethrows -> Value {
        let solve = SolveControl()
        control.onStop { stop in
            solve.cancel(stop == .workerStopping ? .serverStopping : .interrupted)
        }
        defer { control.onStop(nil) }
        return try work(solve)
    }

    // MARK: - Ends

    /// Returns how a job ends if its work was stopped or failed.
    private func end(after error: any Error, _ control: JobControl) -> JobEnd {
        switch control.stopReason {
        case .workerStopping, .lost: return .released
        case .cancelled:
            return .ended(
                .cancelled, messages: [JobMessage(.informative, "The job was cancelled.")],
                results: [])
        case .timedOut: return .ended(.timedOut, messages: [Self.tooLong], results: [])
        case nil: break
        }
        let texts: [String] =
            switch error {
            case let error as any EnvelopeError:
                error.details.isEmpty ? [error.message] : error.details
            case let exceeded as UsageExceeded: ErrorTable.usage(exceeded).details
            case let error as UnavailableLayer:
                ["The stored layer \"\(error.layer)\" cannot be read on this server."]
            case let error as LaneRefusal: ErrorTable.queue(error).details
            default: ["The job failed: \(type(of: error))."]
            }
        return .ended(
            .failed, messages: texts.map { JobMessage(.error, $0) }, results: [])
    }

    /// The message for a job that took longer than allowed.
    static let tooLong = JobMessage(
        .error, "The job took longer than this server allows; ask for fewer routes or pairs.")
}

extension JobMessage {
    /// Copies an answer's message.
    init(_ message: Message) {
        let kind: JobMessageKind =
            switch message.type {
            case .informative: .informative
            case .warning: .warning
            case .error: .error
            }
        self.init(kind, message.text)
    }
}
