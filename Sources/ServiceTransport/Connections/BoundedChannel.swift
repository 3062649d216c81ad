// Carries pieces of an answer from a thread of the queue to the connection.

import Dispatch
import Synchronization

/// Passes pieces from one thread to one task, and blocks the thread while too many are untaken.
///
/// So an answer is computed no faster than the client reads it, and takes no more memory than
/// `capacity` pieces.
package final class BoundedChannel<Piece: Sendable>: Sendable {
    /// Why a piece was not accepted.
    package enum Refusal: Error, Hashable {
        /// The receiver takes no more pieces.
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
    ///   - capacity: The most pieces that may wait.
    ///   - stallSeconds: How many seconds a sender waits for a free place.
    package init(capacity: Int, stallSeconds: Double) {
        // A semaphore created with places would trap if it is released while some are taken.
        places = DispatchSemaphore(value: 0)
        for _ in 0..<capacity { places.signal() }
        self.stallSeconds = stallSeconds
    }

    /// Sends a piece; blocks the thread while the channel is full.
    package func send(_ piece: Piece) throws(Refusal) {
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
    package func end(_ result: Result<Void, any Error>) {
        let receiver = state.withLock { state -> CheckedContinuation<Piece?, any Error>? in
            guard state.end == nil else { return nil }
            state.end = result
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?.resume(with: result.map { nil })
    }

    /// Returns the next piece, or `nil` after the last one.
    ///
    /// - Throws: The error the channel ended with.
    package func next() async throws -> Piece? {
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

    /// Refuses further pieces: the receiver is gone.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.pieces = []
        }
        // A waiting sender gets a place, and then sees the channel closed.
        places.signal()
    }
}
