// A job with several routes: found one by one, each stored as it is found.

import Cryptography
import Geoprocessing
import Jobs
import NetworkAnalysis
import RouteAPI

/// Finds the routes of a request one by one.
///
/// After a restart the job continues after the last stored route. When it is cancelled, its
/// results have the routes that were found. Stops of a layer or a url are read again after a
/// restart; when they have changed, the job fails, since its routes would be of different stops. So
/// it does when the layer has another network than the one that the job began with.
struct JobRoutes: Sendable {
    let prepared: AnalysisJobWorker.Prepared
    let parts: any RequestParts
    let outbound: OutboundLimits

    private var control: JobControl { prepared.control }

    /// Finds the routes that are not found yet, and ends the job.
    func end() throws -> JobEnd {
        var numbers = OutputNumbers()
        var done = prepared.job.record.finishedParts
        let origin = PartOrigin(
            stops: Self.origin(of: parts), network: prepared.layer.description.fingerprint)
        if done > 0 {
            guard let part = try control.part(done - 1).flatMap({ AnswerPart(bytes: $0) }) else {
                throw RouteRequestError(
                    .invalidParameter,
                    details: [
                        "The stored routes of this job have the format of another server "
                            + "version; submit the job again."
                    ])
            }
            let begun = PartOrigin(part.origin, pin: prepared.job.record.pin)
            guard begun.network == origin.network else {
                throw Self.changedNetwork(from: begun.network, to: origin.network)
            }
            guard begun == origin else { throw Self.changedStops(done, of: parts.count) }
            numbers = part.numbers
            try control.add([
                JobMessage(.informative, "Resumed after \(done) of \(parts.count) routes.")
            ])
        }
        var seen: Set<String> = []
        while done < parts.count, control.stopReason == nil {
            control.report(
                JobProgress("Finding routes", done: done, of: parts.count, unit: "routes"))
            guard let result = try solve(done) else { break }
            let part = AnswerPart(
                of: result, for: prepared.asked, task: prepared.task, after: numbers,
                finishedGroups: done + 1, origin: origin.text)
            let messages = named(result.messages, of: done)
                .filter { seen.insert($0.text).inserted }
            try control.addPart(
                part.bytes, at: done, messages: messages.map { JobMessage($0) })
            numbers = part.numbers
            done += 1
        }
        return try end(done)
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

    /// The answer for one route; `nil` when the job was stopped meanwhile.
    private func solve(_ part: Int) throws -> AnalysisResult? {
        var request = prepared.request
        request.parameters = parts.request(
            part, now: prepared.job.record.startedAt ?? prepared.job.record.submittedAt)
        do {
            return try AnalysisJobWorker.solve(request, on: prepared.layer, control)
        } catch let error as RouteRequestError {
            if control.stopReason != nil { return nil }
            throw prepared.task.renamed(error)
        }
    }

    /// Ends the job with the routes that are done.
    private func end(_ done: Int) throws -> JobEnd {
        var outcome = JobOutcome.succeeded
        var messages: [JobMessage] = []
        if done < parts.count {
            let found = "\(done) of \(parts.count) routes were finished; the results have these."
            switch control.stopReason {
            case .workerStopping, .lost, nil: return .released
            case .cancelled:
                outcome = .cancelled
                messages = [JobMessage(.informative, "The job was cancelled. \(found)")]
            case .timedOut:
                outcome = .timedOut
                messages = [
                    AnalysisJobWorker.tooLong, JobMessage(.informative, found),
                ]
            }
        }
        var outputs = JobOutputs(of: prepared.task, control)
        var found = 0
        for number in 0..<done {
            guard let part = try control.part(number).flatMap({ AnswerPart(bytes: $0) }) else {
                throw JobStoreError.unavailable("part \(number) of \(prepared.job.record.id)")
            }
            try outputs.add(part)
            found += part.foundRoutes
        }
        // As a request in which no route is found, which is an error.
        if outcome == .succeeded, found == 0 {
            return .ended(
                .failed, messages: [JobMessage(.error, "No route was found.")], results: [])
        }
        return .ended(outcome, messages: messages, results: try outputs.end())
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

    /// Reads the text of a stored part.
    ///
    /// - Parameter pin: The network of parts whose text has none.
    init(_ text: String, pin: String) {
        let words = text.split(
            separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        stops = words.first.map(String.init) ?? ""
        network = words.count == 2 ? String(words[1]) : pin
    }

    /// The text of the two.
    var text: String { "\(stops)@\(network)" }
}
