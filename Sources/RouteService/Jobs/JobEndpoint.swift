// Answers for tasks and jobs: descriptions, submissions, states. Results and inputs are in
// JobEndpoint+Results.swift, events in JobEvents.swift.

import AccessControl
import Geo
import Geoprocessing
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers one request about tasks and jobs.
///
/// ``ResourceTable`` creates an endpoint for each request under `GPServer` and calls the method for
/// its path. A submission only stores the job and returns its id; ``AnalysisJobWorker`` does the
/// work, in this process or in another with the same store.
///
/// Access has two levels. A task is open to callers who may use at least one layer. A job is open
/// to the user who submitted it; an anonymous job is open to everyone who knows its id, which
/// cannot be guessed. Everyone else gets the same "not found" as for an unknown id.
///
/// Inputs, results and messages may take megabytes. They are parsed and written on the threads that
/// read the store (``JobService/call(for:_:)``), never on an event loop.
struct JobEndpoint: Sendable {
    let jobs: JobService
    let asking: Asking

    /// The most jobs in one list.
    private static let mostJobs = 100
    private static let longestKey = 200

    /// - Throws: ``ServiceError`` if jobs are off.
    init(_ asking: Asking, _ jobs: JobService?) throws(ServiceError) {
        guard let jobs else { throw ErrorTable.jobsOff() }
        self.jobs = jobs
        self.asking = asking
    }

    var caller: Caller { asking.caller }
    private var isPage: Bool { asking.request.format == .html }
    /// Whether the request may come from a program that follows a page's links, or asks only for a
    /// head. It then changes nothing. ArcGIS clients send GET too, but they name a format.
    private var isFollowed: Bool {
        let method = asking.request.method
        return method == .head || method == .get && isPage
    }

    /// Calls the job store on the caller's behalf.
    func call<Value: Sendable>(
        _ body: @escaping @Sendable (any JobStore) throws -> Value
    ) async throws -> Value {
        try await jobs.call(for: caller.key, body)
    }

    // MARK: - Services and tasks

    func respond(_ server: TaskServer) throws -> Response {
        try requireOpen(server.layers)
        return asking.writer.response(
            TaskServerResource(server: server.visible(in: asking.catalog)))
    }

    /// Answers for a task with its parameters and, on a page, its form.
    func respond(_ task: PublishedTask) async throws -> Response {
        let task = try open(task)
        return try await form(of: task, task.declaration(on: try layer(of: task)))
    }

    /// Shows a task's parameters; on a page, with the values sent.
    private func form(
        of task: PublishedTask, _ declaration: GPTask
    ) async throws -> Response {
        let (fields, writer) = (asking.request.fields, asking.writer)
        return try await asking.server.lanes.bodies.run(
            onBytes: fields.byteCount, for: caller.key
        ) {
            writer.response(TaskResource(task: task, declaration: declaration, fields: fields))
        }
    }

    /// Checks that the caller may use at least one layer.
    private func requireOpen(_ layers: [PublishedLayer]) throws(ServiceError) {
        guard let first = layers.first,
            !layers.contains(where: { layer in asking.catalog.layers.contains { $0 === layer } })
        else { return }
        try asking.server.gate.checkAccess(of: caller, to: first)
    }

    /// Returns the task with only the layers the caller may use.
    private func open(_ task: PublishedTask) throws(ServiceError) -> PublishedTask {
        try requireOpen(task.layers)
        return task.visible(in: asking.catalog)
    }

    /// Returns the layer a request selects.
    private func layer(of task: PublishedTask) throws(ServiceError) -> PublishedLayer {
        guard let first = task.layers.first else { throw ErrorTable.tokenRequired() }
        guard case .operation = task.kind, let name = asking.request.fields.text("layer") else {
            return first
        }
        guard let named = task.layers.first(where: { $0.layer == name }) else {
            throw ErrorTable.unknownLayer(name, of: task)
        }
        return named
    }

    // MARK: - Submission

    /// Stores a job. Its values are read when its work begins, because ArcGIS clients show a failed
    /// job's messages but not why a submission was refused.
    func submit(_ published: PublishedTask) async throws -> Response {
        let task = try open(published)
        let layer = try layer(of: task)
        let declaration = task.declaration(on: layer)
        let fields = asking.request.fields
        if asking.request.method == .head { throw ErrorTable.jobByGET(.head) }
        if isFollowed
            || isPage
                && declaration.inputs.filter(\.isRequired).allSatisfy({ !fields.hasText($0.name) })
        {
            return try await form(of: task, declaration)
        }
        try asking.server.gate.admit(caller, to: layer)
        let input = JobInput(
            task, on: layer, fields, caller: caller,
            origin: asking.request.source.base)
        let (priority, key) = (try priority(), try key())
        let job = try await call { [caller] store in
            try store.submit(
                JobSubmission(
                    owner: caller.key, task: published.path, input: input.bytes,
                    pin: layer.description.fingerprint, priority: priority, key: key))
        }
        let path = "\(published.path)/jobs/\(job.id)"
        if isPage { return Response.redirect(to: path, type: .normal) }
        return asking.writer.response(
            JobStatusResource(id: job.id, status: job.state.esriWord, path: path))
    }

    /// Reads a job's priority. Callers may let others go first, but not overtake them.
    private func priority() throws(ServiceError) -> Int {
        guard let text = asking.request.fields.text("priority") else { return 0 }
        guard let number = Int(text), (-10...0).contains(number) else {
            throw ServiceError(
                .invalidParameter(
                    "priority",
                    "is \"\(text.excerpt(60))\"; a whole number from -10 to 0 is needed, less for "
                        + "jobs that may wait for others"))
        }
        return number
    }

    private func key() throws(ServiceError) -> String? {
        guard let key = asking.request.headers[.idempotencyKey], !key.isEmpty else { return nil }
        guard key.utf8.count <= Self.longestKey else {
            throw ServiceError(
                .invalidParameter(
                    "Idempotency-Key",
                    "has \(key.utf8.count) bytes; at most \(Self.longestKey) are accepted"))
        }
        return key
    }

    // MARK: - Jobs

    /// Answers for a path below a task's `jobs`.
    func respond(_ address: JobAddress) async throws -> Response {
        let task = try open(address.task)
        switch address.part {
        case .list: return try await list(task)
        case .invalidID(let text): throw ErrorTable.unknownJob(text)
        case .job(let id): return try await state(of: record(id, task), task)
        case .results(let id): return try await results(of: record(id, task), task)
        case .result(let id, let name):
            return try await result(name, of: record(id, task), task)
        case .resultFile(let id, let name):
            return try await file(of: name, record(id, task), task)
        case .inputs(let id): return try await input(nil, of: record(id, task), task)
        case .input(let id, let name): return try await input(name, of: record(id, task), task)
        case .cancel(let id): return try await cancel(record(id, task), task)
        case .delete(let id): return try await delete(record(id, task), task)
        case .events(let id):
            return try await events(of: id, task)
        }
    }

    /// Opens a stream of a job's events. A refusal is a few lines of text: with thousands of
    /// streams at once, a page for each would keep the event loops from all other requests.
    private func events(of id: JobID, _ task: PublishedTask) async throws -> Response {
        do {
            try jobs.watch.check(caller.key)
            let known = try await record(id, task).id
            return JobEvents(stream: try jobs.watch.open(known, for: caller.key)).response
        } catch let failure as ServiceError where !JobEvents.wantsPage(asking.request) {
            return JobEvents.refusal(failure)
        }
    }

    /// Finds a job that belongs to the task and that the caller may see.
    private func record(_ id: JobID, _ task: PublishedTask) async throws -> JobRecord {
        guard let record = try await call({ try $0.job(id) }), record.task == task.path,
            isVisible(record)
        else { throw ErrorTable.unknownJob(id.text) }
        return record
    }

    /// Returns whether the caller may see a job. A user's jobs are private; a job without a user
    /// belongs to everyone who knows its id, which cannot be guessed.
    private func isVisible(_ record: JobRecord) -> Bool {
        let anonymous = Caller.anonymous(network: "").key
        return record.owner == caller.key || record.owner.hasPrefix(anonymous)
    }

    func path(of record: JobRecord, _ task: PublishedTask) -> String {
        "\(task.path)/jobs/\(record.id)"
    }

    func declaration(of task: PublishedTask) throws(ServiceError) -> GPTask {
        guard let layer = task.layers.first else { throw ErrorTable.tokenRequired() }
        return task.declaration(on: layer)
    }

    /// Lists the caller's jobs, newest first.
    private func list(_ task: PublishedTask) async throws -> Response {
        // Behind a proxy, all callers without a token may share one network.
        let isShared = caller.userName == nil && asking.server.origin.publicURL != nil
        let owner = caller.key
        let before = asking.request.fields.text("before").flatMap { Int64($0) }
        var page = JobListing(jobs: [], next: nil)
        if !isShared {
            page = try await call {
                try $0.jobs(of: owner, before: before, limit: Self.mostJobs)
            }
        }
        return asking.writer.response(
            JobListResource(
                task: task, jobs: page.jobs.filter { $0.task == task.path }, next: page.next,
                isShared: isShared))
    }

    private func state(of record: JobRecord, _ task: PublishedTask) async throws -> Response {
        let id = record.id
        let wantsMessages =
            isPage || asking.request.fields.text("returnMessages")?.lowercased() != "false"
        let limit = jobs.store.limits.messages + 100
        let declaration = try declaration(of: task)
        let inputs = declaration.inputs.map(\.name)
        let files = Set(declaration.outputs.filter { $0.type == .file }.map(\.name))
        let (path, writer, isPage) = (path(of: record, task), asking.writer, isPage)
        var response = try await call { store in
            let messages = try store.messages(of: id, after: 0, limit: wantsMessages ? limit : 0)
            let results = try store.results(of: id)
            return writer.response(
                JobResource(
                    record: record, task: task, path: path, messages: messages.map(\.message),
                    results: results,
                    empty: isPage ? try Self.empty(results, of: id, in: store) : [],
                    files: files, inputs: inputs))
        }
        // The page reloads itself until the job has ended.
        if isPage, !record.state.isTerminal { response.headers[.refresh] = "2" }
        return response
    }

    /// Returns the names of empty results.
    private static func empty(
        _ results: [JobResult], of id: JobID, in store: any JobStore
    ) throws -> Set<String> {
        let small = results.filter { $0.byteCount <= ParameterValue.mostBytesOfNothing }
        return Set(
            try small.filter { result in
                let content = try store.content(
                    of: id, named: result.name, in: 0..<result.byteCount)
                return ParameterValue.isNothing(content ?? [])
            }.map(\.name))
    }

    private func cancel(_ record: JobRecord, _ task: PublishedTask) async throws -> Response {
        if isFollowed { throw ErrorTable.jobByGET(asking.request.method) }
        let id = record.id
        let state = try await call { try $0.cancel(id) } ?? record.state
        if state == .cancelling { jobs.runner.stopWork(on: id, .cancelled) }
        if isPage { return Response.redirect(to: path(of: record, task), type: .normal) }
        return asking.writer.response(
            JobStatusResource(
                id: id, status: JobResource.status(of: state), path: path(of: record, task)))
    }

    private func delete(_ record: JobRecord, _ task: PublishedTask) async throws -> Response {
        if isFollowed { throw ErrorTable.jobByGET(asking.request.method) }
        let id = record.id
        _ = try await call { try $0.delete(id) }
        jobs.runner.stopWork(on: id, .lost)
        if isPage { return Response.redirect(to: "\(task.path)/jobs", type: .normal) }
        return asking.writer.response(
            JobStatusResource(
                id: id, status: JobState.deleted.esriWord, path: path(of: record, task)))
    }
}

extension HTTPField.Name {
    /// Lets a client repeat a request safely: the same key has it done once.
    fileprivate static let idempotencyKey = HTTPField.Name(declared: "Idempotency-Key")

    /// Makes a browser load the page again after some seconds.
    fileprivate static let refresh = HTTPField.Name(declared: "Refresh")
}
