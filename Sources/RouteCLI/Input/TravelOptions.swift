// Travel options, which become fields in the REST request.

import ArgumentParser
import Geo
import Preparation
import RouteAnalysis

/// Costs, restrictions, and the time zone.
struct TravelOptions: ParsableArguments {
    @Option(
        name: [.customLong("mode"), .customLong("travel-mode")],
        help: ArgumentHelp(
            "A travel mode: car, truck, bike, foot, or any by its name or id. It sets impedance "
                + "and restrictions, and what --parameter and --u-turns do not set.",
            valueName: "mode"))
    var travelMode: String?

    @Option(help: ArgumentHelp("The cost to minimize.", valueName: "cost"))
    var impedance: String?

    @Option(
        help: ArgumentHelp(
            "What to avoid, in addition to the restrictions of the travel mode: "
                + "\(TravelChoice.avoided.map(\.key).joined(separator: ", ")), in a list between "
                + "commas. Repeatable.", valueName: "what"))
    var avoid: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use this restriction instead of the travel mode's or the layer's. Repeatable.",
            valueName: "name"))
    var restrict: [String] = []

    @Flag(help: "No restrictions at all.")
    var noRestrictions = false

    @Flag(help: "Let --restrict and --no-restrictions leave out access and direction rules.")
    var allowIllegal = false

    @OptionGroup var vehicle: VehicleOptions

    @Option(
        help: ArgumentHelp(
            "A parameter of an attribute, \"Height Restriction:Vehicle Height (meters)=3.9\". "
                + "Repeatable.", valueName: "attribute:name=value"))
    var parameter: [String] = []

    @Option(
        name: .customLong("u-turns"),
        help: ArgumentHelp(
            "Where U-turns are allowed: everywhere, intersections (and dead ends), dead-ends, "
                + "nowhere.",
            valueName: "where"))
    var uTurns: String?

    @Option(help: ArgumentHelp("Another cost to total. Repeatable.", valueName: "cost"))
    var accumulate: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time zone of times without one, in options and files, such as Europe/Lisbon; "
                + "the service's by default.", valueName: "zone"))
    var timeZone: String?

    func validate() throws {
        if travelMode != nil {
            if impedance != nil {
                throw ValidationError("--mode sets what --impedance sets; leave one out.")
            }
        }
        _ = try zone
        if noRestrictions, !restrict.isEmpty {
            throw ValidationError("--restrict and --no-restrictions cannot be combined.")
        }
    }

    /// The zone of `--time-zone`.
    var zone: ZoneClock? {
        get throws {
            guard let timeZone else { return nil }
            // Abbreviations such as "PST" are ambiguous and have no summer time.
            guard timeZone.contains("/") || timeZone == "UTC", let zone = ZoneClock(timeZone) else {
                throw ValidationError(
                    "--time-zone: \"\(timeZone)\" is not an IANA time zone such as Europe/Lisbon.")
            }
            return zone
        }
    }

    /// The fields that a travel mode replaces.
    static let ownFields = [
        "travelMode", "impedanceAttributeName", "restrictionAttributeNames",
        "attributeParameterValues", "restrictUTurns",
    ]

    /// Writes the options into a request.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String]) throws {
        fields["impedanceAttributeName"] = impedance
        if travelMode == nil {
            if noRestrictions { fields["restrictionAttributeNames"] = "none" }
            if !restrict.isEmpty { fields["restrictionAttributeNames"] = Self.list(restrict) }
        }
        if !accumulate.isEmpty { fields["accumulateAttributeNames"] = Self.list(accumulate) }
        try writeMode(to: &fields)
    }

    /// Writes attribute parameters and the U-turn policy. A travel mode would override them, so
    /// with one they are written as changes to it.
    private func writeMode(to fields: inout [String: String]) throws {
        let values = try (parameterValues + vehicleValues).map(\.json)
        let travelMode = travelMode.map(Self.name(ofMode:))
        let policy = try uTurns.map { try OptionWord.uTurns.resolve($0, option: "--u-turns") }
        guard let travelMode, !values.isEmpty || policy != nil else {
            fields["travelMode"] = travelMode
            if !values.isEmpty { fields["attributeParameterValues"] = JSONValue.array(values).text }
            fields["restrictUTurns"] = policy
            return
        }
        var mode = try Self.object(ofMode: travelMode)
        if !values.isEmpty {
            let own = mode["attributeParameterValues"]?.array ?? []
            mode["attributeParameterValues"] = .array(own + values)
        }
        if let policy { mode["uturnAtJunctions"] = .string(policy) }
        fields["travelMode"] = JSONValue.object(mode).text
    }

    /// Short names of travel modes, and their full names.
    private static let modes: KeyValuePairs = [
        "car": "Driving Time", "truck": "Trucking Time", "bike": "Cycling Time",
        "bicycle": "Cycling Time", "foot": "Walking Time", "walk": "Walking Time",
    ]

    private static func name(ofMode text: String) -> String {
        modes.first { $0.key == text.lowercased() }?.value ?? text
    }

    /// Collects how the options change the restrictions of the travel mode or the layer.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted words and units.
    func choice() throws -> TravelChoice {
        var choice = TravelChoice()
        choice.additions = try TravelChoice.additions(avoiding: avoid)
        choice.additions += try vehicle.sizes().map { size in
            let noun = size.restriction.prefix { $0 != " " }.lowercased()
            return TravelChoice.Addition(option: "--\(noun)", restriction: size.restriction)
        }
        if noRestrictions || !restrict.isEmpty { choice.replacement = restrict }
        choice.allowsIllegal = allowIllegal
        return choice
    }

    /// Makes an object from a travel mode: the given settings, or only its name.
    private static func object(ofMode text: String) throws -> JSONObject {
        guard text.first == "{" else {
            var object = JSONObject()
            object["name"] = .string(text)
            return object
        }
        do throws(JSONParseError) {
            if let object = try JSONValue.parse(text).object { return object }
        } catch {
            throw CommandFailure(.usage, "--travel-mode: \"\(text)\" is not JSON: \(error)")
        }
        throw CommandFailure(.usage, "--travel-mode: \"\(text)\" is not a JSON object")
    }

    /// Collects the attribute names in the options, to check them against the layer.
    func typedNames() throws -> TypedNames {
        TypedNames(
            restrictions: restrict, costs: accumulate,
            parameters: try (parameterValues + vehicleValues).map { ($0.attribute, $0.name) })
    }

    /// Writes names as a JSON array, because a name may contain a comma.
    private static func list(_ names: [String]) -> String {
        JSONValue.array(names.map(JSONValue.string)).text
    }

    /// The parts of one value for ``parameter``.
    private struct ParameterValue {
        var attribute: String
        var name: String
        var value: String

        var json: JSONValue {
            [
                "attributeName": .string(attribute), "parameterName": .string(name),
                "value": .string(value),
            ]
        }
    }

    private var vehicleValues: [ParameterValue] {
        get throws {
            try vehicle.sizes().map {
                ParameterValue(
                    attribute: $0.restriction, name: $0.parameter,
                    value: JSONValue.number($0.value).text)
            }
        }
    }

    private var parameterValues: [ParameterValue] {
        get throws {
            try parameter.map { text in
                guard let colon = text.firstIndex(of: ":"),
                    let equals = text[colon...].lastIndex(of: "="),
                    colon > text.startIndex, text.index(after: colon) < equals
                else {
                    throw CommandFailure(
                        .usage,
                        "--parameter: \"\(text)\" is not written attribute:name=value, such as "
                            + "\"Avoid Toll Roads:Restriction Usage=PROHIBITED\"")
                }
                return ParameterValue(
                    attribute: String(text[..<colon]),
                    name: String(text[text.index(after: colon)..<equals]),
                    value: String(text[text.index(after: equals)...]))
            }
        }
    }
}
