// Answers for tasks and jobs: descriptions, submissions, states. Results and inputs are in
// JobEndpoint+Results.swift, events in JobEvents.swift.

import AccessControl
import Geo
import Geoprocessing
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import RouteAPI

/// Answers one request about tasks and jobs.
///
/// Inputs, results and messages may have megabytes: they are parsed and written where the store is
/// read (``JobService/call(for:_:)``).
struct JobEndpoint: Sendable {
    let jobs: JobService
    let asking: Asking

    /// The most jobs of a list.
    private static let mostJobs = 100
    private static let longestKey = 200

    /// - Throws: ``ServiceError`` when jobs are off.
    init(_ asking: Asking) throws(ServiceError) {
        guard let jobs = asking.server.jobs else { throw ErrorTable.jobsOff() }
        self.jobs = jobs
        self.asking = asking
    }

    var caller: Caller { asking.caller }
    private var isPage: Bool { asking.request.format == .html }
    /// Whether the request may be one of a program that follows the links of a page, or asks only
    /// for a head: it changes nothing. ArcGIS clients send GET too, and name a format.
    private var isFollowed: Bool {
        let method = asking.request.method
        return method == .head || method == .get && isPage
    }

    /// Calls the store of jobs for the caller.
    func call<Value: Sendable>(
        _ body: @escaping @Sendable (any JobStore) throws -> Value
    ) async throws -> Value {
        try await jobs.call(for: caller.key, body)
    }

    // MARK: - Services and tasks

    /// The answer for a service.
    func answer(_ server: TaskServer) throws -> Response {
        try requireOpen(server.layers)
        return asking.writer.response(
            TaskServerResource(server: server.visible(in: asking.catalog)))
    }

    /// The answer for a task: its parameters, and on a page its form.
    func answer(_ task: PublishedTask) async throws -> Response {
        let task = try open(task)
        return try await form(of: task, task.declaration(on: try layer(of: task)))
    }

    /// The parameters of a task, on a page with what was sent.
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

    /// Checks that one of some layers is open to the caller.
    private func requireOpen(_ layers: [PublishedLayer]) throws(ServiceError) {
        guard let first = layers.first,
            !layers.contains(where: { layer in asking.catalog.layers.contains { $0 === layer } })
        else { return }
        try asking.server.gate.checkAccess(of: caller, to: first)
    }

    /// The task with the layers that are open to the caller.
    private func open(_ task: PublishedTask) throws(ServiceError) -> PublishedTask {
        try requireOpen(task.layers)
        return task.visible(in: asking.catalog)
    }

    /// The layer that a request selects.
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

    /// Stores a job. Its values are read when it is done: a client of ArcGIS shows the messages of
    /// a failed job, but not the reason why none was accepted.
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
            origin: asking.request.source.origin)
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

    /// The priority of a job: callers may let others go first, but not pass them.
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

    /// The answer for a path below a task's `jobs`.
    func answer(_ address: JobAddress) async throws -> Response {
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

    /// The stream of a job's events. What is refused is a text of some lines: thousands of streams
    /// may be at once, and a page for each keeps the event loops from all other requests.
    private func events(of id: JobID, _ task: PublishedTask) async throws -> Response {
        do {
            try jobs.watch.check(caller.key)
            let known = try await record(id, task).id
            return JobEvents(stream: try jobs.watch.open(known, for: caller.key)).response
        } catch let failure as ServiceError where !JobEvents.wantsPage(asking.request) {
            return JobEvents.refusal(failure)
        }
    }

    /// A job of the task that the caller may see.
    private func record(_ id: JobID, _ task: PublishedTask) async throws -> JobRecord {
        guard let record = try await call({ try $0.job(id) }), record.task == task.path,
            isVisible(record)
        else { throw ErrorTable.unknownJob(id.text) }
        return record
    }

    /// Whether the caller may see a job: a user's jobs are that user's; one without a user belongs
    /// to all callers with its id, which cannot be guessed.
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

    /// The caller's jobs of a task, newest first.
    private func list(_ task: PublishedTask) async throws -> Response {
        // A proxy may make one network of all callers without a token.
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

    /// The names of results that hold nothing.
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
    /// A key under which a request that is sent twice is done once.
    fileprivate static let idempotencyKey: HTTPField.Name = {
        guard let name = HTTPField.Name("Idempotency-Key") else {
            preconditionFailure("Idempotency-Key is a header's name")
        }
        return name
    }()

    /// The seconds after which a page is loaded again.
    fileprivate static let refresh: HTTPField.Name = {
        guard let name = HTTPField.Name("Refresh") else {
            preconditionFailure("Refresh is a header's name")
        }
        return name
    }()
}
