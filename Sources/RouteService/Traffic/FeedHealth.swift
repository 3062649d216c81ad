// Whether a source of traffic works: one message for each change, not for each attempt.

/// The state of a traffic source.
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
        /// The source returned the same as before.
        case unchanged
        /// No feed could be read, or no row in it could be used.
        case failed(String)
        /// The speeds in force have lapsed.
        case lapsed
    }

    /// A change worth a message.
    enum Message: Hashable, Sendable {
        /// The first feed is in force.
        case began
        /// Feeds can no longer be used.
        case failing(String)
        /// Feeds are used again.
        case recovered
        /// From now on, routes are found without live speeds.
        case lapsed
    }

    private var wasUsed = false
    private var isFailing = false
    private var hasLapsed = false

    /// Notes an event, and returns a message if one is due.
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

/// Decides when a traffic file may be read: not while it is being written.
///
/// Two looks in a row must find the same version. A table whose last line is incomplete may be torn
/// between two writes; it is read after some more looks without a change.
struct FeedFileLooks<Version: Hashable & Sendable>: Sendable {
    /// How many looks in a row must find the same version if the last line is incomplete.
    static var looksAtOpenLine: Int { 5 }

    private var last: Version?
    private var count = 0
    private var settled: Version?

    /// Notes the file's current version; `nil` if there is no file.
    ///
    /// - Returns: Whether to read the file now.
    mutating func look(_ version: Version?) -> Bool {
        count = version == last ? count + 1 : 1
        last = version
        guard let version else { return false }
        return count >= 2 && version != settled
    }

    /// Whether a file with an incomplete last line has stayed unchanged for long enough.
    var isPatient: Bool { count >= Self.looksAtOpenLine }

    /// Whether a version waits for its next look.
    var isWaiting: Bool { last != nil && last != settled }

    /// Notes that the version last seen has been read, and need not be read again.
    mutating func settle() { settled = last }

    /// Makes the next looks read the file again, even if it stays the same.
    mutating func forget() { settled = nil }
}
