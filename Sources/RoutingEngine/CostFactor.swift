// Factors on costs: restriction usages, scaled barriers, preferences.

/// A product of factors, each a whole number of thousandths.
///
/// All factors on a cost are multiplied and the cost is rounded once, so the order in which they
/// are found does not matter. The product of up to five factors below 1,000 is exact; beyond that
/// it is a `Double`, and callers must multiply in a fixed order.
package struct CostFactor: Hashable, Sendable {
    /// The product of the factors' thousandths.
    private var numerator: Double
    /// 1,000 to the power of the number of factors.
    private var denominator: Double

    package static let one = CostFactor(numerator: 1, denominator: 1)

    private init(numerator: Double, denominator: Double) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Makes a factor from a whole number of thousandths.
    package init(thousandths: Int) {
        precondition(thousandths > 0, "cost factor is not positive: \(thousandths) thousandths")
        self.init(numerator: Double(thousandths), denominator: 1_000)
    }

    /// Makes a factor from the ratio of two positive numbers.
    package init(_ numerator: Double, over denominator: Double) {
        precondition(numerator > 0 && denominator > 0, "cost factor is not positive")
        self.init(numerator: numerator, denominator: denominator)
    }

    /// Whether the factor is 1.
    package var isOne: Bool { numerator == denominator }

    /// The factor as a plain number.
    package var value: Double { numerator / denominator }

    /// Returns the product of two factors.
    package static func * (a: CostFactor, b: CostFactor) -> CostFactor {
        if b.isOne { return a }
        if a.isOne { return b }
        return CostFactor(
            numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator)
    }

    /// Returns a cost times the factor, rounded half away from zero; a positive cost stays at least
    /// 1.
    package func applied(to cost: UInt32) -> UInt32 {
        if isOne || cost == 0 { return cost }
        let scaled = (Double(cost) * numerator / denominator).rounded()
        return UInt32(max(1, min(scaled, Double(SearchCost.limit))))
    }
}
