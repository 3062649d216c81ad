// A calculation under way: returned at once, told about, cancelled, and ended once.

import RouteAPI
import Synchronization

/// A calculation of routes that was returned at once and goes on by itself.
///
/// ```swift
/// let calculation = try ServerRouteProvider(task).calculate(parameters)
/// for await case .warning(let warning) in calculation.events { print(warning.text) }
/// let answer = try await calculation.answer()
/// ```
///
/// Solving and matching are handled alike. A calculation is in progress until exactly one end:
/// succeeded, failed or cancelled; whichever comes first counts. Ask for ``status`` at any time and
/// from any thread, read ``events`` if you like, or wait for ``answer()``.
///
/// **Keep it while you want the answer.** A calculation that nobody holds is cancelled silently:
/// its streams of events end without an end state. The server then stops working on the request.
public final class RouteCalculation: Sendable {
    private let course: CalculationCourse
    private let task: Task<Void, Never>

    /// Starts a calculation of your own.
    ///
    /// - Parameter work: Returns the answer, and tells its progress and warnings by the report.
    public init(
        _ work: @escaping @Sendable (CalculationReport) async throws -> RouteAnswer
    ) {
        let course = CalculationCourse()
        self.course = course
        task = Task {
            do {
                let answer = try await work(CalculationReport(course: course))
                for message in answer.result.messages where message.type == .warning {
                    course.update { $0.warn(CalculationWarning(.answered, message.text)) }
                }
                course.update { $0.advance(.received, to: 1) }
                course.update { $0.end(.succeeded(answer)) }
            } catch is CancellationError {
                course.update { $0.end(.cancelled) }
            } catch {
                course.update { $0.end(.failed(error)) }
            }
        }
    }

    deinit {
        course.close()
        task.cancel()
    }

    /// How the calculation stands.
    public var status: CalculationStatus { course.status }

    /// The events so far, then each new one until the calculation ends.
    ///
    /// Each call returns a stream of its own.
    public var events: AsyncStream<CalculationEvent> { course.events }

    /// Cancels the calculation. Once it has ended, this changes nothing.
    public func cancel() {
        course.update { $0.end(.cancelled) }
        task.cancel()
    }

    /// Waits for the end.
    ///
    /// If the waiting task is cancelled, the calculation goes on.
    ///
    /// - Throws: What the calculation failed with; `CancellationError` if it, or the waiting task,
    ///   was cancelled.
    public func answer() async throws -> RouteAnswer {
        var end = CalculationStatus.cancelled
        for await event in course.events {
            if case .ended(let status) = event { end = status }
        }
        return try withExtendedLifetime(self) {
            switch end {
            case .succeeded(let answer): answer
            case .failed(let error): throw error
            case .inProgress, .cancelled: throw CancellationError()
            }
        }
    }
}

/// How a provider tells what a calculation does.
public struct CalculationReport: Sendable {
    fileprivate let course: CalculationCourse

    /// Tells that the calculation has come further.
    ///
    /// - Parameters:
    ///   - phase: What it does now.
    ///   - share: How much is done, from 0 to 1. A share below the last one is not reported.
    public func progress(_ phase: CalculationPhase, share: Double) {
        course.update { $0.advance(phase, to: share) }
    }

    /// Tells that something went otherwise than asked, and that the calculation goes on.
    public func warn(_ code: CalculationWarning.Code, _ text: String) {
        course.update { $0.warn(CalculationWarning(code, text)) }
    }
}

/// A calculation's state with its listeners, shared by the calculation and its work.
private final class CalculationCourse: Sendable {
    private struct Held {
        var state = CalculationState()
        var listeners: [Int: AsyncStream<CalculationEvent>.Continuation] = [:]
        var nextListener = 0
        var isClosed = false
    }

    private let held = Mutex(Held())

    var status: CalculationStatus { held.withLock { $0.state.status } }

    /// Changes the state and tells the listeners, in one order for all of them.
    func update(_ change: (inout CalculationState) -> CalculationEvent?) {
        let ended = held.withLock { held -> [AsyncStream<CalculationEvent>.Continuation] in
            guard !held.isClosed, let event = change(&held.state) else { return [] }
            for listener in held.listeners.values { listener.yield(event) }
            guard held.state.status.hasFinished else { return [] }
            defer { held.listeners = [:] }
            return Array(held.listeners.values)
        }
        // Finishing a stream calls back for the lock.
        for listener in ended { listener.finish() }
    }

    /// Ends all streams without an end state, if the calculation has not ended.
    func close() {
        let listeners = held.withLock { held in
            held.isClosed = true
            defer { held.listeners = [:] }
            return held.listeners
        }
        for listener in listeners.values { listener.finish() }
    }

    var events: AsyncStream<CalculationEvent> {
        AsyncStream { continuation in
            let number: Int? = held.withLock { held in
                for event in held.state.events { continuation.yield(event) }
                guard !held.state.status.hasFinished, !held.isClosed else {
                    continuation.finish()
                    return nil
                }
                held.nextListener += 1
                held.listeners[held.nextListener] = continuation
                return held.nextListener
            }
            guard let number else { return }
            continuation.onTermination = { [weak self] _ in
                _ = self?.held.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }
}
