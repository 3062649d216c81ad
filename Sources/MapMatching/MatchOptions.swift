// The settings of matching.

/// How traces are matched, besides the rules of travel.
///
/// Values that are not finite, or out of range, are clamped to the range.
package struct MatchOptions: Hashable, Sendable {
    /// The accuracy of points that state none, in meters; `nil` to estimate it from the trace.
    package var gpsAccuracyMeters: Double?
    /// The greatest distance of a street from a point, in meters: farther points have no place.
    /// Streets beyond some standard deviations of a point are only considered when none is nearer.
    package var searchRadiusMeters = 200.0
    /// The greatest straight-line distance between two neighboring points that one part spans, in
    /// meters: a longer step splits the trace.
    package var maximumStepMeters = 20_000.0
    /// Half the width of the accepted deviation of a street's direction from ``TracePoint/bearing``
    /// in degrees; streets beyond are unlikely, not ruled out.
    package var bearingToleranceDegrees = 60.0
    /// Whether points near the last used one get a place by interpolation instead of candidates
    /// of their own.
    package var interpolatesDensePoints = true

    /// The settings as shipped.
    package init() {}
}
