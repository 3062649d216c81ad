// The model's constants. Likelihoods are negative natural logarithms, nats: less is likelier.

/// The parameters of the hidden Markov model.
///
/// The likelihood of a path is a sum in nats: how far each point lies from its place, what each
/// path between them costs, and how well its time fits. All other types of the room read their
/// constants here.
///
/// Method: P. Newson and J. Krumm, *Hidden Markov Map Matching Through Noise and Sparseness*, ACM
/// GIS 2009, [doi:10.1145/1653771.1653818](https://doi.org/10.1145/1653771.1653818), with three
/// changes. A path costs by its length and time, not by how much longer it is than the straight
/// line. Errors of neighboring points are correlated, as receivers' errors are. And breaking a
/// travel rule has a price instead of being impossible.
struct MatchModel {
    /// Fixed-point units per nat, in searches.
    static let unit: Float = 4_096

    /// The price of a meter of a path. This and ``perSecond`` were chosen by error on 20 drives
    /// through Porto (Tests/Benchmarks/peers). With a fix every 15 s, half or twice the price makes
    /// no difference; at 60 s, lower is better.
    var perMeter: Float = 1 / 125
    /// The price of a second of a path.
    var perSecond: Float = 0.15
    /// A speed in meters per second that no path exceeds, for lower bounds.
    var fastest: Float = 36
    /// The price of breaking a rule: entering a closed edge, taking a forbidden turn.
    var brokenRule: Float = 9
    /// The price of entering an area closed to through traffic.
    var areaEntry: Float = 1.5
    /// The price of turning round between two junctions.
    var turningRound: Float = 8
    /// How many nats behind the best a state may fall and still be followed.
    var slack: Float = 8
    /// Seconds in which the correlation of errors falls by the factor *e*.
    var correlationSeconds: Float = 9.5
    /// The share of the errors' variance that is correlated at all.
    var correlatedShare: Float = 0.95
    /// A point is an outlier if the path past it is likelier than the detour by this many nats.
    var excursion: Float = 14
    /// Points within this many standard deviations of the last step are interpolated.
    var skippedDeviations = 2.0
    /// The greatest such distance in meters.
    var skippedMeters = 40.0
    /// Streets within this many standard deviations of a point are candidates.
    var radiusDeviations = 4.0
    /// The least such radius in meters.
    var leastRadius = 12.0
    /// The most candidates of a point.
    var candidateCount = 16
    /// For vehicles faster than the network says: the standard deviation of the logarithm of their
    /// time over the network's.
    var hasteSpread: Float = 0.35
    /// The same for slower vehicles, which may stand.
    var delaySpread: Float = 1.5
    /// Seconds added to both times, so that short steps are not judged too strictly.
    var timeTolerance: Float = 4
    /// How many times faster than the network says a vehicle can be at all.
    var mostSpeeding: Float = 3

    init() {}
}
