// Reads and writes travel modes and attribute parameters as JSON.

import DataStructures
public import Geo

extension TravelMode {
    /// Reads a complete travel mode.
    ///
    /// - Parameter name: The parameter with it, for messages.
    /// - Throws: ``RouteRequestError`` naming the key, what was found and what is accepted.
    public init(json value: JSONValue, parameter name: String = "travelMode")
        throws(RouteRequestError)
    {
        let settings = try TravelModeChanges(json: value, parameter: name)
        guard let mode = settings.alone else { throw settings.missingCost(of: name) }
        self = mode
    }
}

extension TravelModeChanges {
    /// Reads the settings that an object states.
    ///
    /// - Parameter name: The parameter with it, for messages.
    /// - Throws: ``RouteRequestError`` naming the key, what was found and what is accepted.
    package init(json value: JSONValue, parameter name: String) throws(RouteRequestError) {
        guard let object = value.object else {
            throw .invalidParameter(name, "is \(value.excerpt); an object is needed")
        }
        func member(_ key: String) -> JSONValue? { object.value(ignoringCase: key) }
        func text(_ key: String) throws(RouteRequestError) -> String? {
            guard let value = member(key), !value.isNull else { return nil }
            if let text = value.string { return text }
            if let number = value.integer { return String(number) }
            throw .invalidParameter(name, "has \(key) \(value.excerpt); a string is needed")
        }
        func cost(_ key: String) throws(RouteRequestError) -> String? {
            try text(key).flatMap { $0.isEmpty ? nil : $0 }
        }
        let itemID = try text("itemId")
        id = try text("id") ?? itemID
        self.name = try text("name")
        type = try text("type")
        summary = try text("description")
        impedanceAttributeName = try cost("impedanceAttributeName")
        timeAttributeName = try cost("timeAttributeName")
        distanceAttributeName = try cost("distanceAttributeName")
        restrictionAttributeNames = try Self.names(member("restrictionAttributeNames"), name)
        if let values = member("attributeParameterValues"), !values.isNull {
            attributeParameterValues = try AttributeParameterValue.list(
                values, of: name, "has attributeParameterValues")
        }
        useHierarchy = member("useHierarchy")?.bool
        uTurnPolicy = try Self.word(member("uturnAtJunctions"), "uturnAtJunctions", of: name)
        let units = member("simplificationToleranceUnits")
        if units?.string.map(UnknownUnits.isUnknown) != true {
            simplificationToleranceUnits = try Self.word(
                units, "simplificationToleranceUnits", of: name)
        }
        switch member("simplificationTolerance") {
        case nil: break
        case .some(.null): simplification = Simplification.none
        case .some(let tolerance):
            let written = tolerance.string.flatMap { Double(decimal: $0) }
            guard let number = tolerance.number ?? written, number >= 0 else {
                throw .invalidParameter(
                    name,
                    "has simplificationTolerance \(tolerance.excerpt); null, 0 or a "
                        + "positive number is needed")
            }
            simplification = .tolerance(number)
        }
    }

    /// Makes the error for settings that lack a cost and match no known mode.
    ///
    /// - Parameter modes: The names of modes that may have been meant.
    package func missingCost(of parameter: String, besides modes: [String] = [])
        -> RouteRequestError
    {
        let costs = [
            ("impedanceAttributeName", impedanceAttributeName),
            ("timeAttributeName", timeAttributeName),
            ("distanceAttributeName", distanceAttributeName),
        ]
        let names = costs.filter { $0.1 == nil }.map { $0.0 }
        let missing = LabelList.joined(names, with: "or")
        guard let word = name ?? id, !modes.isEmpty else {
            let needed =
                names.count > 1
                ? "each needs the name of a cost attribute"
                : "the name of a cost attribute is needed"
            return .invalidParameter(parameter, "has no \(missing); \(needed)")
        }
        return .invalidParameter(
            parameter,
            "has no \(missing), and no travel mode has the id or name \(word.quoted) to take "
                + "\(names.count > 1 ? "them" : "it") from. "
                + NearestName.sentences(for: word, among: modes))
    }

    private static func names(
        _ value: JSONValue?, _ name: String
    ) throws(RouteRequestError) -> [String]? {
        guard let value, !value.isNull else { return nil }
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
    /// Reads `[{"attributeName":…,"parameterName":…,"value":…}]`, or one such object. A value may
    /// be text or a number.
    ///
    /// - Parameter beginning: How a sentence about a wrong value begins, after the parameter.
    static func list(
        _ value: JSONValue, of name: String, _ beginning: String = "is"
    ) throws(RouteRequestError) -> [AttributeParameterValue] {
        guard let list = value.array ?? value.object.map({ [.object($0)] }) else {
            throw .invalidParameter(
                name,
                "\(beginning) \(value.excerpt); an array of objects with attributeName, "
                    + "parameterName and value is needed")
        }
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
                ).with(extendedCode: .badAttributeParameter)
            }
            values.append(
                AttributeParameterValue(
                    attributeName: attribute, parameterName: parameter, value: text))
        }
        return values
    }
}

extension FormParameters {
    /// Reads a travel mode by id or name, or its settings as JSON, even as JSON within a JSON
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
        // Some clients send only the id or the name, wrapped in an object.
        let changes = try TravelModeChanges(json: value, parameter: name)
        if let word = changes.word { return .named(word) }
        if changes.isWhole, let mode = changes.alone { return .settings(mode) }
        if changes.alone == nil, changes.id == nil, changes.name == nil {
            throw changes.missingCost(of: name)
        }
        return .changes(changes)
    }
}

extension JSONWriter {
    /// Writes a travel mode with both `id` and `itemId`, because different clients read different
    /// ones.
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

    /// Writes the stated settings of a travel mode.
    mutating func travelMode(_ changes: TravelModeChanges) {
        let texts = [
            ("id", changes.id), ("name", changes.name), ("type", changes.type),
            ("description", changes.summary),
            ("impedanceAttributeName", changes.impedanceAttributeName),
            ("timeAttributeName", changes.timeAttributeName),
            ("distanceAttributeName", changes.distanceAttributeName),
            ("uturnAtJunctions", changes.uTurnPolicy?.rawValue),
            ("simplificationToleranceUnits", changes.simplificationToleranceUnits?.rawValue),
        ]
        beginObject()
        for (name, text) in texts {
            if let text { member(name, text) }
        }
        if let names = changes.restrictionAttributeNames {
            self.names("restrictionAttributeNames", names)
        }
        if let values = changes.attributeParameterValues {
            array("attributeParameterValues") { writer in
                for value in values { writer.attributeParameter(value) }
            }
        }
        if let useHierarchy = changes.useHierarchy { member("useHierarchy", useHierarchy) }
        if let simplification = changes.simplification {
            key("simplificationTolerance")
            switch simplification {
            case .none: null()
            case .tolerance(let tolerance): number(tolerance)
            }
        }
        endObject()
    }

    /// Writes a list of words as a member.
    mutating func names(_ name: String, _ words: [String]) {
        array(name) { writer in
            for word in words { writer.string(word) }
        }
    }

    mutating func attributeParameter(_ value: AttributeParameterValue, type: String? = nil) {
        beginObject()
        member("attributeName", value.attributeName)
        member("parameterName", value.parameterName)
        if let type { member("parameterType", type) }
        member("value", value.value)
        endObject()
    }
}
