// Sends an answer while its rows are still being found.

package import Hummingbird
import NIOCore
import Preparation
package import RouteAPI
import ServiceTransport
import Synchronization

/// Receives rows on a thread of the queue and streams them to the client as one answer.
///
/// A large matrix or batch has more rows than should wait in memory. ``OperationEndpoint`` creates
/// a stream if the format allows it and passes it to the solve as its row receiver. The event loop
/// awaits ``response()``, whose body reads pieces from a ``BoundedChannel``.
///
/// The response's head is decided by the first rows. An error before them is answered like any
/// other, with a status and an envelope; an error after them cuts the connection before the body's
/// end, so no client can mistake a part for the whole answer.
///
/// Rows collect until a piece is 64 KiB, then the piece is compressed and sent. At most 8 pieces
/// wait for the client; then the solving thread waits too, so an answer takes a bounded amount of
/// memory. A client that reads nothing for 10 seconds loses its answer, since it blocks a thread.
package final class AnswerStream: AnswerRowReceiver {
    /// Touched only by the thread that computes.
    private struct Output: ~Copyable {
        var writer: AnswerRowsWriter
        var compression: GzipStream?
        var pending: [UInt8] = []
        var hasRows = false

        mutating func takePiece(isLast: Bool) -> [UInt8] {
            defer { pending = [] }
            return compression?.compress(pending, isLast: isLast) ?? pending
        }
    }

    private struct Head {
        var isSent = false
        var response: Result<Response, any Error>?
        var waiting: CheckedContinuation<Response, any Error>?
    }

    private let writer: AnswerWriter
    private let output: Mutex<Output>
    private let head = Mutex(Head())
    private let channel = BoundedChannel<[UInt8]>(
        capacity: AnswerStream.mostPieces, stallSeconds: AnswerStream.stallSeconds)

    /// Rows are sent once they fill this many bytes.
    private static let pieceBytes = 1 << 16
    /// The most bytes in a piece; rows that arrive together may need several.
    static let mostPieceBytes = 1 << 18
    /// How many pieces may wait for the client.
    static let mostPieces = 8
    /// A client that reads nothing for this many seconds loses its answer, because a thread waits
    /// for it.
    private static let stallSeconds = 10.0

    /// Creates a stream for one request's answer; `nil` if the format is written as a whole.
    package init?(_ writer: AnswerWriter) {
        guard writer.writesRows else { return nil }
        self.writer = writer
        output = Mutex(
            Output(
                writer: AnswerRowsWriter(pretty: writer.format == .pjson),
                compression: writer.acceptsGzip ? GzipStream() : nil))
    }

    /// Whether any rows have been received.
    package var hasRows: Bool { output.withLock { $0.hasRows } }

    /// Whether rows have been sent, so that another response can no longer replace this one.
    private var isHeadSent: Bool { head.withLock { $0.isSent } }

    /// Remembers how many decimals the rows have. Nothing is sent before the first row.
    package func begin(_ known: AnalysisResult) throws(RouteRequestError) {
        output.withLock { $0.writer.begin(known) }
    }

    /// Adds rows, and sends a piece once enough have accumulated.
    package func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        let piece = output.withLock { output -> [UInt8]? in
            output.hasRows = true
            output.pending += output.writer.json(of: rows)
            guard output.pending.count >= Self.pieceBytes else { return nil }
            return output.takePiece(isLast: false)
        }
        guard let piece else { return }
        sendHead()
        try send(piece)
    }

    /// Sends the rest of an answer whose rows were received.
    package func end(_ result: AnalysisResult) throws(RouteRequestError) {
        let piece = output.withLock { output -> [UInt8] in
            output.pending += output.writer.end(result)
            return output.takePiece(isLast: true)
        }
        sendHead()
        try send(piece)
    }

    /// Ends the response with the work's outcome: a whole response, this one's last piece, or an
    /// error.
    package func workEnded(_ outcome: Result<Response?, any Error>) {
        if isHeadSent {
            channel.end(outcome.map { _ in })
        } else {
            deliver(
                outcome.map { response in
                    guard let response else {
                        preconditionFailure("an answer without rows is a whole response")
                    }
                    return response
                })
        }
    }

    /// Waits for the response: its head once rows have been found, or a whole one.
    ///
    /// - Throws: The work's error, if it ended before its first rows.
    package func response() async throws -> Response {
        try await withCheckedThrowingContinuation { continuation in
            let ready = head.withLock { head -> Result<Response, any Error>? in
                if head.response == nil { head.waiting = continuation }
                return head.response
            }
            if let ready { continuation.resume(with: ready) }
        }
    }

    private func sendHead() {
        guard !isHeadSent else { return }
        head.withLock { $0.isSent = true }
        let isCompressed = output.withLock { $0.compression != nil }
        deliver(
            .success(
                writer.response(
                    compressed: isCompressed,
                    body: ResponseBody { [channel] in
                        var body = $0
                        do {
                            while let piece = try await channel.next() {
                                try await body.write(ByteBuffer(bytes: piece))
                            }
                            try await body.finish(nil)
                        } catch {
                            channel.close()
                            throw error
                        }
                    })))
    }

    private func deliver(_ response: Result<Response, any Error>) {
        let waiting = head.withLock { head -> CheckedContinuation<Response, any Error>? in
            head.response = response
            defer { head.waiting = nil }
            return head.waiting
        }
        waiting?.resume(with: response)
    }

    private func send(_ bytes: [UInt8]) throws(RouteRequestError) {
        for first in stride(from: 0, to: bytes.count, by: Self.mostPieceBytes) {
            let end = min(first + Self.mostPieceBytes, bytes.count)
            try send(piece: bytes.count == end - first ? bytes : Array(bytes[first..<end]))
        }
    }

    private func send(piece: [UInt8]) throws(RouteRequestError) {
        do throws(BoundedChannel<[UInt8]>.Refusal) {
            try channel.send(piece)
        } catch {
            channel.close()
            throw RouteRequestError(
                .cancelled, code: 500, message: RouteRequestError.stoppedMessage,
                details: [
                    error == .closed
                        ? Cancellation.clientClosed.sentence
                        : "The solve was stopped: the client did not read its answer."
                ])
        }
    }
}
