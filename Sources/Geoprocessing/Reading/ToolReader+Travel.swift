// A tool's travel settings: a travel mode, or the form's own settings.

import DataStructures
import Geo
import RouteAPI

/// What a request's travel settings mean for its units.
struct ToolTravel {
    /// The cost to minimize; `nil` if only the operation can find out.
    var impedance: NetworkAttributeDescription?
    /// The factor that converts a cutoff to the impedance's unit.
    var cutoffFactor = 1.0
    /// The factor that converts a time at a place from the request's unit; `nil` if the request has
    /// a unit of length, and times are not used.
    var timeFactor: Double?
    /// The same for lengths.
    var lengthFactor: Double?
}

extension ToolReader {
    /// Reads the travel settings.
    ///
    /// Time and length are totaled in addition to what the request names, because the outputs have
    /// both.
    mutating func readTravel() throws(RouteRequestError) -> ToolTravel {
        let mode = text("Travel_Mode") ?? "Custom"
        var travel = ToolTravel()
        if ToolWords.folded(mode) == "custom" {
            travel.impedance = try readCustomTravel()
        } else {
            travel.impedance = try readTravelMode(mode)
        }
        try readAccumulated()
        if tool.has(.pairs) {
            let unit =
                travel.impedance?.units.seconds != nil ? settings.timeUnit : settings.lengthUnit
            travel.cutoffFactor =
                travel.impedance.flatMap {
                    ToolUnits.factor(from: unit, to: $0.units)
                } ?? 1
            travel.timeFactor = settings.time.flatMap {
                ToolUnits.factor(from: settings.timeUnit, to: $0.unit)
            }
            travel.lengthFactor = settings.length.flatMap {
                ToolUnits.factor(from: settings.lengthUnit, to: $0.unit)
            }
            return travel
        }
        if let impedance = travel.impedance {
            guard let factor = ToolUnits.factor(from: settings.unit, to: impedance.units) else {
                let (found, needed) =
                    impedance.units.seconds == nil
                    ? ("a time", "a unit of length") : ("a length", "a unit of time")
                throw .invalidParameter(
                    "Measurement_Units",
                    "is \(ToolUnits.word(of: settings.unit)), \(found); the impedance "
                        + "\"\(impedance.name)\" needs \(needed)")
            }
            travel.cutoffFactor = factor
        }
        travel.timeFactor = settings.time.flatMap {
            ToolUnits.factor(from: settings.unit, to: $0.unit)
        }
        travel.lengthFactor = settings.length.flatMap {
            ToolUnits.factor(from: settings.unit, to: $0.unit)
        }
        return travel
    }

    // MARK: - Custom settings

    private mutating func readCustomTravel()
        throws(RouteRequestError) -> NetworkAttributeDescription?
    {
        let time = try cost("Time_Impedance") { $0.seconds != nil } ?? layer.timeCost
        let length = try cost("Distance_Impedance") { $0.meters != nil } ?? layer.lengthCost
        setCosts(time: time, length: length)
        let impedance = try impedance(time: time, length: length)
        set("impedanceAttributeName", impedance?.name)
        if tool.has(.routes) { set("directionsTimeAttributeName", time?.name) }
        set(
            "restrictUTurns",
            try choice(
                "UTurn_at_Junctions",
                ToolWords.uTurns.map { ([$0.word] + $0.others, $0.policy.rawValue) }))
        set("useHierarchy", try truth("Use_Hierarchy"))
        try readRestrictions()
        try readParameterValues()
        try readSimplification()
        return impedance
    }

    private mutating func setCosts(
        time: NetworkAttributeDescription?, length: NetworkAttributeDescription?
    ) {
        settings.time = time.map { ToolCost(name: $0.name, unit: $0.units) }
        settings.length = length.map { ToolCost(name: $0.name, unit: $0.units) }
    }

    /// Finds the cost that an input names.
    private func cost(
        _ input: String, where fits: (NetworkUnit) -> Bool
    ) throws(RouteRequestError) -> NetworkAttributeDescription? {
        guard let text = text(input) else { return nil }
        let names = layer.costs.filter { fits($0.units) }.map(\.name)
        guard let cost = layer.cost(named: text), fits(cost.units) else {
            throw .invalidParameter(
                input,
                "names no such cost of the network: \"\(text.excerpt(60))\". "
                    + NearestName.sentences(for: text, among: names))
        }
        return cost
    }

    private func impedance(
        time: NetworkAttributeDescription?, length: NetworkAttributeDescription?
    ) throws(RouteRequestError) -> NetworkAttributeDescription? {
        guard let text = text("Impedance") else { return time }
        switch ToolWords.folded(text) {
        case "drivetime", "trucktime", "walktime": return time
        case "traveldistance": return length
        default:
            guard let cost = layer.cost(named: text) else {
                throw .invalidParameter(
                    "Impedance",
                    "names no cost of the network: \"\(text.excerpt(60))\". "
                        + NearestName.sentences(
                            for: text, among: ToolWords.impedances + layer.costs.map(\.name)))
            }
            return cost
        }
    }

    private func list(_ input: String) throws(RouteRequestError) -> [String]? {
        guard let text = text(input) else { return nil }
        guard let words = ToolList.read(text) else {
            throw .invalidParameter(
                input,
                "is \"\(text.excerpt(60))\"; a list of names is needed, such as [\"A\",\"B\"]")
        }
        guard words.count <= 1_000 else {
            throw .invalidParameter(
                input, "lists \(words.count) names; at most 1000 are accepted")
        }
        return words
    }

    /// Drops names that the network does not have, with a warning, as Esri's tools do.
    private mutating func known(_ words: [String], _ names: [String], of input: String) -> [String]
    {
        let known = Dictionary(
            names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return words.compactMap { word in
            if let name = known[word.lowercased()] { return name }
            warn(
                input,
                "\"\(word.excerpt(60))\" is not known to the network and was ignored. "
                    + NearestName.hint(for: word, among: names).capitalizedFirst)
            return nil
        }
    }

    private mutating func readRestrictions() throws(RouteRequestError) {
        guard let words = try list("Restrictions") else { return }
        let names = layer.attributes.filter { $0.usage == .restriction }.map(\.name)
        let isKnown = Set(names.map { $0.lowercased() })
        // If none were known, the task would run without any rule.
        guard words.isEmpty || words.contains(where: { isKnown.contains($0.lowercased()) }) else {
            throw .unknownRestrictions(words, among: names, parameter: "Restrictions")
        }
        let known = known(words, names, of: "Restrictions")
        set("restrictionAttributeNames", known.isEmpty ? "none" : Self.array(known))
    }

    private mutating func readAccumulated() throws(RouteRequestError) {
        let words = try list("Accumulate_Attributes") ?? []
        let names = layer.attributes.filter { $0.usage == .cost }.map(\.name)
        let known = known(words, names, of: "Accumulate_Attributes")
        settings.accumulated = known.compactMap { name in
            layer.cost(named: name).map { ToolCost(name: $0.name, unit: $0.units) }
        }
        var all = known
        for cost in [settings.time, settings.length].compactMap({ $0?.name })
        where !all.contains(cost) {
            all.append(cost)
        }
        set("accumulateAttributeNames", all.isEmpty ? "none" : Self.array(all))
    }

    private static func array(_ words: [String]) -> String {
        JSONValue.array(words.map { .string($0) }).text
    }

    /// Reads the rows in `Attribute_Parameter_Values`.
    private mutating func readParameterValues() throws(RouteRequestError) {
        let input = "Attribute_Parameter_Values"
        guard let text = text(input) else { return }
        let value = try json(input, text)
        guard let rows = value["features"]?.array ?? value.array else {
            if value.object?.count == 0 { return }
            throw .invalidParameter(
                input,
                "is \(value.excerpt); a table with AttributeName, ParameterName and "
                    + "ParameterValue is needed")
        }
        var values: [JSONValue] = []
        for (number, row) in rows.enumerated() {
            let object = row["attributes"]?.object ?? row.object ?? JSONObject()
            guard let attribute = object.value(ignoringCase: "AttributeName")?.string,
                let parameter = object.value(ignoringCase: "ParameterName")?.string
            else {
                throw .invalidParameter(
                    input,
                    "row \(number + 1) is \(row.excerpt); AttributeName, ParameterName and "
                        + "ParameterValue are needed")
            }
            guard hasParameter(parameter, of: attribute) else {
                warn(
                    input,
                    "the network has no parameter \"\(parameter.excerpt(60))\" of an attribute "
                        + "\"\(attribute.excerpt(60))\"; row \(number + 1) was ignored.")
                continue
            }
            values.append([
                "attributeName": .string(attribute), "parameterName": .string(parameter),
                "value": object.value(ignoringCase: "ParameterValue") ?? .null,
            ])
        }
        set("attributeParameterValues", JSONValue.array(values).text)
    }

    private func hasParameter(_ name: String, of attribute: String) -> Bool {
        layer.attributes.contains { known in
            known.name.lowercased() == attribute.lowercased()
                && known.parameters.contains { parameter in
                    ([parameter.name] + parameter.aliases).contains {
                        $0.lowercased() == name.lowercased()
                    }
                }
        }
    }

    private mutating func readSimplification() throws(RouteRequestError) {
        let input = "Route_Line_Simplification_Tolerance"
        guard tool.has(.routes), let text = text(input) else { return }
        let number: Double
        let word: String
        if text.first == "{" {
            let value = try json(input, text)
            let written = value["distance"]?.string.flatMap { Double(decimal: $0) }
            guard let distance = value["distance"]?.number ?? written else {
                throw .invalidParameter(
                    input, "is \(value.excerpt); {\"distance\":…,\"units\":…} is needed")
            }
            (number, word) = (distance, value["units"]?.string ?? "esriMeters")
        } else {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard let distance = parts.first.flatMap({ Double($0) }), distance.isFinite else {
                throw .invalidParameter(
                    input,
                    "is \"\(text.excerpt(60))\"; a distance with its unit is needed, such as "
                        + "{\"distance\":10,\"units\":\"esriMeters\"}")
            }
            (number, word) = (distance, parts.count > 1 ? String(parts[1]) : "Meters")
        }
        let folded = ToolWords.folded(word)
        guard
            let unit = MapUnit.allCases.first(where: {
                [folded, "esri\(folded)"].contains($0.rawValue.lowercased())
            })
        else {
            throw .invalidParameter(
                input, "has the unit \"\(word.excerpt(60))\"; a unit such as esriMeters is needed")
        }
        set("outputGeometryPrecision", JSONValue.number(number).text)
        set("outputGeometryPrecisionUnits", unit.rawValue)
    }

    // MARK: - Travel modes

    /// Reads a travel mode: its settings as JSON, its id or its name.
    private mutating func readTravelMode(
        _ text: String
    ) throws(RouteRequestError) -> NetworkAttributeDescription? {
        let mode: TravelMode?
        if text.first == "{" || text.first == "\"" {
            set("travelMode", text)
            mode = try describedMode(text)
        } else {
            let found = try named(text)
            set("travelMode", found.id.isEmpty ? found.name : found.id)
            mode = found
        }
        let time = mode.flatMap { layer.cost(named: $0.timeAttributeName) }
        let length = mode.flatMap { layer.cost(named: $0.distanceAttributeName) }
        setCosts(time: time ?? layer.timeCost, length: length ?? layer.lengthCost)
        return mode.flatMap { layer.cost(named: $0.impedanceAttributeName) }
    }

    /// Returns the travel mode that JSON describes, as the operation will read it: JSON text may be
    /// within a JSON string. `nil` if the operation will refuse it.
    private func describedMode(_ text: String) throws(RouteRequestError) -> TravelMode? {
        let input = "Travel_Mode"
        var value = try json(input, text)
        if let inner = value.string {
            guard inner.trimmingSpace().first == "{" else {
                return layer.configuration.travelMode(named: inner)
            }
            value = try json(input, inner)
        }
        return layer.configuration.travelMode(
            with: try TravelModeChanges(json: value, parameter: input))
    }

    private func named(_ text: String) throws(RouteRequestError) -> TravelMode {
        let configuration = layer.configuration
        if let mode = configuration.travelMode(named: text) { return mode }
        // "Driving" alone means Driving Time or Driving Distance, depending on the request's unit.
        let isTime = tool.has(.pairs) || settings.unit.seconds != nil
        if let mode = configuration.travelMode(named: "\(text) \(isTime ? "time" : "distance")") {
            return mode
        }
        throw .invalidParameter(
            "Travel_Mode",
            "is \"\(text.excerpt(60))\", which is not a travel mode of this service. "
                + NearestName.sentences(
                    for: text, among: configuration.travelModes.map(\.name))
                + " Custom stands for the settings of the request.")
    }
}

extension String {
    /// The text with its first letter in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
