// The time windows of a batch's stops, read alike for every route.

package import Geo
package import Preparation

/// Converts the stops' written times, in the same way for every group of a batch.
package struct StopWindows: Sendable {
    private let rules: WindowTimes.Rules
    /// The order of day and month in dates that do not show it.
    package let dates: DateOrder?
    /// How the user could tell the order, for messages.
    private let advice: String?

    package init(_ rules: WindowTimes.Rules, dates: DateOrder?, advice: String?) {
        (self.rules, self.dates, self.advice) = (rules, dates, advice)
    }

    /// Whether the request's windows are instants; otherwise they are local times.
    package var areUTC: Bool { rules.isUTC ?? !rules.clock.readsLocally }

    /// Converts a time on local clocks to the form of the request's windows.
    ///
    /// - Throws: `MissingZone` if a zone is needed and none is known.
    func value(ofLocal time: Int64) throws -> Int64 {
        areUTC ? try rules.clock.instant(.wallClock(time), day: 0) : time
    }

    /// Converts the stops' times to milliseconds, with notes about windows on a later day.
    ///
    /// If a time cannot be read, the stop keeps it, and the route leaves the stop out for that
    /// reason.
    ///
    /// - Throws: `MissingZone` if a zone is needed and none is known.
    package func settled(_ stops: FeatureSet) throws -> (set: FeatureSet, notes: [String]) {
        let times = WindowTimes(stops, dates: dates, advice: advice)
        // Without text, numbers already have the request's form, unless they are read in a zone
        // other than the service's.
        guard !times.isEmpty || rules.isUTC == nil && areUTC else { return (stops, []) }
        var rules = rules
        if !areUTC { rules.isUTC = false }
        let settled = try times.settled(by: rules)
        return (settled.set, settled.notes)
    }
}
