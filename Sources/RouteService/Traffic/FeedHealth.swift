// Whether a source of traffic works: one message for each change, not for each attempt.

/// The state of a source of traffic.
///
/// ```swift
/// var health = FeedHealth()
/// health.handle(.failed("there is no such file"))    // .failing("there is no such file")
/// health.handle(.failed("there is no such file"))    // nil
/// health.handle(.used)                               // .recovered
/// ```
struct FeedHealth: Hashable, Sendable {
    /// What happened to the source.
    enum Event: Hashable, Sendable {
        /// A feed was put into force.
        case used
        /// The source answered what it had answered before.
        case unchanged
        /// No feed could be read, or none of its rows used.
        case failed(String)
        /// The speeds in force have lapsed.
        case lapsed
    }

    /// What is worth a message.
    enum Message: Hashable, Sendable {
        /// The first feed is in force.
        case began
        /// Feeds cannot be used any more.
        case failing(String)
        /// Feeds are used again.
        case recovered
        /// Routes are found without live speeds from now on.
        case lapsed
    }

    private var wasUsed = false
    private var isFailing = false
    private var hasLapsed = false

    /// Notes an event, and returns the message that it is worth.
    mutating func handle(_ event: Event) -> Message? {
        switch event {
        case .used:
            defer { (wasUsed, isFailing, hasLapsed) = (true, false, false) }
            return wasUsed ? (isFailing || hasLapsed ? .recovered : nil) : .began
        case .unchanged:
            defer { isFailing = false }
            return isFailing && wasUsed && !hasLapsed ? .recovered : nil
        case .failed(let reason):
            defer { isFailing = true }
            return isFailing ? nil : .failing(reason)
        case .lapsed:
            defer { hasLapsed = true }
            return hasLapsed ? nil : .lapsed
        }
    }
}

/// When a file of traffic may be read: not while it is being written.
///
/// Two looks in a row must find the same version. A table whose last line has no end may be torn
/// between two writes, and is read when some more looks have found no change.
struct FeedFileLooks<Version: Hashable & Sendable>: Sendable {
    /// Looks in a row that must find the same version of a file whose last line has no end.
    static var looksAtOpenLine: Int { 5 }

    private var last: Version?
    private var count = 0
    private var settled: Version?

    /// Notes the version that the file has now; `nil` where there is none.
    ///
    /// - Returns: Whether the file should be read.
    mutating func look(_ version: Version?) -> Bool {
        count = version == last ? count + 1 : 1
        last = version
        guard let version else { return false }
        return count >= 2 && version != settled
    }

    /// Whether a file that ends within a line has been unchanged for long enough.
    var isPatient: Bool { count >= Self.looksAtOpenLine }

    /// Whether a version waits for its next look.
    var isWaiting: Bool { last != nil && last != settled }

    /// Notes that the version of the last look has been read: it is not read again.
    mutating func settle() { settled = last }

    /// Has the file read again even if it stays the same.
    mutating func forget() { settled = nil }
}
