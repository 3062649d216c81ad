// The extended codes of errors, as defined by ArcGIS.

/// The `extendedCode` of an error envelope: the kind of error, for programs.
///
/// The raw values are Esri's.
public enum ExtendedCode: Int, CaseIterable, Hashable, Sendable {
    // Requests that exceed a limit of the service.

    /// Too many barriers, vertices of barriers, or streets that barriers touch.
    case tooManyBarriers = -2_147_200_711
    /// Too many stops in the request or in a route.
    case tooManyLocations = -2_147_200_712
    /// The cost of a route exceeds the greatest sum.
    case routeTooLong = -2_147_200_725
    /// The solve exceeded the service's time limit.
    case timedOut = -2_147_200_727

    // Parameters.

    /// A time is after the year 9999.
    case timeTooLate = -2_147_200_752
    /// A time is before the year 1900.
    case timeTooEarly = -2_147_200_753
    /// A time zone is not known to the system.
    case unknownTimeZone = -2_147_200_758
    /// An attribute or one of its parameters does not exist, or does not accept the value.
    case badAttributeParameter = -2_147_200_910
    /// The unit of directions is not supported.
    case badLengthUnits = -2_147_200_912
    /// The kind of output line does not exist.
    case badLineType = -2_147_200_914
    /// The time attribute of directions does not exist or does not measure time.
    case badTimeAttribute = -2_147_200_915
    /// An input is invalid, where no other code applies.
    case invalidInput = -2_147_200_939
    /// A map context is invalid, or its extent cannot be projected.
    case badContext = -2_147_200_989
    /// The attribute to accumulate does not exist.
    case unknownAccumulateAttribute = -2_147_201_008
    /// The impedance attribute does not exist.
    case unknownImpedance = -2_147_201_009

    // Input locations.

    /// The values of `Sequence` do not define an order.
    case badSequence = -2_147_200_970
    /// The shape or a field of a location is invalid.
    case badLocation = -2_147_200_980
    /// Fewer valid locations than required.
    case tooFewLocations = -2_147_200_995
    /// The bounds of a time window are invalid.
    case badTimeWindow = -2_147_200_998
    /// A location lies on a street that may not be traveled.
    case notTraversable = -2_147_201_017
    /// No street was found for a location.
    case notLocated = -2_147_201_018

    // Routes that are not found.

    /// No route connects the stops.
    case noSolution = -2_147_200_971
    /// No path leads from the first stop to the last one. Used by other servers; Waypost names the
    /// stops in the details of ``noSolution``.
    case noPathFromFirstToLast = -2_147_200_981
    /// Stops are not connected with the others. Used by other servers.
    case disconnectedLocations = -2_147_200_996
    /// Stops are not connected with any other. Used by other servers.
    case isolatedLocations = -2_147_200_997
    /// A stop is not reached. Used by other servers.
    case locationNotReached = -2_147_201_014
}
