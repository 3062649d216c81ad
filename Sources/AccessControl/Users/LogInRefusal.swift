// Reasons to refuse a log-in before checking the password.

/// The reason why a name and a password are not checked now.
package enum LogInRefusal: Error, Hashable, Sendable {
    /// The server is already checking as many passwords as it can.
    case busy
    /// Too many log-ins have failed from this address, or for this name from this address.
    case tooManyFailures(retrySeconds: Int)
}
