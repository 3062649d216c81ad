// The constants of the model. Likelihoods are negative natural logarithms: nats, less is likelier.

/// The parameters of the hidden Markov model.
///
/// Method: P. Newson and J. Krumm, *Hidden Markov Map Matching Through Noise and Sparseness*, ACM
/// GIS 2009, [doi:10.1145/1653771.1653818](https://doi.org/10.1145/1653771.1653818), changed in
/// three points: a path costs by its length and time, not by the difference of its length to the
/// straight line; errors of neighboring points are correlated, as those of receivers are; and
/// breaking a rule of travel has a price instead of being impossible.
struct MatchModel {
    /// Fixed-point units of a nat, in searches.
    static let unit: Float = 4_096

    /// The price of a meter of a path. This and the next were chosen by error on 20 drives through
    /// Porto (Tests/Benchmarks/peers): flat to twice and half at fixes each 15 s, lower is better
    /// at 60 s.
    var perMeter: Float = 1 / 125
    /// The price of a second of a path.
    var perSecond: Float = 0.15
    /// Meters per second that no path exceeds, for lower bounds.
    var fastest: Float = 36
    /// The price of breaking a rule: entering a closed edge, a forbidden turn.
    var brokenRule: Float = 9
    /// The price of entering an area closed to through traffic.
    var areaEntry: Float = 1.5
    /// The price of turning round between two junctions.
    var turningRound: Float = 8
    /// How much less likely than the best a state may be and still be followed.
    var slack: Float = 8
    /// Seconds in which the correlation of errors falls by the factor *e*.
    var correlationSeconds: Float = 9.5
    /// The share of the variance of errors that is correlated at all.
    var correlatedShare: Float = 0.95
    /// By how much a path past a point must be likelier than the one there and back for the point
    /// to be an outlier.
    var excursion: Float = 14
    /// Points nearer to the last used one than this many standard deviations are interpolated.
    var skippedDeviations = 2.0
    /// The greatest such distance in meters.
    var skippedMeters = 40.0
    /// Streets within this many standard deviations of a point are candidates.
    var radiusDeviations = 4.0
    /// The least such radius in meters.
    var leastRadius = 12.0
    /// The most directed edges that a point may lie on.
    var candidateCount = 16
    /// The standard deviation of the logarithm of a drive's time over the network's, for vehicles
    /// that are faster.
    var hasteSpread: Float = 0.35
    /// The same for vehicles that are slower: they may stand.
    var delaySpread: Float = 1.5
    /// Seconds that are added to both times, for short steps.
    var timeTolerance: Float = 4
    /// By how many times a vehicle may be faster than the network says at all.
    var mostSpeeding: Float = 3

    init() {}
}
