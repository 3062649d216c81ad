// Densities, powers and logarithms, to compute evidence with.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Returns the density of a normal distribution, some standard deviations wide, at a distance from
/// its middle.
func normalDensity(_ distance: Double, spread: Double) -> Double {
    exp(-distance * distance / (2 * spread * spread)) / (spread * (2 * Double.pi).squareRoot())
}

extension Double {
    /// Returns the nearest number in a range.
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.max(range.lowerBound, Swift.min(range.upperBound, self))
    }
}

/// Returns the number e to a power.
func exponential(_ power: Double) -> Double { exp(power) }

/// Returns the natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }
