// The dates of answers as texts: which fields have the time of local clocks.

public import Geo

extension DateTexts {
    private static let windows = Set(
        ["TimeWindowStart", "TimeWindowEnd"].flatMap { name in
            [name] + (2...9).map { name + String($0) }
        })
    private static let travel: Set = ["StartTime", "EndTime", "ArriveTime", "DepartTime"]

    /// The dates of an answer: start, arrival and the like are those of local clocks, as the
    /// contract has them; instants are in the fields whose names end in `UTC`.
    ///
    /// - Parameter windowsAreUTC: Whether the time windows of stops are instants.
    public static func answers(windowsAreUTC: Bool) -> DateTexts {
        DateTexts(localFields: windowsAreUTC ? travel : travel.union(windows))
    }
}

extension AnalysisResult {
    /// How the dates of the answer are written as texts.
    public var dateTexts: DateTexts { .answers(windowsAreUTC: timeWindowsAreUTC) }
}
