// What a store of jobs refuses.

/// Why a store refused a call or failed.
package enum JobStoreError: Error, Hashable, Sendable {
    /// A store's limit that a submission would exceed.
    package struct Limit: Hashable, Sendable {
        /// What is limited, as a plural for messages: `unfinished jobs`.
        package var what: String
        package var allowed: Int
        /// When to try again, in seconds; `nil` if that does not help.
        package var retrySeconds: Int?

        package init(what: String, allowed: Int, retrySeconds: Int?) {
            self.what = what
            self.allowed = allowed
            self.retrySeconds = retrySeconds
        }
    }

    /// A limit is reached.
    case full(Limit)
    /// The submission's key was used for another job.
    case keyReused(String)
    /// The store cannot be read or written. The text is for the log, not for callers.
    case unavailable(String)
}

extension JobStoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full(let limit): "\(limit.what): at most \(limit.allowed) are accepted"
        case .keyReused(let key): "the key \"\(key)\" was used for another job"
        case .unavailable(let reason): "the store of jobs failed: \(reason)"
        }
    }
}
