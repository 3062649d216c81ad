// How an answer's dates become texts: some fields have local times, others instants.

public import Geo

extension DateTexts {
    private static let windows = Set(
        ["TimeWindowStart", "TimeWindowEnd"].flatMap { name in
            [name] + (2...9).map { name + String($0) }
        })
    private static let travel: Set = ["StartTime", "EndTime", "ArriveTime", "DepartTime"]

    /// The rule for dates in answers, as the contract has it. Start, arrival and the like are local
    /// times; instants are in fields whose names end in `UTC`.
    ///
    /// - Parameter windowsAreUTC: Whether stops' time windows are instants.
    public static func answers(windowsAreUTC: Bool) -> DateTexts {
        DateTexts(localFields: windowsAreUTC ? travel : travel.union(windows))
    }
}

extension AnalysisResult {
    /// How the answer's dates are written as texts.
    public var dateTexts: DateTexts { .answers(windowsAreUTC: timeWindowsAreUTC) }
}
