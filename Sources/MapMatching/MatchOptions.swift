// The settings of matching.

/// How to match traces, apart from the rules of travel.
///
/// Values that are not finite or out of range are clamped.
package struct MatchOptions: Hashable, Sendable {
    /// The accuracy in meters of points that state none; `nil` to estimate it from the trace.
    package var gpsAccuracyMeters: Double?
    /// The greatest distance in meters between a point and its street; farther points get no place.
    /// Streets beyond some standard deviations are considered only if none is nearer.
    package var searchRadiusMeters = 200.0
    /// The greatest straight-line distance in meters between neighboring points of one part. A
    /// longer step splits the trace.
    package var maximumStepMeters = 20_000.0
    /// Half the width, in degrees, of the accepted deviation between a street's direction and
    /// ``TracePoint/bearing``. Streets beyond it are unlikely, but not ruled out.
    package var bearingToleranceDegrees = 60.0
    /// Whether points near the last step are placed by interpolation instead of having candidates
    /// of their own.
    package var interpolatesDensePoints = true

    package init() {}
}
