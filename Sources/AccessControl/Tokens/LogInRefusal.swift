// Why a log-in is not looked at.

/// A reason that a name and a password are not checked now.
package enum LogInRefusal: Error, Hashable, Sendable {
    /// As many passwords are checked as this server checks at once.
    case busy
    /// Too many log-ins failed from this address, or for this name from it.
    case tooManyFailures(retrySeconds: Int)
}
