// The extended codes of errors that clients of ArcGIS know.

/// The `extendedCode` of an error envelope: what is wrong, for programs.
///
/// The raw values are Esri's. Each is named after what it says, and stands here once.
public enum ExtendedCode: Int, CaseIterable, Hashable, Sendable {
    // What is sent is more than the service takes.

    /// Barriers, their vertices or the streets that they touch are too many.
    case tooManyBarriers = -2_147_200_711
    /// Stops of the request or of a route are too many.
    case tooManyLocations = -2_147_200_712
    /// The costs of a route pass the greatest sum.
    case routeTooLong = -2_147_200_725
    /// The solve ran into the service's time limit.
    case timedOut = -2_147_200_727

    // Parameters.

    /// A time is after the year 9999.
    case timeTooLate = -2_147_200_752
    /// A time is before the year 1900.
    case timeTooEarly = -2_147_200_753
    /// A time zone is not known to the system.
    case unknownTimeZone = -2_147_200_758
    /// An attribute or one of its parameters does not exist, or takes no such value.
    case badAttributeParameter = -2_147_200_910
    /// Directions cannot be told in a unit.
    case badLengthUnits = -2_147_200_912
    /// There is no such kind of output line.
    case badLineType = -2_147_200_914
    /// The attribute that directions tell times by does not exist or measures no time.
    case badTimeAttribute = -2_147_200_915
    /// An input cannot be understood: the code of all that has none of its own.
    case invalidInput = -2_147_200_939
    /// A map context cannot be understood, or its extent not be projected.
    case badContext = -2_147_200_989
    /// There is no such attribute to accumulate.
    case unknownAccumulateAttribute = -2_147_201_008
    /// There is no such impedance attribute.
    case unknownImpedance = -2_147_201_009

    // Input locations.

    /// The values of `Sequence` make no order.
    case badSequence = -2_147_200_970
    /// The shape or a field of a location cannot be used.
    case badLocation = -2_147_200_980
    /// Fewer valid locations are left than are needed.
    case tooFewLocations = -2_147_200_995
    /// The bounds of a time window make none.
    case badTimeWindow = -2_147_200_998
    /// A location lies on a street that may not be traveled.
    case notTraversable = -2_147_201_017
    /// A location found no street.
    case notLocated = -2_147_201_018

    // Routes that are not found.

    /// No route joins the stops.
    case noSolution = -2_147_200_971
    /// No path leads from the first stop to the last one. Other servers say so; Waypost names the
    /// stops in the details of ``noSolution``.
    case noPathFromFirstToLast = -2_147_200_981
    /// Stops are not connected with the others. Other servers say so.
    case disconnectedLocations = -2_147_200_996
    /// Stops are connected with none. Other servers say so.
    case isolatedLocations = -2_147_200_997
    /// A stop is not reached. Other servers say so.
    case locationNotReached = -2_147_201_014
}
