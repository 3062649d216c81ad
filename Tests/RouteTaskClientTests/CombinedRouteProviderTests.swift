// Which of two providers answers, and whose error counts if both fail.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers, or fails with an error, and counts how often it is asked.
private final class CountingProvider: RouteProvider {
    private let error: (any Error)?
    private let count = Mutex(0)
    private let whenAsked: @Sendable () -> Void

    init(_ error: (any Error)? = nil, whenAsked: @escaping @Sendable () -> Void = {}) {
        self.error = error
        self.whenAsked = whenAsked
    }

    var calls: Int { count.withLock { $0 } }

    func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        count.withLock { $0 += 1 }
        whenAsked()
        if let error { throw error }
        return try RouteAnswer(json: JSONValue.parse(Array("{}".utf8)))
    }
}

@Suite struct CombinedRouteProviderTests {
    private static func failure(_ code: Int, retrySeconds: Double? = nil) -> RouteTaskError {
        var envelope = RouteTaskError.Envelope(code: code, message: "No.", details: [])
        envelope.retryAfterSeconds = retrySeconds
        return .service(envelope)
    }

    private let busy = failure(503, retrySeconds: 90)
    private let refused = failure(400)
    private let cannot = failure(501)

    /// A solve that the far provider is asked first, since its stops are a long way apart.
    private var far: RouteParameters {
        RouteParameters(
            Itinerary(
                from: ItineraryPoint(coordinate: Coordinate(x: 7, y: 43)),
                to: ItineraryPoint(coordinate: Coordinate(x: 9, y: 43))))
    }

    private var match: MatchParameters {
        var match = MatchParameters()
        match.encodedPolylines = ["_p~iF~ps|U_ulLnnqC"]
        return match
    }

    /// How a calculation by two providers went.
    private struct Outcome {
        var error: RouteTaskError?
        var warnings: [CalculationWarning.Code] = []
        var nearCalls = 0
    }

    private func outcome(
        _ parameters: some OperationParameters, far: (any Error)?, near: (any Error)?
    ) async throws -> Outcome {
        let nearby = CountingProvider(near)
        let provider = CombinedRouteProvider(near: nearby, far: CountingProvider(far))
        let calculation = try provider.calculate(parameters)
        var outcome = Outcome()
        do {
            _ = try await calculation.answer()
        } catch {
            outcome.error = try #require(error as? RouteTaskError)
        }
        for await case .warning(let warning) in calculation.events {
            outcome.warnings.append(warning.code)
        }
        outcome.nearCalls = nearby.calls
        return withExtendedLifetime(calculation) { outcome }
    }

    /// The requests about a route under way.
    private static let handled: [any HandleParameters] = [
        RefreshParameters(), FollowParameters(), BetterParameters(), RejoinParameters(),
    ]

    @Test(arguments: handled.indices)
    func `a busy server is the one to wait for where a handle is sent`(index: Int) async throws {
        let parameters = Self.handled[index]
        let waiting = try await outcome(parameters, far: busy, near: nil)
        #expect(waiting.error == busy)
        #expect(waiting.error?.retryAfterSeconds == 90)
        #expect(waiting.nearCalls == 0)
        #expect(waiting.warnings.isEmpty)
    }

    @Test(arguments: handled.indices)
    func `another failure lets the one that may have made the handle answer`(
        index: Int
    ) async throws {
        let parameters = Self.handled[index]
        let answered = try await outcome(parameters, far: refused, near: nil)
        #expect(answered.error == nil)
        #expect(answered.warnings == [.fellBack])
        // What the server said counts if neither can.
        for error in [refused, Self.failure(404)] {
            let failed = try await outcome(parameters, far: error, near: cannot)
            #expect(failed.error == error)
            #expect(failed.nearCalls == 1)
        }
        // The one that made the handle may be busy.
        let waiting = try await outcome(parameters, far: refused, near: busy)
        #expect(waiting.error == busy)
        #expect(waiting.nearCalls == 1)
    }

    @Test func `a solve goes on elsewhere, and a busy server's error counts if that fails too`()
        async throws
    {
        let answered = try await outcome(far, far: busy, near: nil)
        #expect(answered.error == nil)
        #expect(answered.warnings == [.fellBack])
        #expect(try await outcome(far, far: busy, near: cannot).error == busy)
        #expect(try await outcome(far, far: refused, near: cannot).error == cannot)
    }

    @Test func `a match goes on elsewhere, and the server's error counts if that fails too`()
        async throws
    {
        let answered = try await outcome(match, far: busy, near: nil)
        #expect(answered.error == nil)
        for error in [busy, refused] {
            #expect(try await outcome(match, far: error, near: cannot).error == error)
        }
    }

    @Test func `a calculation that was cancelled goes on nowhere`() async throws {
        // The second provider is cancelled while it works: that is no failure of the first.
        let provider = CombinedRouteProvider(
            near: CountingProvider(cannot) { withUnsafeCurrentTask { $0?.cancel() } },
            far: CountingProvider(busy))
        let calculation = try provider.calculate(far)
        await #expect(throws: CancellationError.self) { try await calculation.answer() }
        // And if the first one is cancelled, the second is not asked.
        let near = CountingProvider()
        let other = CombinedRouteProvider(
            near: near, far: CountingProvider(busy) { withUnsafeCurrentTask { $0?.cancel() } })
        let second = try other.calculate(far)
        await #expect(throws: CancellationError.self) { try await second.answer() }
        #expect(near.calls == 0)
    }
}
