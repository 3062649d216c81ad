// Failures with tasks and jobs.

import Geo
import HTTPTypes
import Jobs
import PublishedServices
import RouteAPI
import ServiceTransport

extension ErrorTable {
    /// A change to jobs by a method with which programs follow links.
    static func jobByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: [
                "\(method.rawValue) changes no job from a page; use its button, which sends POST. "
                    + "Programs name the format of the answer, such as f=json."
            ],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }

    /// A task or a job on a server without jobs.
    static func jobsOff() -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [
                "This server was started without jobs. GPServer services of layers are implemented "
                    + "as jobs: start the server with --jobs FOLDER. Without them there is "
                    + "\(RoutingTask.service)/GPServer alone."
            ])
    }

    /// A request to execute an asynchronous task at once.
    static func asynchronous(_ task: PublishedTask) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [
                "The task \(task.name) is asynchronous; submit a job with \(task.path)/submitJob."
            ])
    }

    /// An id that no job of the task has, or whose job the caller may not see.
    static func unknownJob(_ id: String) -> ServiceError {
        ServiceError(
            code: 404, message: "Job not found.",
            details: [
                "There is no job \"\(id.excerpt(60))\" of this task, or not of this caller; jobs "
                    + "are removed some time after they have ended."
            ])
    }

    /// A result or an input the job does not have.
    static func unknownPart(_ name: String, of kind: String, among names: [String])
        -> ServiceError
    {
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        return ServiceError(
            code: 404, message: "Not found.",
            details: ["The job has no \(kind) \"\(name.excerpt(60))\"; there are: \(list)."])
    }

    /// A result that is too large for a page or a list.
    static func largeResult(_ name: String, bytes: Int) -> ServiceError {
        ServiceError(
            code: 413, message: "Result too large.",
            details: [
                "\(name.excerpt(60)) has \(bytes) bytes, too many for this form of the answer; get "
                    + "it with f=json, each result by its own URL."
            ], status: .contentTooLarge)
    }

    /// A large result requested in another coordinate system.
    static func largeProjection(_ name: String, bytes: Int) -> ServiceError {
        ServiceError(
            code: 413, message: "Result too large.",
            details: [
                "\(name.excerpt(60)) has \(bytes) bytes, too many to be projected when it is "
                    + "fetched; leave outSR out, or submit the job with env:outSR."
            ], status: .contentTooLarge)
    }

    /// A layer that does not have the task.
    static func unknownLayer(_ name: String, of task: PublishedTask) -> ServiceError {
        ServiceError(
            .invalidParameter(
                "layer",
                "is \"\(name.excerpt(60))\"; the layers with this task are "
                    + task.layers.map(\.layer).joined(separator: ", ")))
    }

    /// A failure of the job store. If it is unavailable, only the log says why.
    static func jobs(_ error: JobStoreError) -> ServiceError {
        switch error {
        case .full(let limit):
            let detail = "The queue of jobs is full: \(limit.what), at most \(limit.allowed)"
            guard let seconds = limit.retrySeconds else {
                return ServiceError(
                    code: 413, message: "Request Entity Too Large", details: ["\(detail)."],
                    status: .contentTooLarge)
            }
            return ServiceError(
                code: 503, message: "Service is busy.",
                details: ["\(detail). Try again in \(seconds) s."],
                status: .serviceUnavailable, headers: [.retryAfter: String(seconds)])
        case .keyReused(let key):
            return ServiceError(
                code: 409, message: "Conflict",
                details: [
                    "The Idempotency-Key \"\(key.excerpt(60))\" was used for another job; use a "
                        + "new one for each job."
                ], status: .conflict)
        case .unavailable:
            return ServiceError(
                code: 503, message: "Service is unavailable.",
                details: ["The jobs cannot be read or stored at the moment. Try again in 5 s."],
                status: .serviceUnavailable, headers: [.retryAfter: "5"])
        }
    }
}
