// How a calculation stands, and what it tells: in progress, then exactly one end.

/// How a calculation stands.
public enum CalculationStatus: Sendable {
    /// It is under way.
    case inProgress
    /// It has an answer.
    case succeeded(RouteAnswer)
    /// It has failed, with a ``RouteTaskError`` if a server was asked.
    case failed(any Error)
    /// The caller cancelled it before it ended.
    case cancelled

    /// Whether it has ended.
    public var hasFinished: Bool {
        if case .inProgress = self { false } else { true }
    }
}

/// How far a calculation is.
public enum CalculationPhase: String, Hashable, Sendable, CaseIterable {
    /// The request is on its way, or the answer awaited.
    case sent
    /// Another request is on its way: the first one failed, or its answer is matched to streets.
    case sentAgain
    /// The answer is there and read.
    case received
}

/// Something that went otherwise than asked, after which a calculation goes on.
public struct CalculationWarning: Hashable, Sendable {
    /// What kind of warning it is.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A request failed and was sent again.
        case retried
        /// A provider failed and another one was asked.
        case fellBack
        /// The answer has a warning, such as a stop that was moved.
        case answered
        /// An option has no effect.
        case ignored
    }

    /// What kind of warning it is.
    public var code: Code
    /// A sentence for the user.
    public var text: String

    /// Creates a warning.
    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }
}

/// Something that a calculation tells.
public enum CalculationEvent: Sendable {
    /// It has come further. The share is from 0 to 1 and never falls.
    case progress(CalculationPhase, share: Double)
    /// Something could not be done as asked, but the calculation goes on.
    case warning(CalculationWarning)
    /// It has ended. Nothing comes after this.
    case ended(CalculationStatus)
}

/// The state of a calculation: a value, so that every order of events can be tested.
struct CalculationState: Sendable {
    private(set) var status = CalculationStatus.inProgress
    /// The events so far: at most ``mostEvents``, and the end.
    private(set) var events: [CalculationEvent] = []
    private var share = 0.0

    /// Warnings beyond these are not kept, as a provider may repeat itself for hours.
    static let mostEvents = 1_000

    /// Notes progress. Returns what to tell; `nil` if the calculation has ended or is further.
    mutating func advance(_ phase: CalculationPhase, to share: Double) -> CalculationEvent? {
        guard share >= self.share, share <= 1 else { return nil }
        self.share = share
        return tell(.progress(phase, share: share))
    }

    /// Notes a warning. Returns what to tell; `nil` if the calculation has ended.
    mutating func warn(_ warning: CalculationWarning) -> CalculationEvent? {
        tell(.warning(warning))
    }

    /// Ends the calculation. Returns what to tell; `nil` if it has ended before: the first end
    /// counts.
    mutating func end(_ end: CalculationStatus) -> CalculationEvent? {
        guard !status.hasFinished, end.hasFinished else { return nil }
        status = end
        events.append(.ended(end))
        return .ended(end)
    }

    private mutating func tell(_ event: CalculationEvent) -> CalculationEvent? {
        guard !status.hasFinished, events.count < Self.mostEvents else { return nil }
        events.append(event)
        return event
    }
}
