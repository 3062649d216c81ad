// The codes that programs exchange for tokens after a sign-in.

import DataStructures
package import Foundation
import Synchronization

/// The latest codes, each with the log-in it gives access to.
///
/// A code is valid once, for five minutes. The first attempt to exchange it uses it up, even if it
/// fails, so secrets cannot be tried on it. If a code is sent again, it was copied, and its log-in
/// ends (RFC 6749 §4.1.2). Codes are random texts stored here rather than signed tokens, because a
/// used token would have to be stored too.
package final class AuthorizationCodes: Sendable {
    /// What a code is worth: tokens on a log-in, for the program that asked.
    package struct Grant: Hashable, Sendable {
        /// The program's request.
        package var request: AuthorizationRequest
        /// The user's log-in.
        package var logIn: LogIn

        package init(request: AuthorizationRequest, logIn: LogIn) {
            self.request = request
            self.logIn = logIn
        }
    }

    /// The outcome of an attempt to exchange a code.
    package enum Redemption: Equatable {
        /// The code was valid and is now used up.
        case good(Grant)
        /// The code had already been used.
        case repeated(LogIn)
        /// The code has expired, was dropped from the table, or was never issued.
        case unknown
    }

    private struct Entry: Sendable {
        var grant: Grant
        var expires: Date
        var isSpent = false
    }

    private static let seconds = 300.0

    // Only log-ins with a correct password add codes, so other clients cannot push them out.
    private let entries = Mutex(BoundedCache<String, Entry>(budget: 4_096))

    package func issue(_ grant: Grant, at now: Date = Date()) -> String {
        let code = Base64URL.random()
        let entry = Entry(grant: grant, expires: now.addingTimeInterval(Self.seconds))
        entries.withLock { $0[code] = entry }
        return code
    }

    /// Uses up a code.
    package func redeem(_ code: String, at now: Date = Date()) -> Redemption {
        entries.withLock { entries in
            guard var entry = entries[code] else { return .unknown }
            if entry.isSpent { return .repeated(entry.grant.logIn) }
            entry.isSpent = true
            entries[code] = entry
            return entry.expires > now ? .good(entry.grant) : .unknown
        }
    }
}
