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

    /// Reads the given sizes.
    ///
    /// - Throws: ``CommandFailure`` if a size has no number or no unit.
    func sizes() throws -> [Size] {
        // These are the parameters of Esri's layers; Waypost's networks have them too.
        let given: [(String, String?, SizeUnits, String, String)] = [
            ("height", height, .lengths, "Height", "meters"),
            ("width", width, .lengths, "Width", "meters"),
            ("length", length, .lengths, "Length", "meters"),
            ("weight", weight, .weights, "Weight", "kilograms"),
        ]
        return try given.compactMap { option, text, units, noun, unit in
            guard let text else { return nil }
            return Size(
                restriction: "\(noun) Restriction", parameter: "Vehicle \(noun) (\(unit))",
                value: try Self.value(of: text, units, option: "--\(option)"))
        }
    }

    private static func value(
        of text: String, _ units: SizeUnits, option: String
    ) throws -> Double {
        if let size = units.value(of: text) { return size }
        throw CommandFailure(
            .usage,
            "\(option): \"\(text)\" is not a size; write a number above 0 and one of the units "
                + "\(units.names), such as \(option == "--weight" ? "7.5t" : "4.1m")")
    }
}
