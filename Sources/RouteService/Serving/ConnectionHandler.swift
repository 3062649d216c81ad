// The part of a connection that sits between the HTTP codec and Hummingbird.
//
// It answers `Expect: 100-continue`, which Hummingbird leaves unanswered (curl then waits a second
// before it sends a large body), and it notices when the client hangs up.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let patienceBytes = 1 << 20

    private let clients: ConnectedClients
    private let maximumBodyBytes: Int
    private var presence: ClientPresence?
    private var requestsInProgress = 0
    private var bodyBytes = 0

    /// - Parameter maximumBodyBytes: A client that announces a larger body is not told to go on; it
    ///   gets the refusal instead of sending the body first.
    init(clients: ConnectedClients, maximumBodyBytes: Int) {
        self.clients = clients
        self.maximumBodyBytes = maximumBodyBytes
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
            requestsInProgress += 1
            // Behind an unfinished answer the go-ahead would be read as part of that answer.
            if requestsInProgress == 1, waitsForGoAhead(head) {
                let goAhead = HTTPResponsePart.head(HTTPResponse(status: .continue))
                context.writeAndFlush(wrapOutboundOut(goAhead), promise: nil)
            }
        case .body(let piece):
            // A refused body is read to its end, so that the refusal arrives; but not for ever.
            bodyBytes += piece.readableBytes
            guard bodyBytes / 2 <= maximumBodyBytes + Self.patienceBytes else {
                return context.close(promise: nil)
            }
        case .end:
            break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { requestsInProgress -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A closed input is all that TCP tells of a client that hung up. A client that only closes
        // its sending side and still reads looks the same; like most servers, we do not wait for
        // the difference to show.
        if case .some(.inputClosed) = event as? ChannelEvent { presence?.depart() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        presence?.depart()
        clients.remove(context.channel)
        context.fireChannelInactive()
    }

    private func waitsForGoAhead(_ head: HTTPRequest) -> Bool {
        guard let expectation = head.headerFields[.expect],
            expectation.lowercased() == "100-continue"
        else { return false }
        guard let length = head.headerFields[.contentLength].flatMap({ Int($0) }) else {
            return true
        }
        return length <= maximumBodyBytes
    }
}
