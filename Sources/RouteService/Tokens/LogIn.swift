// What tokens that can be renewed hang on, and which of those are over.

import Synchronization

/// A log-in with a right password, on which tokens are given and renewed.
struct LogIn: Hashable, Sendable {
    /// What it is known by: text that nobody can guess.
    var id: String
    /// Whose it is.
    var user: String
    /// The mark of the password at the time.
    var stamp: UserDirectory.Stamp
}

/// The log-ins and tokens that were ended before their time, by what they are known by.
///
/// They are known until the process ends, the latest 65,536 of them: each took a right password
/// and the cost of its check, so that nobody fills the table in passing. What ends every token of a
/// user for good is a new password.
final class EndedTokens: Sendable {
    private let ids = Mutex(BoundedTable<String, Bool>(capacity: 65_536))

    /// Ends a log-in, or a token that hangs on none.
    func insert(_ id: String) { ids.withLock { $0[id] = true } }

    /// Whether a log-in or a token was ended.
    func contains(_ id: String) -> Bool { ids.withLock { $0[id] != nil } }

    /// Whether none was.
    var isEmpty: Bool { ids.withLock { $0.count == 0 } }
}
