// The part of a connection that sits between the HTTP codec and Hummingbird.
//
// It answers `Expect: 100-continue`, which Hummingbird leaves unanswered (curl then waits a second
// before it sends a large body), it notices when the client hangs up, and it closes connections
// whose answers say so, as those of a server that is stopping do.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Asks for the go-ahead that a client waits for before it sends a body.
    struct SendContinue: Sendable {}

    private static let discardedBytesAllowance = 1 << 20
    /// So long a client may take to read an answer after which the connection is closed: closed at
    /// once, what it is still sending would cost it the answer.
    private static let lingerTime = TimeAmount.seconds(2)

    private let clients: ConnectedClients
    private let maximumBodyBytes: Int
    private let pace: BodyPace
    private var presence: ClientPresence?
    private var requestsInProgress = 0
    private var bodyBytes = 0
    /// When the body that is coming began, or `nil` between bodies.
    private var bodyStart: NIODeadline?
    /// Looks after the body that is coming.
    private var paceCheck: Scheduled<Void>?
    /// Whether the client waits for a go-ahead, and has not got it.
    private var awaitsContinue = false
    /// Whether the answer that is being written is the last one.
    private var isLastAnswer = false
    /// Whether the server is stopping: the next answer is the last one.
    private var isStopping = false

    /// - Parameters:
    ///   - maximumBodyBytes: A client that announces a larger body is not told to go on; it gets
    ///     the refusal instead of sending the body first.
    ///   - pace: How fast bodies have to come. The input of a connection whose body does not is
    ///     closed; ``RequestReader`` then says why.
    init(clients: ConnectedClients, maximumBodyBytes: Int, pace: BodyPace) {
        self.clients = clients
        self.maximumBodyBytes = maximumBodyBytes
        self.pace = pace
    }

    func handlerAdded(context: ChannelHandlerContext) {
        presence = clients.add(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        clients.remove(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodyBytes = 0
            bodyStart = .now()
            requestsInProgress += 1
            awaitsContinue = expectsContinue(head)
        case .body(let piece):
            // A refused body is read to its end, so that the refusal arrives; but not for ever.
            bodyBytes += piece.readableBytes
            guard bodyBytes / 2 <= maximumBodyBytes + Self.discardedBytesAllowance else {
                return context.close(promise: nil)
            }
        case .end:
            bodyStart = nil
            paceCheck?.cancel()
            paceCheck = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most bodies are there with their heads, and are not looked after at all.
        if bodyStart != nil, paceCheck == nil { schedulePaceCheck(context) }
        context.fireChannelReadComplete()
    }

    private func schedulePaceCheck(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let pause = TimeAmount.milliseconds(Int64(min(1, pace.graceSeconds) * 1_000) + 1)
        paceCheck = context.eventLoop.scheduleTask(in: pause) {
            let (handler, context) = bound.value
            handler.checkPace(context)
        }
    }

    private func checkPace(_ context: ChannelHandlerContext) {
        paceCheck = nil
        guard let bodyStart else { return }
        let seconds = Double((NIODeadline.now() - bodyStart).nanoseconds) / 1e9
        if pace.admits(bodyBytes, after: seconds) {
            schedulePaceCheck(context)
        } else {
            presence?.markBodyTooSlow()
            context.close(mode: .input, promise: nil)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is SendContinue else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        // Behind an unfinished answer the go-ahead would be read as part of that answer.
        guard awaitsContinue, requestsInProgress == 1 else { return }
        awaitsContinue = false
        let head100 = HTTPResponsePart.head(HTTPResponse(status: .continue))
        context.writeAndFlush(wrapOutboundOut(head100), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if isStopping {
                // A client that is not told asks once more on a connection that nobody reads.
                isLastAnswer = true
                head.headerFields[.connection] = "close"
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
            // A client that was not told to go on may send its body or its next request: nobody
            // could tell which.
            if awaitsContinue || head.headerFields[.connection]?.lowercased() == "close" {
                isLastAnswer = true
            }
        case .body: break
        case .end:
            requestsInProgress -= 1
            if isLastAnswer { return finish(context, data, promise) }
        }
        context.write(data, promise: promise)
    }

    /// Writes the end of the last answer and closes the connection once the client had time to read
    /// it.
    private func finish(
        _ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?
    ) {
        let channel = context.channel
        context.writeAndFlush(data, promise: promise)
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A closed input is all that TCP tells of a client that hung up. A client that only closes
        // its sending side and still reads looks the same; like most servers, we do not wait for
        // the difference to show.
        if case .some(.inputClosed) = event as? ChannelEvent { presence?.disconnected() }
        if event is ChannelShouldQuiesceEvent { isStopping = true }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        paceCheck?.cancel()
        presence?.disconnected()
        clients.remove(context.channel)
        context.fireChannelInactive()
    }

    private func expectsContinue(_ head: HTTPRequest) -> Bool {
        guard let expectation = head.headerFields[.expect],
            expectation.lowercased() == "100-continue"
        else { return false }
        guard let length = head.headerFields[.contentLength].flatMap({ Int($0) }) else {
            return true
        }
        return length <= maximumBodyBytes
    }
}
