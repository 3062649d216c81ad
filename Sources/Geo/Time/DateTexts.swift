// Writes a table's dates as texts: instants with a zone, local times without.

/// Writes a table's dates as texts.
///
/// Some dates are instants, `2026-11-21T08:30:00Z`; others are local times, `2026-11-21T09:30:00`.
/// A local time is never written with UTC's `Z`, because readers would shift it by the zone.
///
/// ```swift
/// let dates = DateTexts(localFields: ["ArriveTime"])
/// dates.text(1_795_253_400_000, of: "ArriveTime")    // 2026-11-21T09:30:00
/// ```
public struct DateTexts: Hashable, Sendable {
    /// The names of the fields with local times.
    public var localFields: Set<String>

    /// All dates are instants.
    public static let instants = DateTexts(localFields: [])

    /// Names the fields with local times.
    public init(localFields: Set<String>) { self.localFields = localFields }

    /// Returns a date as text.
    public func text(_ milliseconds: Int64, of field: String) -> String {
        localFields.contains(field)
            ? ISODateTime.clockText(milliseconds) : ISODateTime.text(milliseconds)
    }
}
