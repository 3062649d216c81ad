// Tests the limits on connections: in total, per address, silent ones, and clients that do not
// read.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import RouteAPI
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct ConnectionLimitTests {
    private let log = RecordedLog()

    @Test func `the most connections are one line in the log, however often they are reached`() {
        var limit = ConnectionLimit(maximum: 8, logger: log.logger)
        for _ in 0..<8 {
            #expect(limit.isAcceptingNewConnections())
            limit.connectionOpened()
        }
        #expect(!limit.isAcceptingNewConnections())
        for _ in 0..<20 {
            limit.connectionClosed()
            #expect(limit.isAcceptingNewConnections())
            limit.connectionOpened()
        }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("maximum number of connections") == true)
    }

    @Test func `without descriptors a server pauses, warns once, and goes on`() throws {
        let channel = EmbeddedChannel()
        DescriptorShortage.watch(channel, log.logger)
        channel.embeddedEventLoop.run()
        func isReading() -> Bool? {
            channel.options.first { $0.option is ChannelOptions.Types.AutoReadOption }?.value
                as? Bool
        }
        for round in 1...3 {
            for code in [EMFILE, ENFILE] {
                channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
                #expect(isReading() == false, "round \(round)")
                #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
            }
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(249))
            #expect(isReading() == false, "round \(round)")
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            #expect(isReading() == true, "round \(round)")
        }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("ulimit -n") == true)
        channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNABORTED, reason: "accept"))
        #expect(isReading() == true)
        #expect(throws: IOError.self) { try channel.finish() }
    }

    @Test func `few connections are new at a time; others wait for answers or a moment`() throws {
        let arrivals = Arrivals(at: EmbeddedEventLoop())
        let listener = EmbeddedChannel()
        let reads = ReadCounter()
        ArrivalGate.add(to: listener, arrivals, log.logger)
        listener.embeddedEventLoop.run()
        try listener.pipeline.syncOperations.addHandler(reads, position: .first)
        /// Accepts connections as long as the gate reads.
        func accept(_ most: Int) -> [EmbeddedChannel] {
            var accepted: [EmbeddedChannel] = []
            while accepted.count < most {
                let before = reads.count
                listener.read()
                guard reads.count > before else { break }
                let connection = EmbeddedChannel(handler: ArrivalAnswer(arrivals))
                accepted.append(connection)
                listener.pipeline.fireChannelRead(connection as any Channel)
            }
            return accepted
        }
        let first = accept(100)
        #expect(first.count == 16)
        let before = reads.count
        for connection in first.prefix(3) {
            try connection.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try connection.writeOutbound(HTTPResponsePart.end(nil))
        }
        listener.embeddedEventLoop.run()
        // The held-back read goes on by itself.
        #expect(reads.count == before + 1)
        let second = accept(100)
        #expect(second.count == 3)
        listener.embeddedEventLoop.advanceTime(by: Arrivals.longest)
        #expect(accept(100).count == 16)
    }

    @Test func `an address has its share of the connections, and loopback has all`() throws {
        let shares = ConnectionShares(most: 2, logger: log.logger)
        func connect(_ address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handler: ConnectionShare(shares))
            let client = try SocketAddress(ipAddress: address, port: 40_000)
            channel.remoteAddress = client
            channel.connect(to: client, promise: nil)
            return channel
        }
        var open = [try connect("192.0.2.1"), try connect("192.0.2.1")]
        #expect(open.allSatisfy { !$0.isClosed })
        #expect(try connect("192.0.2.1").isClosed)
        #expect(try connect("::ffff:192.0.2.1").isClosed)
        open.append(try connect("192.0.2.2"))
        open += [try connect("2001:db8::1"), try connect("2001:db8::2")]
        #expect(open.allSatisfy { !$0.isClosed })
        #expect(try connect("2001:db8::3").isClosed)
        for _ in 0..<5 { open.append(try connect("127.0.0.1")) }
        #expect(open.allSatisfy { !$0.isClosed })
        #expect(log.lines.count == 1)
        open[0].close(promise: nil)
        #expect(try !connect("192.0.2.1").isClosed)
        #expect(try connect("192.0.2.1").isClosed)
    }

    @Test func `half of the connections are the share of an address, unless it is set`() {
        let limit = ConnectionLimit(maximum: 20, logger: log.logger)
        func count(_ most: Int?) -> Int {
            let shares = limit.shares(of: most)
            return (0..<100).count { _ in shares.enter("192.0.2.1") }
        }
        #expect(count(nil) == 10)
        #expect(count(3) == 3)
    }

    @Test func `a connection that says nothing is closed`() async throws {
        let server = try makeServer(fixtureCatalog()) { $0.idleSeconds = 1 }
        try await server.test { client in
            let connection = try RawConnection(port: client.port)
            #expect(try await connection.readToEnd().isEmpty)
        }
    }
}

extension EmbeddedChannel {
    /// Whether the connection was opened and then closed.
    fileprivate var isClosed: Bool { !isActive }
}

/// Counts the reads that reach the socket.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = Never

    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

@Suite struct AnswerPaceTests {
    /// Simulates how much of an answer a client has read, by seconds from its beginning.
    private final class TimedAnswer {
        private var progress = AnswerProgress()

        func wrote(_ bytes: Int) { progress.wrote(bytes) }

        func isTooSlow(_ pending: Int, _ seconds: Int64) -> Bool {
            progress.isTooSlow(
                pending: pending, at: .uptimeNanoseconds(0) + .seconds(seconds),
                AnswerPace(seconds: 10, leastBytesPerSecond: 100))
        }
    }

    @Test func `a client has a minimum to read in each period`() {
        let answer = TimedAnswer()
        answer.wrote(1_000_000)
        #expect(!answer.isTooSlow(900_000, 0))
        #expect(!answer.isTooSlow(900_000, 9))
        // A thousand bytes in ten seconds suffice.
        #expect(!answer.isTooSlow(899_000, 10))
        #expect(!answer.isTooSlow(898_001, 19))
        #expect(answer.isTooSlow(898_001, 20))
    }

    @Test func `a client that has read everything has as much time as it likes`() {
        let answer = TimedAnswer()
        answer.wrote(500)
        #expect(!answer.isTooSlow(500, 0))
        #expect(!answer.isTooSlow(0, 100))
        answer.wrote(500)
        #expect(!answer.isTooSlow(500, 200))
        #expect(!answer.isTooSlow(500, 209))
        #expect(answer.isTooSlow(500, 210))
    }

    @Test func `bytes that are written meanwhile do not count as read`() {
        let answer = TimedAnswer()
        answer.wrote(10_000)
        #expect(!answer.isTooSlow(10_000, 0))
        answer.wrote(10_000)
        #expect(answer.isTooSlow(20_000, 10))
    }

    @Test func `a client that does not read its answers is disconnected`() async throws {
        var answer = routeAnswer()
        let path = (0..<20_000).map { Coordinate(x: 7 + Double($0) / 1e6, y: 43.123456) }
        answer.routes?.features[0].geometry = .polyline(paths: [path])
        let server = try makeServer(fixtureCatalog(FakeLayer(.answer(answer)))) { configuration in
            configuration.answerPace = AnswerPace(seconds: 0.02, leastBytesPerSecond: 1)
        }
        let request =
            "GET \(FixturePath.solve)?f=pjson&\(FixturePath.twoStops) HTTP/1.1\r\n"
            + "Host: localhost\r\n\r\n"
        try await server.test { client in
            let connection = try RawConnection(port: client.port)
            // More than the system's buffers hold.
            for _ in 0..<24 { try connection.send(request) }
            try await eventually {
                do {
                    try connection.send("\r\n")
                    return false
                } catch {
                    return true
                }
            }
        }
    }
}
