// Codes between a sign-in and its tokens.

import DataStructures
package import Foundation
import Synchronization

/// The codes that were given and not yet forgotten.
///
/// A code is good once and for five minutes. It is spent by being shown, whatever comes of it, so
/// that nobody tries secrets on it. One that is shown again has been stolen on its way, before the
/// first time or after: the log-in that it stands for is ended (RFC 6749 §4.1.2).
package final class AuthorizationCodes: Sendable {
    /// What a code stands for.
    package struct Grant: Hashable, Sendable {
        /// What was asked for.
        package var request: AuthorizationRequest
        /// Who signed in.
        package var logIn: LogIn

        package init(request: AuthorizationRequest, logIn: LogIn) {
            self.request = request
            self.logIn = logIn
        }
    }

    /// What a code turned out to be.
    package enum Redemption: Equatable {
        /// Good, and now spent.
        case good(Grant)
        /// Spent before.
        case repeated(LogIn)
        /// Forgotten, too old or never given.
        case unknown
    }

    private struct Entry: Sendable {
        var grant: Grant
        var expires: Date
        var isSpent = false
    }

    private static let seconds = 300.0

    // Each took a right password, so that strangers push none out.
    private let entries = Mutex(BoundedCache<String, Entry>(budget: 4_096))

    /// Gives a code.
    package func issue(_ grant: Grant, at now: Date = Date()) -> String {
        let code = SignedText.random()
        let entry = Entry(grant: grant, expires: now.addingTimeInterval(Self.seconds))
        entries.withLock { $0[code] = entry }
        return code
    }

    /// Takes a code.
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
