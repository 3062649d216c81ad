// Sizes with a unit, as drivers and offices write them: 4.1m, 7.5t.

/// The units in which sizes of one kind are written, with their meters or kilograms.
///
///     SizeUnits.lengths.value(of: "4,1 m")    // 4.1
///     SizeUnits.weights.value(of: "7.5t")     // 7500
///     SizeUnits.lengths.value(of: "4.1")      // nil: no unit
package struct SizeUnits: Sendable {
    /// Each unit, and how many meters or kilograms it has.
    private let values: [(name: String, value: Double)]

    /// Units of lengths, in meters.
    package static let lengths = SizeUnits(
        values: [("m", 1), ("cm", 0.01), ("ft", 0.3048), ("in", 0.0254)])
    /// Units of weights, in kilograms.
    package static let weights = SizeUnits(
        values: [("t", 1_000), ("kg", 1), ("lb", 0.453_592_37)])

    /// The units' names as a list for messages.
    package var names: String { values.map(\.name).joined(separator: ", ") }

    /// Reads a size with any of the units, in meters or kilograms; `nil` if it is no number above
    /// 0, or has no unit.
    package func value(of text: String) -> Double? {
        let typed = text.lowercased().filter { !$0.isWhitespace }
        // The longer units first: "cm" ends in "m".
        for unit in values.sorted(by: { $0.name.count > $1.name.count })
        where typed.hasSuffix(unit.name) {
            let digits = String(typed.dropLast(unit.name.count))
            // A decimal comma, unless it may divide thousands.
            guard let number = Double(digits) ?? WrittenNumber(digits)?.value(nil),
                number.isFinite, number > 0
            else { return nil }
            // Anything below a tenth of a millimeter or of a gram is rounding.
            return (number * unit.value * 10_000).rounded() / 10_000
        }
        return nil
    }
}
