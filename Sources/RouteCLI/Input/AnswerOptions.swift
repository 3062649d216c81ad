// Answer options, which become fields in the REST request.

import ArgumentParser
import Geo

/// The contents of a solve's answer.
struct AnswerOptions: ParsableArguments {
    @OptionGroup var routes: RouteDetailOptions

    @Flag(help: "Leave directions out.")
    var noDirections = false

    @OptionGroup var request: RequestOptions

    /// Writes the options into a request. Parameters from `--set` are written last and take
    /// precedence.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String]) throws {
        try routes.write(to: &fields)
        if noDirections { fields["returnDirections"] = "false" }
        try request.write(to: &fields)
    }
}

/// Options for every answer: its spatial reference, and any parameter in the contract.
struct RequestOptions: ParsableArguments {
    @Option(
        name: .customLong("out-sr"),
        help: ArgumentHelp("The spatial reference of Esri JSON: a WKID or WKT.", valueName: "sr"))
    var outSR: String?

    @Flag(help: "Fail on the first location or barrier that cannot be placed.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Any parameter of the REST contract; it overrides other options. Repeatable.",
            valueName: "key=value"))
    var set: [String] = []

    /// Writes the options into a request; ``set`` overrides every other field.
    ///
    /// - Throws: ``CommandFailure`` for a pair without a key.
    func write(to fields: inout [String: String]) throws {
        fields["outSR"] = outSR
        if strict { fields["ignoreInvalidLocations"] = "false" }
        for pair in set {
            guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
                throw CommandFailure(.usage, "--set: \"\(pair)\" is not written key=value")
            }
            fields[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
        }
    }
}

/// Options for lines and directions.
struct RouteDetailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Lengths in directions: km, m, mi, ft, yd, nmi.", valueName: "unit"))
    var lengthUnits: String?

    @Option(help: ArgumentHelp("The language of directions.", valueName: "tag"))
    var language: String?

    @Option(
        name: [.customLong("outputlines"), .customLong("output-lines")],
        help: ArgumentHelp("Lines of routes: none, straight, shape, measured.", valueName: "kind"))
    var outputLines: String?

    @Option(
        help: ArgumentHelp(
            "How far lines may be generalized, \"10 m\"; 0 leaves lines as they are.",
            valueName: "length"))
    var precision: String?

    @Option(help: ArgumentHelp("Decimals of coordinates.", valueName: "count"))
    var decimals: Int?

    @Flag(help: "Show totals as the integers of the network's columns too.")
    var quanta = false

    /// Writes the options into a request.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String]) throws {
        if let lengthUnits {
            fields["directionsLengthUnits"] = try OptionWord.lengthUnits.resolve(
                lengthUnits, option: "--length-units")
        }
        fields["directionsLanguage"] = language
        if let outputLines {
            fields["outputLines"] = try OptionWord.outputLines.resolve(
                outputLines, option: "--outputlines")
        }
        if let precision { try Self.write(precision: precision, to: &fields) }
        fields["geometryPrecision"] = decimals.map { "\($0)" }
        if quanta { fields["returnQuanta"] = "true" }
    }

    private static func write(precision text: String, to fields: inout [String: String]) throws {
        let number = text.prefix { $0.isNumber || ".".contains($0) }
        let unit = text.dropFirst(number.count).trimmingPrefix(while: \.isWhitespace)
        guard let value = Double(number) else {
            throw CommandFailure(
                .usage, "--precision: \"\(text)\" is not a length such as \"10 m\" or \"50ft\"")
        }
        fields["outputGeometryPrecision"] = JSONValue.number(value).text
        if !unit.isEmpty {
            fields["outputGeometryPrecisionUnits"] = try OptionWord.mapUnits.resolve(
                String(unit), option: "--precision")
        }
    }
}

/// Options for legs, for conditions along the lines, and for the part of the directions to return.
struct RouteConditionOptions: ParsableArguments {
    @Flag(help: "Include the legs of routes, each with its totals.")
    var legs = false

    @Flag(
        help: ArgumentHelp(
            "Include speeds, limits and jams along routes, and what they pass and use: traffic "
                + "lights, crossings, tunnels, tolls."))
    var conditions = false

    @Option(
        help: ArgumentHelp(
            "Directions from here on, in meters along the route.", valueName: "meters"))
    var directionsFrom: Double?

    @Option(
        help: ArgumentHelp(
            "Directions for this many meters of the route; 0 for all.", valueName: "meters"))
    var directionsLength: Double?

    /// Writes the options into a request.
    func write(to fields: inout [String: String]) {
        if legs { fields["returnLegs"] = "true" }
        if conditions { fields["returnConditions"] = "true" }
        fields["directionsFrom"] = directionsFrom.map { JSONValue.number($0).text }
        fields["directionsLength"] = directionsLength.map { JSONValue.number($0).text }
    }
}
