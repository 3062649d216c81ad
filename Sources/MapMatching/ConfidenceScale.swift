// Turns the model's probabilities into confidences: how often such a street is right.

/// Calibrates posterior probabilities by the time between points.
///
/// The model prices paths as suits sparse points best. With dense points it therefore overrates
/// short detours, and its chosen street is right more often than its posterior says; a minute
/// apart, less often. Even the street it is least sure of is right nearly half the time, because
/// every other was less likely.
///
/// Method: isotonic regression, as in B. Zadrozny and C. Elkan, *Transforming Classifier Scores
/// into Accurate Multiclass Probability Estimates*, KDD 2002,
/// [doi:10.1145/775047.775151](https://doi.org/10.1145/775047.775151). It was fitted to 6,000
/// drives through Porto with known truth and up to 48 drawn errors each, and checked against 6,000
/// others. Each spacing's shares are drawn towards the shares over all spacings with the weight of
/// 40 drives (Tests/Benchmarks/peers/fit_confidence.py).
enum ConfidenceScale {
    /// The posteriors at which ``shares`` were measured.
    private static let posteriors: [Float] = [
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.995,
    ]
    /// By seconds between points, the share of right streets at each posterior.
    private static let shares: [(seconds: Float, right: [Float])] = [
        (1, [0.571, 0.571, 0.605, 0.706, 0.706, 0.752, 0.79, 0.857, 0.946, 0.99, 0.997]),
        (5, [0.567, 0.567, 0.596, 0.621, 0.661, 0.718, 0.75, 0.848, 0.949, 0.99, 0.997]),
        (15, [0.488, 0.555, 0.555, 0.583, 0.617, 0.679, 0.698, 0.813, 0.937, 0.988, 0.996]),
        (30, [0.483, 0.483, 0.526, 0.535, 0.591, 0.639, 0.67, 0.77, 0.905, 0.975, 0.992]),
        (60, [0.42, 0.42, 0.453, 0.485, 0.519, 0.568, 0.602, 0.698, 0.841, 0.933, 0.969]),
    ]

    private static let places = posteriors.map(logit)
    private static let curves = shares.map { $0.right.map(logit) }

    /// Returns the confidence for a posterior.
    ///
    /// It rises with the posterior and is 1 for 1. Only a posterior of 0, for a point on no street,
    /// gives 0. Between measured spacings it interpolates by the logarithm of the seconds.
    ///
    /// - Parameter seconds: The time from one point to the next.
    /// - Complexity: O(1).
    static func confidence(_ posterior: Double, seconds: Double) -> Double {
        guard posterior > 0, posterior < 1 else { return min(1, max(0, posterior)) }
        let place = logit(Float(posterior))
        let seconds = Float(min(60, max(1, seconds)))
        let next = shares.indices.dropFirst().first { seconds <= shares[$0].seconds }
        let (low, high) = next.map { ($0 - 1, $0) } ?? (0, 1)
        let part =
            logarithm(seconds / shares[low].seconds)
            / logarithm(shares[high].seconds / shares[low].seconds)
        let odds = value(curves[low], place) * (1 - part) + value(curves[high], place) * part
        return Double(1 / (1 + exponential(-odds)))
    }

    /// Returns a curve's value at a place. Before the first place the curve is constant; beyond the
    /// last, it keeps the same distance above the place.
    private static func value(_ curve: [Float], _ place: Float) -> Float {
        guard let next = places.firstIndex(where: { place < $0 }) else {
            return place + (curve[curve.count - 1] - places[places.count - 1])
        }
        guard next > 0 else { return curve[0] }
        let part = (place - places[next - 1]) / (places[next] - places[next - 1])
        return curve[next - 1] + part * (curve[next] - curve[next - 1])
    }

    /// Returns the logarithm of the odds.
    private static func logit(_ share: Float) -> Float { logarithm(share / (1 - share)) }
}
