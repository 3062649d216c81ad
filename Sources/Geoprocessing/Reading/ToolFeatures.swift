// A tool's input features, with the operation's attributes instead of the tool's.

import Geo
import RouteAPI

/// Renames and converts the attributes of an input's rows.
struct ToolFeatures {
    /// An attribute of the operation, and the factor for its values.
    struct Attribute {
        var name: String
        var factor: Double
    }

    /// The operation's attributes by the tool's folded names.
    var replaced: [String: Attribute] = [:]
    /// The folded names of attributes to drop.
    var dropped: Set<String> = []

    /// Returns a feature set with other attributes.
    func rewritten(_ set: JSONObject) -> JSONObject {
        var set = set
        if let fields = set["fields"]?.array {
            set["fields"] = .array(fields.compactMap(field))
        }
        if let features = set["features"]?.array {
            set["features"] = .array(features.map(feature))
        }
        return set
    }

    private func field(_ value: JSONValue) -> JSONValue? {
        guard var object = value.object, let name = object["name"]?.string else { return value }
        let folded = ToolWords.folded(name)
        if dropped.contains(folded) { return nil }
        guard let attribute = replaced[folded] else { return value }
        object["name"] = .string(attribute.name)
        object["alias"] = .string(attribute.name)
        object["type"] = .string(FieldType.double.rawValue)
        return .object(object)
    }

    /// Returns a feature with other attributes.
    func feature(_ value: JSONValue) -> JSONValue {
        guard var object = value.object else { return value }
        let key = object.attributesKey
        guard let attributes = object[key]?.object else { return value }
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(attributes.count)
        for member in attributes.members {
            let folded = ToolWords.folded(member.key)
            if dropped.contains(folded) { continue }
            guard let attribute = replaced[folded] else {
                members.append((member.key, member.value))
                continue
            }
            members.append((attribute.name, Self.scaled(member.value, by: attribute.factor)))
        }
        object[key] = .object(JSONObject(members))
        return .object(object)
    }

    /// Returns a feature set that was fetched, with other attributes.
    func rewritten(_ set: FeatureSet) -> FeatureSet {
        var set = set
        for column in set.fields.indices.reversed() {
            let folded = ToolWords.folded(set.fields[column].name)
            if dropped.contains(folded) {
                set.fields.remove(at: column)
                for row in set.features.indices { set.features[row].values.remove(at: column) }
            } else if let attribute = replaced[folded] {
                set.fields[column] = Field(attribute.name, .double)
                for row in set.features.indices {
                    set.features[row].values[column] = Self.scaled(
                        set.features[row].values[column], by: attribute.factor)
                }
            }
        }
        return set
    }

    private static func scaled(_ value: AttributeValue, by factor: Double) -> AttributeValue {
        switch value {
        case .integer(let number): .double(Double(number) * factor)
        case .double(let number): .double(number * factor)
        case .string(let text): Double(text).map { .double($0 * factor) } ?? value
        case .null, .date: value
        }
    }

    private static func scaled(_ value: JSONValue, by factor: Double) -> JSONValue {
        switch value {
        case .number(let number): .number(number * factor)
        case .string(let text): Double(text).map { .number($0 * factor) } ?? value
        case .null, .bool, .array, .object: value
        }
    }
}

extension ToolReader {
    mutating func readFeatures(
        _ input: String, as parameter: String, _ travel: ToolTravel, isRequired: Bool = false
    ) throws(RouteRequestError) {
        guard let text = text(input) else {
            guard isRequired else { return }
            throw .invalidParameter(
                input, "is missing; features as JSON are needed, or places as x,y;x,y")
        }
        let isLocation = tool.locations.contains { $0.input == input }
        guard text.first == "{" || text.first == "[" else {
            // Places as x,y;x,y have no attributes.
            try refuseReturn(to: input)
            return set(parameter, text)
        }
        var value = try json(input, text)
        if let list = value.array {
            guard list.contains(where: { $0.object != nil }) else {
                try refuseReturn(to: input)
                return set(parameter, text)
            }
            value = ["features": .array(list)]
        }
        guard var object = value.object, let features = object["features"]?.array else {
            // The operation itself reads features from a URL or a stored layer, and a single row.
            try refuseReturn(to: input)
            let isRow = value.object.map { $0[$0.attributesKey]?.object != nil } ?? false
            let rewriting = try rewriting(isLocation: isLocation, travel)
            guard isRow else {
                fetched[parameter] = rewriting
                return set(parameter, text)
            }
            return set(parameter, rewriting.feature(value).text)
        }
        if features.isEmpty && !isLocation { return }
        if parameter == "stops", try truth("Return_to_Start") == true {
            object["features"] = .array(RoundTrips.closed(features))
        }
        let rewriting = try rewriting(isLocation: isLocation, travel)
        set(parameter, JSONValue.object(rewriting.rewritten(object)).text)
    }

    /// Refuses to return to the start if the stops are not known here.
    private func refuseReturn(to input: String) throws(RouteRequestError) {
        guard input == "Stops", try truth("Return_to_Start") == true else { return }
        throw .invalidParameter(
            "Return_to_Start", "is true; Stops must be features by value then, as JSON")
    }

    private func rewriting(
        isLocation: Bool, _ travel: ToolTravel
    ) throws(RouteRequestError) -> ToolFeatures {
        var rewriting = ToolFeatures()
        if let time = settings.time {
            rewriting.replaced["scaledtimefactor"] = .init(name: "Attr_\(time.name)", factor: 1)
            if let factor = travel.timeFactor {
                rewriting.replaced["additionaltime"] = .init(
                    name: "Attr_\(time.name)", factor: factor)
            }
        }
        if let length = settings.length {
            rewriting.replaced["scaleddistancefactor"] = .init(
                name: "Attr_\(length.name)", factor: 1)
            if let factor = travel.lengthFactor {
                rewriting.replaced["additionaldistance"] = .init(
                    name: "Attr_\(length.name)", factor: factor)
            }
        }
        if isLocation, tool.targets != nil, let impedance = travel.impedance {
            rewriting.replaced["cutoff"] = .init(
                name: "Cutoff_\(impedance.name)", factor: travel.cutoffFactor)
        }
        // Costs in the other kind of unit are not used, as in Esri's tools.
        for name in ["additionaltime", "additionaldistance"]
        where rewriting.replaced[name] == nil { rewriting.dropped.insert(name) }
        if try truth("Ignore_Network_Location_Fields") == true {
            rewriting.dropped.formUnion(["sourceid", "sourceoid", "posalong", "sideofedge"])
        }
        return rewriting
    }
}

/// Closes routes so that they end where they begin.
enum RoundTrips {
    /// Repeats each route's first stop at its end.
    ///
    /// The first stop has the least `Sequence`. Stops without one come after the others, in their
    /// order.
    static func closed(_ features: [JSONValue]) -> [JSONValue] {
        var names: [RouteNameKey?] = []
        var routes: [RouteNameKey?: [(sequence: Double, stop: JSONValue)]] = [:]
        let hasNames = features.contains { name(of: $0) != nil }
        for feature in features {
            let name = name(of: feature)
            if hasNames && name == nil { continue }
            if routes[name] == nil { names.append(name) }
            routes[name, default: []].append((sequence(of: feature) ?? .infinity, feature))
        }
        var nextID = features.compactMap { number("objectid", of: $0) }.max() ?? 0
        nextID = max(nextID, Double(features.count))
        var closed = features
        for name in names {
            let stops = routes[name] ?? []
            // If several are equal, the first counts.
            guard let first = stops.min(by: { $0.sequence < $1.sequence }), stops.count > 1 else {
                continue
            }
            nextID += 1
            // Without a sequence the copy comes last, as long as another stop has none either.
            let isOrdered = stops.allSatisfy { $0.sequence.isFinite }
            closed.append(
                copy(
                    of: first.stop, id: nextID,
                    sequence: isOrdered ? .number(Double(stops.count + 1)) : .null))
        }
        return closed
    }

    private static func copy(
        of stop: JSONValue, id: Double, sequence: JSONValue
    ) -> JSONValue {
        guard var object = stop.object else { return stop }
        let key = object.attributesKey
        // A row may be a shape alone.
        guard var attributes = object[key]?.object else { return stop }
        for member in attributes.members {
            switch member.key.lowercased() {
            case "objectid": attributes[member.key] = .number(id)
            case "sequence": attributes[member.key] = sequence
            // The window says when to set out, not when to be back.
            case let name where name.hasPrefix("timewindow"): attributes[member.key] = .null
            default: break
            }
        }
        object[key] = .object(attributes)
        return .object(object)
    }

    private static func attribute(_ name: String, of feature: JSONValue) -> JSONValue? {
        feature.object.flatMap { $0[$0.attributesKey]?.object?.value(ignoringCase: name) }
    }

    private static func number(_ name: String, of feature: JSONValue) -> Double? {
        let value = attribute(name, of: feature)
        return value?.number ?? value?.string.flatMap { Double($0) }
    }

    /// Returns a stop's sequence; data frames write 0 if there is none.
    private static func sequence(of feature: JSONValue) -> Double? {
        number("sequence", of: feature).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func name(of feature: JSONValue) -> RouteNameKey? {
        guard let value = attribute("routename", of: feature), !value.isNull else { return nil }
        let name = RouteNameKey(value.string ?? value.text)
        return name.isEmpty ? nil : name
    }
}

extension JSONObject {
    /// The member with a row's attributes: in GeoJSON, its properties.
    fileprivate var attributesKey: String {
        self["attributes"] == nil && self["properties"] != nil ? "properties" : "attributes"
    }
}
