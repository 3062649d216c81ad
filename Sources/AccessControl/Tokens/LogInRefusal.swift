// Reasons that a log-in is refused before the password is checked.

/// A reason that a name and a password are not checked now.
package enum LogInRefusal: Error, Hashable, Sendable {
    /// The server checks as many passwords as it can at once.
    case busy
    /// Too many log-ins failed from this address, or for this name from it.
    case tooManyFailures(retrySeconds: Int)
}
