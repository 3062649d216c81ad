// Travel modes and attribute parameters as JSON.

public import Geo

extension TravelMode {
    /// Reads a travel mode's settings.
    ///
    /// - Parameter name: The parameter that carries it, for messages.
    /// - Throws: ``RouteRequestError`` naming the key, what was found and what is accepted.
    public init(json value: JSONValue, parameter name: String = "travelMode")
        throws(RouteRequestError)
    {
        guard let object = value.object else {
            throw .invalidParameter(name, "is \(value.excerpt); an object is needed")
        }
        func text(_ key: String) throws(RouteRequestError) -> String? {
            guard let value = object.value(ignoringCase: key), !value.isNull else { return nil }
            if let text = value.string { return text }
            if let number = value.integer { return String(number) }
            throw .invalidParameter(name, "has \(key) \(value.excerpt); a string is needed")
        }
        func required(_ key: String) throws(RouteRequestError) -> String {
            if let text = try text(key), !text.isEmpty { return text }
            throw .invalidParameter(name, "has no \(key); the name of a cost attribute is needed")
        }
        let id = try text("id")
        let itemID = try text("itemId")
        self.init(
            id: id ?? itemID ?? "", name: try text("name") ?? "",
            type: try text("type") ?? "OTHER", summary: try text("description") ?? "",
            impedanceAttributeName: try required("impedanceAttributeName"),
            timeAttributeName: try required("timeAttributeName"),
            distanceAttributeName: try required("distanceAttributeName"),
            restrictionAttributeNames: try Self.names(object["restrictionAttributeNames"], name),
            uTurnPolicy: .atDeadEndsAndIntersections)
        if let list = object["attributeParameterValues"]?.array {
            attributeParameterValues = try AttributeParameterValue.list(list, of: name)
        }
        useHierarchy = object["useHierarchy"]?.bool ?? false
        uTurnPolicy =
            try Self.word(object["uturnAtJunctions"], "uturnAtJunctions", of: name)
            ?? uTurnPolicy
        simplificationToleranceUnits =
            try Self.word(
                object["simplificationToleranceUnits"], "simplificationToleranceUnits", of: name)
            ?? .meters
        if let tolerance = object["simplificationTolerance"], !tolerance.isNull {
            guard let number = tolerance.number, number >= 0 else {
                throw .invalidParameter(
                    name,
                    "has simplificationTolerance \(tolerance.excerpt); null, 0 or a "
                        + "positive number is needed")
            }
            simplificationTolerance = number
        }
    }

    private static func names(
        _ value: JSONValue?, _ name: String
    ) throws(RouteRequestError) -> [String] {
        guard let value, !value.isNull else { return [] }
        guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
            throw .invalidParameter(
                name,
                "has restrictionAttributeNames \(value.excerpt); an array of strings is "
                    + "needed")
        }
        return list.compactMap(\.string)
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ value: JSONValue?, _ key: String, of name: String
    ) throws(RouteRequestError) -> Word? where Word.RawValue == String {
        guard let value, !value.isNull else { return nil }
        let wanted = value.string?.lowercased()
        if let word = Word.allCases.first(where: { $0.rawValue.lowercased() == wanted }) {
            return word
        }
        throw .invalidParameter(
            name,
            "has \(key) \(value.excerpt); one of "
                + Word.allCases.map(\.rawValue).joined(separator: ", ") + " is needed"
                + NearestName.question(
                    for: value.string ?? "", among: Word.allCases.map(\.rawValue)))
    }
}

extension AttributeParameterValue {
    /// Reads `[{"attributeName":…,"parameterName":…,"value":…}]`; a value may be text or a number.
    static func list(
        _ list: [JSONValue], of name: String
    ) throws(RouteRequestError) -> [AttributeParameterValue] {
        guard list.count <= FormParameters.longestNameList else {
            throw .invalidParameter(
                name,
                "has \(list.count) attribute parameters; at most "
                    + "\(FormParameters.longestNameList) are accepted")
        }
        var values: [AttributeParameterValue] = []
        for (row, element) in list.enumerated() {
            guard let object = element.object,
                let attribute = object.value(ignoringCase: "attributeName")?.string,
                let parameter = object.value(ignoringCase: "parameterName")?.string
            else {
                throw .invalidParameter(
                    name,
                    "attribute parameter \(row + 1) is \(element.excerpt); an object with "
                        + "attributeName, parameterName and value is needed")
            }
            let text: String
            switch object.value(ignoringCase: "value") {
            case .string(let word): text = word
            case .number(let number): text = JSONValue.number(number).text
            case .bool(let flag): text = flag ? "true" : "false"
            // A parameter without a value takes its default, as if it had not been sent.
            case .null, nil: continue
            case .some(let other):
                throw RouteRequestError.invalidParameter(
                    name,
                    "attribute parameter \(row + 1) (\(attribute), \(parameter)) has the "
                        + "value \(other.excerpt); a number or a string is needed"
                ).with(extendedCode: -2_147_200_910)
            }
            values.append(
                AttributeParameterValue(
                    attributeName: attribute, parameterName: parameter, value: text))
        }
        return values
    }
}

extension FormParameters {
    /// A travel mode by id or name, or with its settings as JSON, also as JSON within a JSON
    /// string.
    func travelMode(_ name: String) throws(RouteRequestError) -> TravelModeSelection? {
        guard var text = try value(name) else { return nil }
        if text.first == "\"", let inner = try json(name, text).string {
            text = String(inner.trimmingSpace())
        }
        if text.isEmpty || text.isNullWord { return nil }
        guard text.first == "{" else { return .named(text) }
        let value = try json(name, text)
        if value.object?.count == 0 { return nil }
        // Some clients send the id or the name alone, wrapped.
        if value["impedanceAttributeName"] == nil,
            let word = (value["id"] ?? value["itemId"] ?? value["name"])?.string
        {
            return .named(word)
        }
        return .settings(try TravelMode(json: value, parameter: name))
    }
}

extension JSONWriter {
    /// Writes a travel mode with `id` and `itemId`, which different clients look for.
    public mutating func travelMode(_ mode: TravelMode) {
        beginObject()
        member("id", mode.id)
        member("itemId", mode.id)
        member("name", mode.name)
        member("type", mode.type)
        member("description", mode.summary)
        member("impedanceAttributeName", mode.impedanceAttributeName)
        member("timeAttributeName", mode.timeAttributeName)
        member("distanceAttributeName", mode.distanceAttributeName)
        names("restrictionAttributeNames", mode.restrictionAttributeNames)
        array("attributeParameterValues") { writer in
            for value in mode.attributeParameterValues { writer.attributeParameter(value) }
        }
        member("useHierarchy", mode.useHierarchy)
        member("uturnAtJunctions", mode.uTurnPolicy.rawValue)
        key("simplificationTolerance")
        if let tolerance = mode.simplificationTolerance { number(tolerance) } else { null() }
        member("simplificationToleranceUnits", mode.simplificationToleranceUnits.rawValue)
        endObject()
    }

    /// Writes a member that is a list of words.
    mutating func names(_ name: String, _ words: [String]) {
        array(name) { writer in
            for word in words { writer.string(word) }
        }
    }

    /// Writes an attribute parameter's value.
    mutating func attributeParameter(_ value: AttributeParameterValue, type: String? = nil) {
        beginObject()
        member("attributeName", value.attributeName)
        member("parameterName", value.parameterName)
        if let type { member("parameterType", type) }
        member("value", value.value)
        endObject()
    }
}
