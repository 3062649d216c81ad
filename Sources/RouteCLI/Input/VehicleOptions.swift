// Options for the size of a vehicle, with units.

import ArgumentParser
import Geo

/// The size of the vehicle.
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

    /// Meters of a unit.
    static let lengths: KeyValuePairs = [
        "m": 1.0, "cm": 0.01, "ft": 0.3048, "in": 0.0254,
    ]
    /// Kilograms of a unit.
    static let weights: KeyValuePairs = ["t": 1_000.0, "kg": 1, "lb": 0.453_592_37]

    /// The sizes that are given.
    ///
    /// - Throws: ``CommandFailure`` for a size without a number or a unit.
    func sizes() throws -> [Size] {
        // The parameters of Esri's layers, which networks of Waypost have too.
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

    /// The size that a text with one of the units is, in meters or kilograms.
    static func size(of text: String, _ units: KeyValuePairs<String, Double>) -> Double? {
        let typed = text.lowercased().filter { !$0.isWhitespace }
        // The longer units first: "cm" ends in "m".
        for unit in units.sorted(by: { $0.key.count > $1.key.count })
        where typed.hasSuffix(unit.key) {
            guard let number = Double(typed.dropLast(unit.key.count)), number.isFinite, number > 0
            else { return nil }
            // A tenth of a millimeter or of a gram is no more than rounding.
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
