// The channel handler between the HTTP codec and Hummingbird.

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Handles one connection between the HTTP codec and Hummingbird.
///
/// It does what Hummingbird leaves open:
/// - It answers `Expect: 100-continue`. Without it, curl waits a second before it sends a large
///   body.
/// - It notices when the client disconnects and tells ``ClientPresence``, so that solves are
///   cancelled.
/// - It closes the connection after an answer with `Connection: close`, as a stopping server sends
///   it, but only once the client has had time to read it.
/// - It marks heads that HTTP does not allow, for the responder to refuse.
/// - It ends bodies that arrive too slowly, and discards the rest of refused ones up to a limit.
///
/// Two facts shape it. A request is in progress from its head until its answer's end, and a client
/// may send its next request before it has read the last answer, so `requestsInProgress` is a
/// count. And TCP reports a client that is gone in the same way as a client that has only closed
/// its sending side; see `inputClosed`, which probes to tell them apart.
///
/// All methods run on the connection's event loop, so nothing here is locked.
/// `Application+build.swift` adds one handler for each connection.
package final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Asks the handler to send the `100 Continue` that the client awaits before it sends a body.
    struct SendContinue: Sendable {}

    private static let discardedBytesAllowance = 1 << 20
    /// How long the connection stays open after the last answer's last byte. If it closed at once
    /// while the client still sends, the answer would be lost to a reset.
    private static let lingerTime = TimeAmount.seconds(2)
    /// How long clients may take to read a stopping server's answers.
    package static let stopReadingTime = TimeAmount.seconds(20)

    /// How long to wait before asking a client that has closed its sending side whether it still
    /// reads. Most answers have been sent by then.
    static let timeToProbe = TimeAmount.seconds(1)

    private let clients: ConnectedClients
    private let maximumBodyBytes: @Sendable () -> Int
    /// The value of `maximumBodyBytes` when the current request began.
    private var allowedBodyBytes = 0
    private let pace: BodyPace
    private let stopTime: TimeAmount
    private var presence: ClientPresence?
    private var screen: RequestScreen?
    private var requestsInProgress = 0
    /// Whether an answer's head was written and its end was not.
    private var isAnswering = false
    private var bodyBytes = 0
    /// When the current body began, or `nil` between bodies.
    private var bodyStart: NIODeadline?
    /// The next check of the current body's rate.
    private var paceCheck: Scheduled<Void>?
    /// Whether the client is waiting for a `100 Continue`.
    private var awaitsContinue = false
    /// Whether the answer being written is the last one on the connection.
    private var isLastAnswer = false
    /// Whether the server is stopping, so that the next answer is the last one.
    private var isStopping = false

    /// - Parameters:
    ///   - maximumBodyBytes: A client that announces a larger body gets no `100 Continue`; it
    ///     receives the refusal before it sends the body.
    ///   - pace: The slowest rate allowed for bodies. If a body is slower, its connection's input
    ///     is closed, and ``HTTPRequestReader`` answers with the reason.
    ///   - stopTime: When a stopping server closes the connection, however much of an answer the
    ///     client has not read.
    package init(
        clients: ConnectedClients, maximumBodyBytes: @escaping @Sendable () -> Int, pace: BodyPace,
        stopTime: TimeAmount
    ) {
        self.stopTime = stopTime
        self.clients = clients
        self.maximumBodyBytes = maximumBodyBytes
        self.pace = pace
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        presence = clients.add(context.channel)
        screen = RequestScreen.add(to: context.pipeline)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        clients.remove(context.channel)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            bodyBytes = 0
            bodyStart = .now()
            allowedBodyBytes = maximumBodyBytes()
            requestsInProgress += 1
            awaitsContinue = expectsContinue(head)
            head.headerFields[.headFault] = screen?.fault?.rawValue
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let piece):
            // Discard the rest of a refused body, up to a limit, so that the refusal arrives.
            bodyBytes += piece.readableBytes
            guard bodyBytes / 2 <= allowedBodyBytes + Self.discardedBytesAllowance else {
                return context.close(promise: nil)
            }
        case .end:
            bodyStart = nil
            paceCheck?.cancel()
            paceCheck = nil
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        // Most bodies arrive together with their heads and need no check.
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

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is SendContinue else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        // After an unfinished answer, the client would read a `100 Continue` as part of that
        // answer.
        guard awaitsContinue, requestsInProgress == 1 else { return }
        awaitsContinue = false
        let head100 = HTTPResponsePart.head(HTTPResponse(status: .continue))
        context.writeAndFlush(wrapOutboundOut(head100), promise: nil)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            if isStopping {
                // Without this header the client may send its next request on a closed connection.
                isLastAnswer = true
                head.headerFields[.connection] = "close"
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
            // A client without a `100 Continue` may send its body or its next request; the two look
            // the same.
            if awaitsContinue || head.headerFields[.connection]?.lowercased() == "close" {
                isLastAnswer = true
            }
        case .body: break
        case .end:
            isAnswering = false
            requestsInProgress -= 1
            if isLastAnswer { return finish(context, data, promise) }
        }
        context.write(data, promise: promise)
    }

    /// Writes the last answer's end, and closes the connection ``lingerTime`` after the client's
    /// system has accepted it all. ``AnswerDeadline`` closes connections whose clients do not read.
    private func finish(
        _ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?
    ) {
        let end = promise ?? context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in
            let context = bound.value
            let channel = context.channel
            context.close(mode: .output, promise: nil)
            context.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
        }
        context.writeAndFlush(data, promise: end)
    }

    /// Makes the next answer the last one, and closes the connection after ``stopTime``.
    private func stop(_ context: ChannelHandlerContext) {
        if isStopping { return }
        isStopping = true
        let channel = context.channel
        context.eventLoop.scheduleTask(in: stopTime) { channel.close(promise: nil) }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { inputClosed(context) }
        if event is ChannelShouldQuiesceEvent { stop(context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Decides what a closed input means: the client is gone, or has only closed its sending side
    /// and waits for the answer. TCP reports both alike.
    ///
    /// So the handler sends a `100 Continue`. If the client is gone, its system replies with a
    /// reset, which ends the work; if it still reads, it skips the interim answer. HTTP/1.0 clients
    /// do not understand interim answers, so they always get their answer.
    private func inputClosed(_ context: ChannelHandlerContext) {
        // Without a whole request there is nothing to answer.
        guard requestsInProgress > 0, bodyStart == nil else {
            presence?.disconnected()
            return
        }
        guard screen?.readsInterimAnswers ?? false else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.timeToProbe) {
            let (handler, context) = bound.value
            handler.probe(context)
        }
    }

    private func probe(_ context: ChannelHandlerContext) {
        guard requestsInProgress > 0, !isAnswering, context.channel.isActive else { return }
        let head100 = HTTPResponsePart.head(HTTPResponse(status: .continue))
        context.writeAndFlush(wrapOutboundOut(head100), promise: nil)
    }

    package func channelInactive(context: ChannelHandlerContext) {
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
        return length <= allowedBodyBytes
    }
}
