// A job with several routes: any worker finds some of them, and one joins them.

import Cryptography
import Foundation
import Geoprocessing
import Jobs
import NetworkAnalysis
import RouteAPI

/// Finds the routes of a request, each as a part of the job.
///
/// The worker that holds the job divides it, finds routes as others do (``help()``), and joins them
/// (``end()``): the results are the same whichever worker found which route. After a restart the
/// routes that are stored stay. When the job is cancelled, its results have the routes that were
/// found. Stops of a layer or a url are read by each worker; when they have changed, the job fails,
/// since its routes would be of different stops. So it does when the layer has another network than
/// the one that the job began with.
struct JobRoutes: Sendable {
    let prepared: AnalysisJobWorker.Prepared
    let parts: any RequestParts
    /// What single routes have in place of the settings of the request.
    var settings: RouteSettings?

    /// Seconds between two looks at the routes that other workers find.
    private static let lookSeconds = 0.1

    private var control: JobControl { prepared.control }

    private var origin: PartOrigin {
        PartOrigin(
            stops: Self.origin(of: parts), network: prepared.layer.description.fingerprint)
    }

    /// Finds routes of a job that another worker holds.
    func help() throws -> JobEnd {
        let division = JobDivision(count: parts.count, origin: origin.text)
        guard prepared.job.record.division == division else { return .declined }
        do {
            try findRoutes()
        } catch let error where !(error is JobStoreError) {
            // Its holder finds the same, and ends the job with it.
            return control.stopReason == nil ? .declined : .released
        }
        return .released
    }

    /// Finds the routes that are not found yet with others, and ends the job.
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

    /// Finds routes until none is left for this worker; the holder of the job waits for those that
    /// others find.
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

    /// A digest of the rows that a job is divided by.
    static func origin(of parts: any RequestParts) -> String {
        SHA256.hash(parts.rows).map { String($0, radix: 16) }.joined(separator: ".")
    }

    /// The messages of a part, whose errors name the route as those of a whole request do.
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

    /// The answer for one route; `nil` when the job was stopped meanwhile.
    private func solve(_ part: Int) throws -> AnalysisResult? {
        var request = prepared.request
        let now = prepared.job.record.startedAt ?? prepared.job.record.submittedAt
        request.parameters = parts.request(part, now: now)
        if let settings {
            request.parameters = try settings.applied(
                to: request.parameters, of: parts.name(part), now: now)
        }
        do {
            return try AnalysisJobWorker.solve(
                request, on: prepared.layer, control, isPart: true)
        } catch let error as RouteRequestError {
            if control.stopReason != nil { return nil }
            throw prepared.task.renamed(error)
        }
    }

    /// Ends the job with the routes that are done.
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
        let state = "\(done) of \(parts.count) routes were finished; the results have these."
        // What was done before it was stopped is a success.
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
        // As a request in which no route is found, which is an error.
        if found == 0 {
            return .ended(
                .failed, messages: [JobMessage(.error, "No route was found.")], results: [])
        }
        return .ended(.succeeded, messages: [], results: try outputs.end())
    }
}

/// What the parts of a job are made of, which all of them have in common.
struct PartOrigin: Hashable, Sendable {
    /// A digest of the stops.
    var stops: String
    /// The fingerprint of the network.
    var network: String

    /// Describes the parts of a job.
    init(stops: String, network: String) {
        self.stops = stops
        self.network = network
    }

    /// Reads the text of a stored division.
    ///
    /// - Returns: `nil` for one whose parts have another form than those of this version.
    init?(_ text: String) {
        let words = text.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "\(AnswerPart.version)" else { return nil }
        stops = String(words[1])
        network = String(words[2])
    }

    /// The text, with the form of parts.
    var text: String { "\(AnswerPart.version)@\(stops)@\(network)" }
}
