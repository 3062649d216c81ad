// The dates of a table as texts: instants with their zone, times of clocks without one.

/// Writes the dates of a table as texts.
///
/// Some dates are instants, `2026-11-21T08:30:00Z`; others are what a local clock shows,
/// `2026-11-21T09:30:00`. A local time is never written with the `Z` of UTC, since a reader would
/// move it by the zone.
///
/// ```swift
/// let dates = DateTexts(localFields: ["ArriveTime"])
/// dates.text(1_795_253_400_000, of: "ArriveTime")    // 2026-11-21T09:30:00
/// ```
public struct DateTexts: Hashable, Sendable {
    /// The names of the fields whose dates are those of local clocks.
    public var localFields: Set<String>

    /// Every date is an instant.
    public static let instants = DateTexts(localFields: [])

    /// Names the fields whose dates are those of local clocks.
    public init(localFields: Set<String>) { self.localFields = localFields }

    /// The text of a date.
    public func text(_ milliseconds: Int64, of field: String) -> String {
        localFields.contains(field)
            ? ISODateTime.clockText(milliseconds) : ISODateTime.text(milliseconds)
    }
}
