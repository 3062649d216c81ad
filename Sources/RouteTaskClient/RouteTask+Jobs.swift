// Submits analyses as jobs: the server queues them, runs them and keeps their results.

import Foundation
import Geo
public import RouteAPI

extension RouteTask {
    /// Submits an analysis as a job.
    ///
    /// ```swift
    /// let job = try await RouteTask(url: layerURL).submit(parameters)
    /// let answer = try await job.answer()
    /// ```
    ///
    /// - Parameters:
    ///   - key: Submitting an equal request again under the same key returns the same job. Give a
    ///     key if you may need to repeat a call whose reply was lost. Any text of up to 200 bytes;
    ///     by default a new UUID.
    ///   - patienceSeconds: Repeats the call for this many seconds if the server does not reply or
    ///     accepts no more jobs.
    /// - Throws: ``RouteTaskError``, with code 503 if the server accepts no more jobs now;
    ///   `CancellationError` if the task is cancelled.
    public func submit<Parameters: OperationParameters>(
        _ parameters: Parameters, key: String? = nil, patienceSeconds: Double = 0
    ) async throws -> RouteJob {
        try await submit(
            parameters.formFields, to: Parameters.operation.layerOperation.name, key,
            patienceSeconds)
    }

    /// Submits an analysis as a job, with form fields as in the REST contract.
    ///
    /// - Parameters:
    ///   - fields: The form fields.
    ///   - type: The layer's type, which decides the operation.
    ///   - key: Submitting an equal request again under the same key returns the same job.
    ///   - patienceSeconds: Repeats the call for this many seconds if the server does not reply or
    ///     accepts no more jobs.
    /// - Throws: ``RouteTaskError``, with code 503 if the server accepts no more jobs now;
    ///   `CancellationError` if the task is cancelled.
    public func submit(
        fields: [String: String], of type: LayerType = .route, key: String? = nil,
        patienceSeconds: Double = 0
    ) async throws -> RouteJob {
        try await submit(fields, to: type.operation.name, key, patienceSeconds)
    }

    /// Returns a job submitted earlier, perhaps by another process. Sends nothing.
    ///
    /// - Throws: ``RouteTaskError`` if the layer's URL does not belong to a service with jobs.
    public func job(id: String, of type: LayerType = .route) throws -> RouteJob {
        let (task, _) = try jobTask(of: type.operation.name)
        return RouteJob(id: id, task: task, connection: connection)
    }

    /// Returns whether the server takes solves of this layer as jobs.
    ///
    /// Use this before ``submit(fields:of:key:patienceSeconds:)`` if your program can also solve
    /// without jobs: a server may run without a place for them.
    ///
    /// - Throws: ``RouteTaskError`` if the server does not answer or asks for a token;
    ///   `CancellationError` if the task is cancelled.
    public func hasJobs(of type: LayerType = .route) async throws -> Bool {
        guard let (task, _) = try? jobTask(of: type.operation.name) else { return false }
        do {
            return try await connection.get(task)["name"]?.string != nil
        } catch RouteTaskError.service(let envelope)
            where envelope.code == 400 || envelope.code == 404
        {
            return false
        } catch RouteTaskError.unexpectedReply(_, let status, _) where status != 401 && status < 500
        {
            return false
        }
    }

    private func submit(
        _ fields: [String: String], to operation: String, _ key: String?,
        _ patienceSeconds: Double
    ) async throws -> RouteJob {
        let (task, layer) = try jobTask(of: operation)
        let url = task.appendingPathComponent("submitJob")
        var fields = fields
        // The layer must be named: a service may have several layers of one type.
        fields["layer"] = layer
        let headers = ["Idempotency-Key": key ?? UUID().uuidString]
        let reply = try await connection.patiently(patienceSeconds) { [fields] in
            try await connection.call(url, fields, headers: headers)
        }
        guard let id = reply["jobId"]?.string else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200, reason: "it names no job")
        }
        return RouteJob(id: id, task: task, connection: connection)
    }

    /// Returns the operation's task, `…/GPServer/<operation>`, and the layer's name.
    private func jobTask(of operation: String) throws -> (task: URL, layer: String) {
        let service = url.deletingLastPathComponent()
        guard service.lastPathComponent == "NAServer" else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 0,
                reason: "only layers whose URL ends in /NAServer/<layer> have jobs")
        }
        let task = service.deletingLastPathComponent()
            .appendingPathComponent("GPServer").appendingPathComponent(operation)
        return (task, url.lastPathComponent)
    }
}
