// Tests event streams: they share one look at the store and stay within limits.

import Fixtures
import Foundation
import HTTPTypes
@testable import ServiceTransport
import Synchronization
import Testing

@testable import Jobs
@testable import RouteService

@Suite struct JobWatchTests {
    /// Jobs in memory that count how often they are looked at.
    private final class Jobs: WatchableJobs {
        private struct State {
            var jobs: [JobID: WatchedJob] = [:]
            var messages: [JobID: [NumberedMessage]] = [:]
            var looks = 0
            var reads = 0
            var isLocked = false
        }

        private let state = Mutex(State())

        var looks: Int { state.withLock { $0.looks } }
        var reads: Int { state.withLock { $0.reads } }

        func lock(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

        func put(_ id: JobID, _ jobState: JobState, messages: [String] = []) {
            let numbered = messages.enumerated().map { place, text in
                NumberedMessage(number: place + 1, message: JobMessage(.informative, text))
            }
            let record = JobRecord(
                id: id, number: 1, owner: "ann", task: "t", pin: "", priority: 0, state: jobState,
                progress: nil, attempts: 1, finishedParts: 0, submittedAt: 0, startedAt: nil,
                endedAt: nil)
            state.withLock { state in
                state.jobs[id] = WatchedJob(record: record, messageCount: numbered.count)
                state.messages[id] = numbered
            }
        }

        func watched(_ ids: [JobID]) throws(JobStoreError) -> [WatchedJob] {
            let found = state.withLock { state -> [WatchedJob]? in
                state.looks += 1
                return state.isLocked ? nil : ids.compactMap { state.jobs[$0] }
            }
            guard let found else { throw .unavailable("locked") }
            return found
        }

        func messages(
            of id: JobID, after number: Int, limit: Int
        ) throws(JobStoreError) -> [NumberedMessage] {
            state.withLock { state in
                state.reads += 1
                return Array((state.messages[id] ?? []).filter { $0.number > number }.prefix(limit))
            }
        }
    }

    private func watch(
        _ jobs: Jobs, interval: Duration = .milliseconds(20),
        bounds: JobWatch.Bounds = JobWatch.Bounds()
    ) -> JobWatch {
        JobWatch(store: jobs, lane: Lanes().streams, interval: interval, bounds: bounds)
    }

    /// Each stream used to query the store itself.
    @Test func `five hundred streams take a few looks together`() async throws {
        let jobs = Jobs()
        let ids = (0..<5).map { _ in JobID.random() }
        for id in ids { jobs.put(id, .executing, messages: ["begun"]) }
        let watch = watch(jobs, interval: .milliseconds(200))
        let streams = try (0..<500).map { try watch.open(ids[$0 % 5], for: "caller \($0 / 50)") }
        let news = await withTaskGroup(of: JobWatch.News.self) { group in
            for stream in streams { group.addTask { await stream.next() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(news).count == 5)
        #expect(jobs.looks < 50, "\(jobs.looks)")
        withExtendedLifetime(streams) {}
    }

    @Test func `all streams get the events of their job, messages are read once`() async throws {
        let jobs = Jobs()
        let id = JobID.random()
        jobs.put(id, .succeeded, messages: ["one", "two"])
        let watch = watch(jobs)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                let stream = try watch.open(id, for: "caller \(number)")
                group.addTask {
                    while true {
                        switch await stream.next() {
                        case .events: continue
                        case .last(let text): return text
                        case .end: return ""
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count == 200)
        #expect(Set(texts).count == 1)
        #expect(texts.first?.contains("id: 2") == true, "\(texts)")
        #expect(jobs.reads <= jobs.looks)
        try await eventually { watch.count == 0 }
    }

    @Test func `streams are limited for each caller and for all`() throws {
        let watch = watch(Jobs(), bounds: JobWatch.Bounds(streams: 5, ofOneCaller: 3))
        var streams = try (0..<3).map { _ in try watch.open(.random(), for: "a") }
        let own = #expect(throws: ServiceError.self) { try watch.open(.random(), for: "a") }
        #expect(own?.status == .serviceUnavailable)
        #expect(own?.headers[.retryAfter] == "10")
        streams += try (0..<2).map { _ in try watch.open(.random(), for: "b") }
        #expect(throws: ServiceError.self) { try watch.open(.random(), for: "c") }
        #expect(watch.count == 5)
        streams.removeFirst()
        #expect(watch.count == 4)
        _ = try watch.open(.random(), for: "a")
        #expect(streams.count == 4)
    }

    @Test func `a store that is locked for a while ends no stream`() async throws {
        let jobs = Jobs()
        let id = JobID.random()
        jobs.put(id, .executing)
        jobs.lock(true)
        let watch = watch(jobs)
        let stream = try watch.open(id, for: "a")
        #expect(await stream.next() == .events(""))
        jobs.put(id, .succeeded)
        jobs.lock(false)
        var last = await stream.next()
        while last == .events("") { last = await stream.next() }
        guard case .last(let text) = last else {
            Issue.record("\(last)")
            return
        }
        #expect(text.contains("esriJobSucceeded"))
    }

    @Test func `a job that is removed ends its streams`() async throws {
        let stream = try watch(Jobs()).open(.random(), for: "a")
        #expect(await stream.next() == .end)
    }
}
