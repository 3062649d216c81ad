// Pieces of an answer between a thread of the queue and the connection.

import Dispatch
import Synchronization

/// Passes pieces from one thread to one task, with a limit on those that are not taken yet.
///
/// The thread waits while the limit is reached: an answer is computed no faster than the client
/// reads it, and takes no more memory than some pieces.
final class BoundedChannel<Piece: Sendable>: Sendable {
    /// Why a piece was not accepted.
    enum Refusal: Error, Hashable {
        /// The receiver takes no more.
        case closed
        /// The receiver took nothing for too long.
        case stalled
    }

    private struct State {
        var pieces: [Piece] = []
        var end: Result<Void, any Error>?
        var isClosed = false
        var receiver: CheckedContinuation<Piece?, any Error>?
    }

    private let state = Mutex(State())
    /// Counts the free places.
    private let places: DispatchSemaphore
    private let stallSeconds: Double

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - capacity: Pieces that wait to be taken, at most.
    ///   - stallSeconds: Seconds that a sender waits for a place.
    init(capacity: Int, stallSeconds: Double) {
        // A semaphore that begins with places must have them back when it is released.
        places = DispatchSemaphore(value: 0)
        for _ in 0..<capacity { places.signal() }
        self.stallSeconds = stallSeconds
    }

    /// Sends a piece; blocks the thread while the channel is full.
    func send(_ piece: Piece) throws(Refusal) {
        guard places.wait(timeout: .now() + stallSeconds) == .success else { throw .stalled }
        let (isClosed, receiver) = state.withLock {
            state -> (Bool, CheckedContinuation<Piece?, any Error>?) in
            if state.isClosed { return (true, nil) }
            if let receiver = state.receiver {
                state.receiver = nil
                return (false, receiver)
            }
            state.pieces.append(piece)
            return (false, nil)
        }
        if isClosed || receiver != nil { places.signal() }
        if isClosed { throw .closed }
        receiver?.resume(returning: piece)
    }

    /// Ends the channel after the pieces sent so far; further calls do nothing.
    ///
    /// - Parameter result: What the receiver gets after the last piece.
    func end(_ result: Result<Void, any Error>) {
        let receiver = state.withLock { state -> CheckedContinuation<Piece?, any Error>? in
            guard state.end == nil else { return nil }
            state.end = result
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?.resume(with: result.map { nil })
    }

    /// The next piece, or `nil` after the last one.
    ///
    /// - Throws: The error that the channel ended with.
    func next() async throws -> Piece? {
        try await withCheckedThrowingContinuation { continuation in
            let found = state.withLock { state -> Result<Piece?, any Error>? in
                if !state.pieces.isEmpty { return .success(state.pieces.removeFirst()) }
                if let end = state.end { return end.map { nil } }
                state.receiver = continuation
                return nil
            }
            guard let found else { return }
            if case .success(.some) = found { places.signal() }
            continuation.resume(with: found)
        }
    }

    /// Accepts no more pieces: the receiver has gone.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.pieces = []
        }
        // A sender that waits for a place gets one, and sees that the channel is closed.
        places.signal()
    }
}
