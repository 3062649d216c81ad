// Solves as jobs: the server stores them, does them when their turn comes, and keeps the results.

import Foundation
import Geo
public import RouteAPI

extension RouteTask {
    /// Submits a solve as a job, with typed parameters.
    ///
    /// ```swift
    /// let job = try await RouteTask(url: layerURL).submit(parameters)
    /// let answer = try await job.answer()
    /// ```
    ///
    /// - Parameters:
    ///   - key: Equal submissions under one key are one job, so that a call whose reply was lost
    ///     can be made again. Any text of up to 200 bytes; by default one that no other call has.
    ///   - patienceSeconds: Seconds for which the call is made again while the server does not
    ///     answer, or accepts no more jobs.
    /// - Throws: ``RouteTaskError``, with the code 503 when the server accepts no more jobs now;
    ///   `CancellationError` when the task is cancelled.
    public func submit<Parameters: OperationParameters>(
        _ parameters: Parameters, key: String? = nil, patienceSeconds: Double = 0
    ) async throws -> RouteJob {
        try await submit(
            parameters.formFields, to: Parameters.operation.layerOperation.name, key,
            patienceSeconds)
    }

    /// Submits a solve as a job, with form fields in the syntax of the REST contract.
    ///
    /// - Parameters:
    ///   - fields: The form fields.
    ///   - type: The kind of the layer, which decides the operation.
    ///   - key: Equal submissions under one key are one job.
    ///   - patienceSeconds: Seconds for which the call is made again while the server does not
    ///     answer, or accepts no more jobs.
    /// - Throws: ``RouteTaskError``, with the code 503 when the server accepts no more jobs now;
    ///   `CancellationError` when the task is cancelled.
    public func submit(
        fields: [String: String], of type: LayerType = .route, key: String? = nil,
        patienceSeconds: Double = 0
    ) async throws -> RouteJob {
        try await submit(fields, to: type.operation.name, key, patienceSeconds)
    }

    /// A job that was submitted before, such as by another process; nothing is sent yet.
    ///
    /// - Throws: ``RouteTaskError`` when the layer's URL is not that of a service with jobs.
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
        // A service may have several layers of a type.
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

    /// The task of an operation, `…/GPServer/<operation>`, and the name of the layer.
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
