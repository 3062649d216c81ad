// Times as token claims write them.

package import Foundation

/// A time in whole seconds since 1970, for a token's `exp` and `iat` (RFC 7519 §2).
package struct NumericDate: Hashable, Comparable, Sendable {
    /// The end of the year 9999, so that milliseconds fit too.
    private static let latestSeconds = 253_402_300_799

    /// Seconds since 1970, from 0 to the end of the year 9999.
    package let seconds: Int

    /// Takes seconds since 1970; `nil` before 1970 or after the year 9999.
    package init?(seconds: Int) {
        guard (0...Self.latestSeconds).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Rounds a time down to whole seconds.
    package init(_ date: Date) {
        seconds = Self.clamped(date.timeIntervalSince1970.rounded(.down))
    }

    /// Makes the time this many minutes from now, rounded up to a whole second: no lifetime is
    /// shorter than requested, and none is a full second longer.
    package init(minutes: Double, after now: Date) {
        seconds = Self.clamped((now.timeIntervalSince1970 + minutes * 60).rounded(.up))
    }

    private static func clamped(_ seconds: Double) -> Int {
        Int(min(max(seconds, 0), Double(latestSeconds)))
    }

    /// Milliseconds since 1970, for ArcGIS clients.
    package var milliseconds: Int64 { Int64(seconds) * 1_000 }

    /// Returns whether this time has come. From then on a token is invalid.
    package func isReached(at now: Date) -> Bool { now.timeIntervalSince1970 >= Double(seconds) }

    /// Returns the whole seconds until this time; 0 once it has come.
    package func secondsLeft(at now: Date) -> Int {
        max(0, Int((Double(seconds) - now.timeIntervalSince1970).rounded(.down)))
    }

    package static func < (a: NumericDate, b: NumericDate) -> Bool { a.seconds < b.seconds }
}
