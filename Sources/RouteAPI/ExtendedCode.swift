// The extended codes of errors, as ArcGIS defines them.

/// The `extendedCode` of an error envelope, which tells programs the kind of error.
///
/// The raw values are Esri's.
public enum ExtendedCode: Int, CaseIterable, Hashable, Sendable {
    // Requests that exceed a limit of the service.

    /// Too many barriers, vertices in barriers, or streets touched by barriers.
    case tooManyBarriers = -2_147_200_711
    /// Too many stops in the request or in one route.
    case tooManyLocations = -2_147_200_712
    /// A route costs more than the largest sum allowed.
    case routeTooLong = -2_147_200_725
    /// The solve took longer than the service allows.
    case timedOut = -2_147_200_727

    // Parameters.

    /// A time is after the year 9999.
    case timeTooLate = -2_147_200_752
    /// A time is before the year 1900.
    case timeTooEarly = -2_147_200_753
    /// The system does not know the time zone.
    case unknownTimeZone = -2_147_200_758
    /// An attribute or its parameter does not exist, or does not accept the value.
    case badAttributeParameter = -2_147_200_910
    /// The unit for directions is not supported.
    case badLengthUnits = -2_147_200_912
    /// This kind of output line does not exist.
    case badLineType = -2_147_200_914
    /// The time attribute for directions does not exist or does not measure time.
    case badTimeAttribute = -2_147_200_915
    /// An input is invalid and no other code applies.
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
    /// A location's shape or field is invalid.
    case badLocation = -2_147_200_980
    /// There are fewer valid locations than required.
    case tooFewLocations = -2_147_200_995
    /// A time window's bounds are invalid.
    case badTimeWindow = -2_147_200_998
    /// A location lies on a street where travel is not allowed.
    case notTraversable = -2_147_201_017
    /// No street was found for a location.
    case notLocated = -2_147_201_018

    // Routes that are not found.

    /// No route connects the stops.
    case noSolution = -2_147_200_971
    /// No path leads from the first stop to the last one. Only other servers use it; Waypost names
    /// the stops in the details of ``noSolution``.
    case noPathFromFirstToLast = -2_147_200_981
    /// Stops are not connected with the others. Only other servers use it.
    case disconnectedLocations = -2_147_200_996
    /// Stops are not connected with any other. Only other servers use it.
    case isolatedLocations = -2_147_200_997
    /// A stop is not reached. Only other servers use it.
    case locationNotReached = -2_147_201_014
}
