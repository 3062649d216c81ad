// When a provider is asked to follow, after failures and answers.

import RouteTaskClient
import Testing

@testable import Navigation

@Suite struct FollowMemoryTests {
    private var memory: FollowMemory {
        var memory = FollowMemory()
        memory.keep(Fix(time: 0, longitude: 7.4, latitude: 43.7))
        return memory
    }

    private func failure(_ code: Int, retrySeconds: Double? = nil) -> RouteTaskError {
        var envelope = RouteTaskError.Envelope(code: code, message: "No.", details: [])
        envelope.retryAfterSeconds = retrySeconds
        return .service(envelope)
    }

    @Test func `without a fix nothing is followed`() {
        #expect(!FollowMemory().isPossible(at: 0))
        #expect(memory.isPossible(at: 0))
    }

    @Test func `after failures in a row it is asked again, later each time, for a whole day`()
        throws
    {
        let url = try RouteServer.url
        let errors: [any Error] = [
            RouteTaskError.unreachable(url: url, reason: "no reception"), failure(503),
            failure(400), failure(500),
            RouteTaskError.unexpectedReply(url: url, status: 502, reason: "gave no error"),
            FollowedRouteError.noRoute(id: nil),
        ]
        var memory = memory
        var time: Int64 = 0
        let minutes: [Int64] = [1, 2, 4, 8] + [Int64](repeating: 10, count: 150)
        for (number, wait) in minutes.enumerated() {
            memory.note(errors[number % errors.count], at: time)
            #expect(!memory.isPossible(at: time))
            time += wait * 60_000
            #expect(!memory.isPossible(at: time - 1))
            #expect(memory.isPossible(at: time))
        }
        memory.noteSuccess()
        memory.note(errors[0], at: time)
        #expect(memory.isPossible(at: time + 60_000))
        // A receiver may set the clock back.
        #expect(memory.isPossible(at: time - 1))
    }

    @Test func `a server that says when to come back is asked then`() {
        var memory = memory
        memory.note(failure(503, retrySeconds: 900), at: 0)
        #expect(!memory.isPossible(at: 899_999))
        #expect(memory.isPossible(at: 900_000))
    }

    @Test(arguments: [404, 405, 501])
    func `a server that does not offer it is not asked again`(code: Int) throws {
        var memory = memory
        memory.note(failure(code), at: 0)
        #expect(!memory.isPossible(at: 86_400_000))
        var other = self.memory
        other.note(
            RouteTaskError.unexpectedReply(
                url: try RouteServer.url, status: code, reason: "gave no error message"), at: 0)
        #expect(!other.isPossible(at: 86_400_000))
    }

    @Test func `a layer that was away as a whole is asked again`() {
        var memory = memory
        memory.note(failure(404), at: 0)
        // The server is there and has no new times for another reason.
        memory.noteRefreshFailed(failure(503), at: 1_000)
        #expect(!memory.isPossible(at: 900_000))
        memory.noteRefreshFailed(failure(404), at: 1_000)
        #expect(!memory.isPossible(at: 60_999))
        #expect(memory.isPossible(at: 61_000))
    }

    @Test(
        arguments: [
            (-1, false), (0, true), (119_000, true), (120_000, true), (120_001, false),
            (121_000, false),
        ] as [(Int64, Bool)])
    func `proposals stay good for two minutes, for the route they came with, and once`(
        age: Int64, isGood: Bool
    ) {
        var memory = memory
        let answer = NavigatorAnswer.proposals([], reason: .betterRoute)
        memory.held = .init(activeID: "1", answer: answer, time: 1_000_000)
        var other = memory
        let taken = memory.takeHeld(activeID: "1", time: 1_000_000 + age)
        #expect(taken == (isGood ? answer : nil))
        #expect(memory.takeHeld(activeID: "1", time: 1_000_000) == nil)
        #expect(other.takeHeld(activeID: "2", time: 1_000_000 + age) == nil)
    }

    @Test func `what the session cancelled is no failure`() {
        var memory = memory
        memory.note(CancellationError(), at: 0)
        #expect(memory.isPossible(at: 0))
    }

    @Test func `a corridor is asked for where the vehicle comes out of the last one`() {
        var memory = memory
        let route = LiveRouteOffer(id: "1", lengthMeters: 20_000)
        #expect(memory.needsCorridor(of: route, at: 0))
        memory.corridorID = "1"
        memory.corridorMeters = 5_000
        #expect(!memory.needsCorridor(of: route, at: 3_500))
        #expect(memory.needsCorridor(of: route, at: 3_501))
        #expect(memory.needsCorridor(of: LiveRouteOffer(id: "2", lengthMeters: 9_000), at: 0))
        memory.corridorMeters = 20_000
        #expect(!memory.needsCorridor(of: route, at: 19_900))
        memory.corridorMeters = 5_000
        memory.hasCorridors = false
        #expect(!memory.needsCorridor(of: route, at: 4_900))
    }
}
