// A job with several routes: any worker finds some of them, and one joins them.

import Cryptography
import Foundation
import Geoprocessing
import Jobs
import Preparation
import PublishedServices
import RouteAPI

/// Finds a request's routes, each as a part of the job.
///
/// The worker that holds the job divides it and calls ``end()``: it finds routes, waits for the
/// others, and joins all parts into results. Other workers, while no job waits for them, call
/// ``help()``. Each takes a lease on a part, solves it and stores it, so the results are the same
/// whichever worker found which route, and stored routes survive a restart.
///
/// All workers must divide the same request in the same way. A division therefore names its origin
/// (``PartOrigin``): a digest of the stops and the network's fingerprint. A worker with another
/// origin declines to help. If the holder finds another origin than the job began with, because
/// stops from a layer or a URL have changed or the network was replaced, the job fails: its routes
/// would not fit together.
///
/// If a job is cancelled or runs out of time, it still gets the routes found so far as results.
struct JobRoutes: Sendable {
    let worker: AnalysisJobWorker
    let prepared: AnalysisJobWorker.Prepared
    let parts: any RequestParts
    /// What single routes use instead of the request's settings.
    var settings: RouteSettings?

    /// How many seconds pass between two looks at the routes found by other workers.
    private static let lookSeconds = 0.1

    private var control: JobControl { prepared.control }

    private var origin: PartOrigin {
        PartOrigin(
            stops: Self.origin(of: parts), network: prepared.layer.description.fingerprint)
    }

    /// Finds routes for a job that another worker holds.
    func help() throws -> JobEnd {
        let division = JobDivision(count: parts.count, origin: origin.text)
        guard prepared.job.record.division == division else { return .declined }
        do {
            try findRoutes()
        } catch let error where !(error is JobStoreError) {
            // The worker that holds the job fails in the same way and ends the job.
            return control.stopReason == nil ? .declined : .released
        }
        return .released
    }

    /// Finds the remaining routes together with other workers, and ends the job.
    func end() throws -> JobEnd {
        let origin = origin
        let wanted = JobDivision(count: parts.count, origin: origin.text)
        guard let division = try control.divide(wanted) else { return .released }
        if division != wanted {
            guard let begun = PartOrigin(division.origin) else { throw Self.changedVersion }
            guard begun.network == origin.network else {
                throw Self.changedNetwork(from: begun.network, to: origin.network)
            }
            throw Self.changedStops(prepared.job.record.finishedParts, of: division.count)
        }
        let done = prepared.job.record.division == nil ? 0 : prepared.job.record.finishedParts
        if done > 0 {
            try control.add([
                JobMessage(.informative, "Resumed after \(done) of \(parts.count) routes.")
            ])
        }
        control.report(
            JobProgress("Finding routes", done: done, of: parts.count, unit: "routes"))
        try findRoutes()
        return try join()
    }

    /// Finds routes until none is left for this worker. The job's holder then waits for the routes
    /// that others are finding.
    private func findRoutes() throws {
        while control.stopReason == nil {
            switch try control.takePart() {
            case .taken(let lease):
                guard let part = lease.part, let result = try solve(part) else { return }
                let found = AnswerPart(
                    of: result, for: prepared.asked, task: prepared.task,
                    route: parts.name(part))
                try control.addPart(
                    found.bytes,
                    messages: named(result.messages, of: part).map { JobMessage($0) })
            case .busy:
                if control.isHelper { return }
                Thread.sleep(forTimeInterval: Self.lookSeconds)
            case .finished, .stopped: return
            }
        }
    }

    /// Computes a digest of the rows by which a job is divided.
    static func origin(of parts: any RequestParts) -> String {
        SHA256.hash(parts.rows).map { String($0, radix: 16) }.joined(separator: ".")
    }

    /// Returns a part's messages; errors name the route, as they do for a whole request.
    private func named(_ messages: [Message], of part: Int) -> [Message] {
        let name = parts.name(part)
        return messages.map { message in
            guard message.type == .error, !message.text.contains(name) else { return message }
            return Message(.error, "Route \"\(name)\": \(message.text)")
        }
    }

    private static func changedNetwork(
        from begun: String, to served: String
    ) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter,
            details: [
                "The job began on the network \(begun), and the layer has the network \(served) "
                    + "now; submit the job again."
            ])
    }

    private static func changedStops(_ done: Int, of count: Int) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter,
            details: [
                "The stops changed while the job was interrupted, after \(done) of \(count) "
                    + "routes; submit the job again."
            ])
    }

    private static let changedVersion = RouteRequestError(
        .invalidParameter,
        details: [
            "The stored routes of this job have the format of another server version; submit the "
                + "job again."
        ])

    /// Solves for one route; returns `nil` if the job was stopped meanwhile.
    private func solve(_ part: Int) throws -> AnalysisResult? {
        var request = prepared.request
        let now = prepared.job.record.startedAt ?? prepared.job.record.submittedAt
        request.parameters = parts.request(part, now: now)
        if let settings {
            request.parameters = try settings.applied(
                to: request.parameters, of: parts.name(part), now: now)
        }
        do {
            return try worker.solve(request, on: prepared.layer, control, isPart: true)
        } catch let error as RouteRequestError {
            if control.stopReason != nil { return nil }
            throw prepared.task.renamed(error)
        }
    }

    /// Ends the job with the finished routes.
    private func join() throws -> JobEnd {
        let stop = control.stopReason
        if stop == .workerStopping || stop == .lost { return .released }
        var outputs = JobOutputs(of: prepared.task, control)
        var numbers = OutputNumbers()
        var (done, found) = (0, 0)
        for number in 0..<parts.count {
            guard let bytes = try control.part(number) else {
                if stop != nil { continue }
                throw JobStoreError.unavailable("part \(number) of \(prepared.job.record.id)")
            }
            guard let part = AnswerPart(bytes: bytes)?.moved(behind: numbers) else {
                throw Self.changedVersion
            }
            try outputs.add(part)
            numbers = part.numbers
            done += 1
            found += part.foundRoutes
        }
        let state = "\(done) of \(parts.count) routes were finished and are in the results."
        // If everything was done before the stop, the job has succeeded.
        switch done < parts.count ? stop : nil {
        case .cancelled:
            return .ended(
                .cancelled,
                messages: [JobMessage(.informative, "The job was cancelled. \(state)")],
                results: try outputs.end())
        case .timedOut:
            return .ended(
                .timedOut,
                messages: [AnalysisJobWorker.tooLong, JobMessage(.informative, state)],
                results: try outputs.end())
        case nil, .lost, .workerStopping: break
        }
        // A request for which no route is found is an error, too.
        if found == 0 {
            return .ended(
                .failed, messages: [JobMessage(.error, "No route was found.")], results: [])
        }
        return .ended(.succeeded, messages: [], results: try outputs.end())
    }
}

/// What all parts of a job have in common.
struct PartOrigin: Hashable, Sendable {
    /// A digest of the stops.
    var stops: String
    var network: String

    init(stops: String, network: String) {
        self.stops = stops
        self.network = network
    }

    /// Reads the text of a stored division.
    ///
    /// - Returns: `nil` if the stored parts have another version's format.
    init?(_ text: String) {
        let words = text.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "\(AnswerPart.version)" else { return nil }
        stops = String(words[1])
        network = String(words[2])
    }

    /// The text, which includes the parts' format.
    var text: String { "\(AnswerPart.version)@\(stops)@\(network)" }
}
