// An answer that is sent while its rows are still searched.

import Hummingbird
import NIOCore
import RouteAPI
import NetworkAnalysis
import Synchronization

/// Receives the rows of an answer on a thread of the queue and sends them to the client.
///
/// The head of the response is ready with the first rows; an error before them is answered as any
/// other. After them, an error ends the connection without the end of the body, so that no client
/// takes a part for the whole.
final class AnswerStream: AnswerRowReceiver {
    /// Written by the thread that computes.
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

    /// The bytes from which rows are sent.
    private static let pieceBytes = 1 << 16
    /// The bytes of a piece at most: rows that come together may be many.
    static let mostPieceBytes = 1 << 18
    /// Pieces that wait for the client.
    static let mostPieces = 8
    /// Seconds after which a client that reads nothing loses its answer: a thread waits for it.
    private static let stallSeconds = 10.0

    /// Creates a stream for the answer to one request; `nil` in formats that are written whole.
    init?(_ writer: AnswerWriter) {
        guard writer.writesRows else { return nil }
        self.writer = writer
        output = Mutex(
            Output(
                writer: AnswerRowsWriter(pretty: writer.format == .pjson),
                compression: writer.acceptsGzip ? GzipStream() : nil))
    }

    /// Whether rows have been received.
    var hasRows: Bool { output.withLock { $0.hasRows } }

    /// Whether rows have been sent, so that the response can no longer be replaced.
    private var isHeadSent: Bool { head.withLock { $0.isSent } }

    /// Takes the decimals of the rows; nothing is sent before the first of them.
    func begin(_ known: AnalysisResult) throws(RouteRequestError) {
        output.withLock { $0.writer.begin(known) }
    }

    /// Sends rows, when enough have come together for a piece.
    func receive(_ rows: AnswerRows) throws(RouteRequestError) {
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
    func end(_ result: AnalysisResult) throws(RouteRequestError) {
        let piece = output.withLock { output -> [UInt8] in
            output.pending += output.writer.end(result)
            return output.takePiece(isLast: true)
        }
        sendHead()
        try send(piece)
    }

    /// Records how the work ended: with a whole response, with the last piece of this one, or with
    /// an error.
    func workEnded(_ outcome: Result<Response?, any Error>) {
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

    /// The response: its head when rows have been found, or a whole one.
    ///
    /// - Throws: The error of the work, when it ended before its first rows.
    func response() async throws -> Response {
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
