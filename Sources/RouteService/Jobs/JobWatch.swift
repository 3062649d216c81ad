// Watches the jobs that clients follow, with one look at the store for all streams.

import HTTPTypes
import Jobs
import ServiceTransport
import Synchronization

/// A server's streams of job events.
///
/// While any stream is open, one thread reads the jobs of all streams together, every half second:
/// a thousand streams cost the store no more than one. A stream that has not yet written its last
/// news is left out, so a slow client holds no memory.
final class JobWatch: Sendable {
    /// The limits on streams.
    struct Bounds: Hashable, Sendable {
        /// The most streams open at once.
        var streams = 1_024
        /// The most streams that one caller may have open at once.
        var ofOneCaller = 64
    }

    /// What a stream gets from a look.
    enum News: Hashable, Sendable {
        /// Events, as text; empty without news.
        case events(String)
        /// The job's last events.
        case last(String)
        /// The stream ends: the job is no longer known, or the server stops.
        case end
    }

    private struct Stream {
        let job: JobID
        let caller: String
        var seen = SeenOfJob()
        var reader: CheckedContinuation<News, Never>?
        var hasEnded = false
    }

    private struct State {
        var nextNumber = 0
        var streams: [Int: Stream] = [:]
        var callers: [String: Int] = [:]
        var isLooking = false
    }

    private let store: any WatchableJobs
    private let lane: Lane
    private let interval: Duration
    private let bounds: Bounds
    private let state = Mutex(State())
    /// The most messages that one look reads for a job.
    private static let mostMessages = 200

    init(
        store: any WatchableJobs, lane: Lane, interval: Duration = .milliseconds(500),
        bounds: Bounds = Bounds()
    ) {
        self.store = store
        self.lane = lane
        self.interval = interval
        self.bounds = bounds
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.streams.count } }

    /// Refuses a caller that may not open another stream now, before its job is looked up.
    ///
    /// - Throws: As ``open(_:for:)``.
    func check(_ caller: String) throws(ServiceError) {
        try state.withLock { state throws(ServiceError) in try check(caller, in: state) }
    }

    private func check(_ caller: String, in state: State) throws(ServiceError) {
        let own = state.callers[caller] ?? 0
        guard own < bounds.ofOneCaller, state.streams.count < bounds.streams else {
            throw ErrorTable.tooManyStreams(own < bounds.ofOneCaller ? nil : bounds.ofOneCaller)
        }
    }

    /// Opens a stream of a job's events. It closes when its last reference goes.
    ///
    /// - Throws: ``ServiceError`` with status 503 if there are too many.
    func open(_ job: JobID, for caller: String) throws(ServiceError) -> JobStream {
        let (number, isFirst) = try state.withLock { state throws(ServiceError) in
            try check(caller, in: state)
            state.nextNumber += 1
            state.callers[caller, default: 0] += 1
            state.streams[state.nextNumber] = Stream(job: job, caller: caller)
            defer { state.isLooking = true }
            return (state.nextNumber, !state.isLooking)
        }
        if isFirst { Task { await lookUntilAllEnd() } }
        return JobStream(number: number, watch: self)
    }

    /// Waits for news from the next look.
    fileprivate func next(_ number: Int) async -> News {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.streams[number]?.hasEnded ?? true
                if !isOver { state.streams[number]?.reader = continuation }
                return isOver
            }
            if isOver { continuation.resume(returning: .end) }
        }
    }

    /// Ends a stream; its reader learns that at once.
    fileprivate func end(_ number: Int) {
        let reader = state.withLock { state in
            state.streams[number]?.hasEnded = true
            defer { state.streams[number]?.reader = nil }
            return state.streams[number]?.reader
        }
        reader?.resume(returning: .end)
    }

    fileprivate func close(_ number: Int) {
        end(number)
        state.withLock { state in
            guard let caller = state.streams.removeValue(forKey: number)?.caller else { return }
            let left = (state.callers[caller] ?? 1) - 1
            state.callers[caller] = left > 0 ? left : nil
        }
    }

    // MARK: - Looks

    private func lookUntilAllEnd() async {
        while hasStreams() {
            let start = ContinuousClock.now
            await look()
            // Gives a slow store a rest between looks.
            let pause = max(interval, ContinuousClock.now - start)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    /// Returns whether any stream is open; otherwise the looks end.
    private func hasStreams() -> Bool {
        state.withLock { state in
            state.isLooking = !state.streams.isEmpty
            return state.isLooking
        }
    }

    /// Reads the jobs of all streams whose clients wait for news, and delivers it.
    private func look() async {
        let waiting = state.withLock { $0.streams.filter { $0.value.reader != nil } }
            .mapValues { ($0.job, $0.seen) }
        guard !waiting.isEmpty else { return }
        let found: [Int: (News, SeenOfJob)]
        do {
            found = try await lane.run(for: "streams") { [store] in
                try Self.news(of: waiting, in: store)
            }
        } catch {
            // A store that is locked or down for a while ends no stream.
            found = waiting.mapValues { (.events(""), $0.1) }
        }
        for (number, (news, seen)) in found {
            let reader = state.withLock { state in
                state.streams[number]?.seen = seen
                defer { state.streams[number]?.reader = nil }
                return state.streams[number]?.reader
            }
            reader?.resume(returning: news)
        }
    }

    private static func news(
        of streams: [Int: (job: JobID, seen: SeenOfJob)], in store: any WatchableJobs
    ) throws(JobStoreError) -> [Int: (News, SeenOfJob)] {
        let jobs = try store.watched(Array(Set(streams.values.map(\.job))))
        let known = Dictionary(
            jobs.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        // Streams that have seen the same of one job get the same messages.
        var messages: [SeenOfJob.Position: [NumberedMessage]] = [:]
        var found: [Int: (News, SeenOfJob)] = [:]
        for (number, stream) in streams {
            guard let job = known[stream.job], job.record.state != .deleted else {
                found[number] = (.end, stream.seen)
                continue
            }
            var seen = stream.seen
            let position = SeenOfJob.Position(job: stream.job, message: seen.message)
            if job.messageCount > seen.message, messages[position] == nil {
                messages[position] = try store.messages(
                    of: stream.job, after: seen.message, limit: mostMessages)
            }
            let new = messages[position] ?? []
            let text = seen.news(of: job.record, new)
            let isLast = job.record.state.isTerminal && seen.message >= job.messageCount
            found[number] = (isLast ? .last(text) : .events(text), seen)
        }
        return found
    }
}

/// A stream of one job's events.
final class JobStream: Sendable {
    private let number: Int
    private let watch: JobWatch

    fileprivate init(number: Int, watch: JobWatch) {
        self.number = number
        self.watch = watch
    }

    deinit { watch.close(number) }

    /// Waits for news from the next look.
    func next() async -> JobWatch.News { await watch.next(number) }

    func end() { watch.end(number) }
}

extension ErrorTable {
    /// Returns the error for more streams than allowed.
    ///
    /// - Parameter allowed: The limit for one caller, if the caller has reached it.
    static func tooManyStreams(_ allowed: Int?) -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                (allowed.map { "You have \($0) streams of events, the most for one caller" }
                    ?? "The server has as many streams of events as it can")
                    + "; read the state of the job instead, or try again in 10 s."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "10"])
    }
}
