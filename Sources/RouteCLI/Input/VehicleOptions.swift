// Options for a vehicle's size, with units.

import ArgumentParser
import Geo

struct VehicleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The vehicle's height: 4.1m, 13.5ft.", valueName: "size"))
    var height: String?

    @Option(help: ArgumentHelp("The vehicle's width: 2.5m, 8.2ft.", valueName: "size"))
    var width: String?

    @Option(help: ArgumentHelp("The vehicle's length: 12m, 39ft.", valueName: "size"))
    var length: String?

    @Option(help: ArgumentHelp("The vehicle's weight: 7.5t, 3500kg, 16000lb.", valueName: "size"))
    var weight: String?

    /// A size as a parameter of the restriction that heeds it.
    struct Size: Hashable {
        let restriction: String
        let parameter: String
        let value: Double
    }

    /// Meters in a unit.
    static let lengths: KeyValuePairs = [
        "m": 1.0, "cm": 0.01, "ft": 0.3048, "in": 0.0254,
    ]
    /// Kilograms in a unit.
    static let weights: KeyValuePairs = ["t": 1_000.0, "kg": 1, "lb": 0.453_592_37]

    /// Reads the given sizes.
    ///
    /// - Throws: ``CommandFailure`` if a size has no number or no unit.
    func sizes() throws -> [Size] {
        // These are the parameters of Esri's layers; Waypost's networks have them too.
        let given: [(String, String?, KeyValuePairs<String, Double>, String, String)] = [
            ("height", height, Self.lengths, "Height", "meters"),
            ("width", width, Self.lengths, "Width", "meters"),
            ("length", length, Self.lengths, "Length", "meters"),
            ("weight", weight, Self.weights, "Weight", "kilograms"),
        ]
        return try given.compactMap { option, text, units, noun, unit in
            guard let text else { return nil }
            return Size(
                restriction: "\(noun) Restriction", parameter: "Vehicle \(noun) (\(unit))",
                value: try Self.value(of: text, units, option: "--\(option)"))
        }
    }

    /// Reads a size with any of the units, in meters or kilograms.
    static func size(of text: String, _ units: KeyValuePairs<String, Double>) -> Double? {
        let typed = text.lowercased().filter { !$0.isWhitespace }
        // The longer units first: "cm" ends in "m".
        for unit in units.sorted(by: { $0.key.count > $1.key.count })
        where typed.hasSuffix(unit.key) {
            let digits = String(typed.dropLast(unit.key.count))
            // A decimal comma, unless it may divide thousands.
            guard let number = Double(digits) ?? WrittenNumber(digits)?.value(nil),
                number.isFinite, number > 0
            else { return nil }
            // Anything below a tenth of a millimeter or of a gram is rounding.
            return (number * unit.value * 10_000).rounded() / 10_000
        }
        return nil
    }

    private static func value(
        of text: String, _ units: KeyValuePairs<String, Double>, option: String
    ) throws -> Double {
        if let size = size(of: text, units) { return size }
        let names = units.map(\.key).joined(separator: ", ")
        throw CommandFailure(
            .usage,
            "\(option): \"\(text)\" is not a size; write a number above 0 and one of the units "
                + "\(names), such as \(option == "--weight" ? "7.5t" : "4.1m")")
    }
}
