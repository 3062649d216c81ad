// The enumerations of requests.

/// Where a route may make a U-turn between stops.
public enum UTurnPolicy: String, Hashable, Sendable, CaseIterable {
    /// At every junction.
    case allowBacktrack = "esriNFSBAllowBacktrack"
    /// At dead ends and where three or more streets meet.
    case atDeadEndsAndIntersections = "esriNFSBAtDeadEndsAndIntersections"
    /// At dead ends.
    case atDeadEndsOnly = "esriNFSBAtDeadEndsOnly"
    /// Nowhere.
    case noBacktrack = "esriNFSBNoBacktrack"
}

/// The shape of the routes in an answer.
public enum OutputLineType: String, Hashable, Sendable, CaseIterable {
    /// No shape.
    case none = "esriNAOutputLineNone"
    /// One straight line from stop to stop.
    case straight = "esriNAOutputLineStraight"
    /// The roads' own shape.
    case trueShape = "esriNAOutputLineTrueShape"
    /// The roads' own shape with the cumulated impedance as measure.
    case trueShapeWithMeasure = "esriNAOutputLineTrueShapeWithMeasure"
}

/// The parts of the directions that an answer has.
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
    /// Two feature sets, points and lines, in place of the nested form.
    case featureSets = "esriDOTFeatureSets"
}

/// On which side of the vehicle a stop must lie.
public enum CurbApproach: Int, Hashable, Sendable, CaseIterable {
    /// Either side.
    case eitherSide = 0
    /// The stop lies on the right, arriving and leaving.
    case rightSide = 1
    /// The stop lies on the left, arriving and leaving.
    case leftSide = 2
    /// Either side, but the vehicle continues in the direction in which it arrived.
    case noUTurn = 3
}

/// The kind of a stop.
public enum LocationType: Int, Hashable, Sendable, CaseIterable {
    /// A visit.
    case stop = 0
    /// A point to pass through, without an entry in the directions.
    case waypoint = 1
    /// A break.
    case `break` = 2
}

/// The outcome of locating an input.
public enum LocationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Located and used.
    case ok = 0
    /// No usable street within the search tolerance.
    case notLocated = 1
    /// The stored network location does not exist.
    case elementNotLocated = 2
    /// The stored network location may not be traveled.
    case elementNotTraversable = 3
    /// A field has a value that is not allowed.
    case invalidFieldValues = 4
    /// No route reaches it.
    case notReached = 5
    /// Reached outside its time window.
    case timeWindowViolation = 6
    /// Located, but not on the closest street, which is closed.
    case notLocatedOnClosest = 7
}

/// When a route leaves its first stop.
public enum StartTime: Hashable, Sendable {
    /// The moment of solving.
    case now
    /// Milliseconds since 1970; local wall-clock time read as UTC unless `startTimeIsUTC`.
    case milliseconds(Int64)
}
