// How often a street is right that the model gives a probability: the confidence of a point.

/// Makes confidences of posterior probabilities, by the seconds between points.
///
/// The prices of paths are those that suit sparse points best. Where points are dense, the model
/// therefore thinks too much of short detours, and the street that it chooses is right more often
/// than it says; where they are a minute apart, less often.
///
/// Method: isotonic regression, as in B. Zadrozny and C. Elkan, *Transforming Classifier Scores
/// into Accurate Multiclass Probability Estimates*, KDD 2002,
/// [doi:10.1145/775047.775151](https://doi.org/10.1145/775047.775151), here of 3,000 drives through
/// Porto with known truth for each spacing, and held to others. Unsure points are few: the shares
/// of a spacing are drawn towards those of all spacings by the weight of 60 points
/// (Tests/Benchmarks/peers/fit_confidence.py).
enum ConfidenceScale {
    /// The posteriors that the shares below belong to.
    private static let posteriors: [Float] = [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.995]
    /// The seconds between points, and the shares that are right.
    private static let shares: [(seconds: Float, right: [Float])] = [
        (1, [0.371, 0.681, 0.687, 0.767, 0.79, 0.858, 0.936, 0.988, 0.998]),
        (5, [0.516, 0.641, 0.673, 0.716, 0.768, 0.855, 0.944, 0.991, 0.997]),
        (15, [0.525, 0.632, 0.664, 0.665, 0.696, 0.807, 0.935, 0.987, 0.996]),
        (30, [0.477, 0.485, 0.588, 0.632, 0.672, 0.774, 0.905, 0.979, 0.993]),
        (60, [0.443, 0.532, 0.533, 0.595, 0.602, 0.711, 0.833, 0.937, 0.97]),
    ]

    private static let places = posteriors.map(logit)
    private static let curves = shares.map { $0.right.map(logit) }

    /// The confidence of a posterior.
    ///
    /// It rises with the posterior, from 0 to 1. Between the spacings that were measured, the
    /// logarithm of the seconds decides.
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

    /// The value of a curve at a place; beyond its ends it is as far above the place as there.
    private static func value(_ curve: [Float], _ place: Float) -> Float {
        guard let next = places.firstIndex(where: { place < $0 }) else {
            return place + (curve[curve.count - 1] - places[places.count - 1])
        }
        guard next > 0 else { return place + (curve[0] - places[0]) }
        let part = (place - places[next - 1]) / (places[next] - places[next - 1])
        return curve[next - 1] + part * (curve[next] - curve[next - 1])
    }

    /// The logarithm of the odds.
    private static func logit(_ share: Float) -> Float { logarithm(share / (1 - share)) }
}
