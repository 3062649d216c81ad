// Enumerations that requests use.

/// Where a route may make a U-turn between stops.
public enum UTurnPolicy: String, Hashable, Sendable, CaseIterable {
    /// At every junction.
    case allowBacktrack = "esriNFSBAllowBacktrack"
    /// At dead ends and where three or more streets meet.
    case atDeadEndsAndIntersections = "esriNFSBAtDeadEndsAndIntersections"
    /// At dead ends only.
    case atDeadEndsOnly = "esriNFSBAtDeadEndsOnly"
    /// Nowhere.
    case noBacktrack = "esriNFSBNoBacktrack"
}

/// The shape of routes in an answer.
public enum OutputLineType: String, Hashable, Sendable, CaseIterable {
    /// No shape.
    case none = "esriNAOutputLineNone"
    /// Straight lines from stop to stop.
    case straight = "esriNAOutputLineStraight"
    /// The streets' own shape.
    case trueShape = "esriNAOutputLineTrueShape"
    /// The streets' own shape, with the cumulative impedance as measure.
    case trueShapeWithMeasure = "esriNAOutputLineTrueShapeWithMeasure"
}

/// Which parts of the directions an answer has.
public enum DirectionsOutputType: String, Hashable, Sendable, CaseIterable {
    /// Everything.
    case complete = "esriDOTComplete"
    /// Everything except events.
    case completeNoEvents = "esriDOTCompleteNoEvents"
    /// Texts, times and lengths without shapes.
    case instructionsOnly = "esriDOTInstructionsOnly"
    /// Texts, times, lengths and shapes.
    case standard = "esriDOTStandard"
    /// Totals only.
    case summaryOnly = "esriDOTSummaryOnly"
    /// Two feature sets, points and lines, instead of the nested form.
    case featureSets = "esriDOTFeatureSets"
}

/// On which side of the vehicle a stop must lie.
public enum CurbApproach: Int, Hashable, Sendable, CaseIterable {
    /// Either side.
    case eitherSide = 0
    /// The stop is on the right, both on arrival and on departure.
    case rightSide = 1
    /// The stop is on the left, both on arrival and on departure.
    case leftSide = 2
    /// Either side, but the vehicle must leave in the direction in which it arrived.
    case noUTurn = 3
}

/// What a route does at a stop.
public enum LocationType: Int, Hashable, Sendable, CaseIterable {
    /// It visits the stop.
    case stop = 0
    /// It passes through the point, without an entry in the directions.
    case waypoint = 1
    /// It takes a break.
    case `break` = 2
}

/// What became of an input location.
public enum LocationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Located and used.
    case ok = 0
    /// No usable street is within the tolerance.
    case notLocated = 1
    /// The stored place does not exist in the network.
    case elementNotLocated = 2
    /// The stored place may not be traveled.
    case elementNotTraversable = 3
    /// A field has an invalid value.
    case invalidFieldValues = 4
    /// No route reaches it.
    case notReached = 5
    /// The route reaches it outside its time window.
    case timeWindowViolation = 6
    /// It is placed, but not on the nearest street, which is closed.
    case notLocatedOnClosest = 7
}

/// When a route leaves its first stop.
public enum StartTime: Hashable, Sendable {
    /// The moment of solving.
    case now
    /// Milliseconds since 1970: local time read as UTC, unless `startTimeIsUTC` is set.
    case milliseconds(Int64)
}
