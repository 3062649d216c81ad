// Reads which rows of a layer a definition or query asks for, from JSON members or form fields.

import DataStructures
package import Geo

/// Reads which rows of a layer are wanted.
///
///     let reader = SelectionReader(form: fields)
///     let selection = try reader.selection()    // where, geometry, spatialRel, objectIds, …
package struct SelectionReader {
    /// The parameter that contains the members; `nil` if each member is a parameter.
    private let parameter: String?
    private let find: (String) throws(RouteRequestError) -> JSONValue?

    /// How many vertices a shape may have.
    private static let mostVertices = 100_000
    /// How many ids may be listed.
    private static let mostIDs = 100_000
    /// How many fields to sort by.
    private static let mostTerms = 16
    /// How many entries a mapping may have.
    private static let mostMappings = 200

    /// Prepares to read a definition's members.
    ///
    /// - Parameter parameter: The parameter that carries the definition, for errors.
    package init(definition: JSONObject, of parameter: String) {
        self.parameter = parameter
        find = { definition.value(ignoringCase: $0) }
    }

    /// Prepares to read a query's fields.
    ///
    /// - Parameter parameter: The parameter that carries the query, for errors; `nil` if each field
    ///   is a parameter.
    package init(form: FormParameters, of parameter: String? = nil) {
        self.parameter = parameter
        find = { name throws(RouteRequestError) in
            guard let text = try form.value(name) else { return nil }
            guard text.first == "{" || text.first == "[" else { return .string(text) }
            return try form.json(name, text)
        }
    }

    /// Reads which rows are selected.
    ///
    /// - Throws: An error naming the parameter and the member.
    package func selection() throws(RouteRequestError) -> FeatureSelection {
        var selection = FeatureSelection()
        selection.condition = try text("where")
        if let (geometry, reference) = try shape() {
            selection.geometry = geometry
            selection.spatialReference = reference
        }
        selection.distanceMeters = try distance(hasShape: selection.geometry != nil)
        let relation = try relation()
        selection.relation = relation ?? .intersects
        selection.matrix = try matrix(of: relation)
        selection.objectIDs = try objectIDs()
        selection.order = try order()
        return selection
    }

    /// Reads the members `layerName` and `fieldMappings`, and which rows are selected.
    package func definition() throws(RouteRequestError) -> LayerDefinition {
        let name: String
        switch try find("layerName") {
        case .string(let text)? where !text.trimmingSpace().isEmpty:
            name = String(text.trimmingSpace())
        case .number(let number)?: name = JSONValue.number(number).text
        case let value:
            throw fault(
                "layerName",
                "is \(value?.excerpt ?? "missing"); the name of a stored layer is needed")
        }
        return LayerDefinition(
            layerName: name, selection: try selection(), mapping: try mapping())
    }

    /// Reads a text. Returns `nil` if it is absent, null or blank.
    package func text(_ name: String) throws(RouteRequestError) -> String? {
        switch try find(name) {
        case nil, .null?: return nil
        case .string(let text)?:
            let trimmed = text.trimmingSpace()
            return trimmed.isEmpty ? nil : String(trimmed)
        case let value?: throw fault(name, "is \(value.excerpt); text is needed")
        }
    }

    /// Reads JSON, which may be sent as text. Returns `nil` if it is absent or blank. Other text
    /// stays text.
    package func json(_ name: String) throws(RouteRequestError) -> JSONValue? {
        guard let value = try find(name), case .string(let text) = value else {
            return try find(name)
        }
        let trimmed = text.trimmingSpace()
        if trimmed.isEmpty { return nil }
        guard trimmed.first == "{" || trimmed.first == "[" else { return value }
        do throws(JSONParseError) {
            return try JSONValue.parse(
                String(trimmed), limits: JSONLimits(maximumBytes: trimmed.utf8.count))
        } catch {
            throw fault(name, "is not valid JSON at \(error)")
        }
    }

    /// Reads a list of JSON values. Returns `nil` if it is absent or blank.
    package func list(_ name: String) throws(RouteRequestError) -> [JSONValue]? {
        guard let value = try json(name), !value.isNull else { return nil }
        if let list = value.array { return list }
        guard value.object != nil else {
            throw fault(name, "is \(value.excerpt); an array is needed")
        }
        return [value]
    }

    /// Whether a member has a value other than null or blank.
    package func hasValue(_ name: String) throws(RouteRequestError) -> Bool {
        guard let value = try find(name), !value.isNull else { return false }
        return value.string.map { !$0.trimmingSpace().isEmpty } ?? true
    }

    /// Reads a truth value. Returns `nil` if it is absent.
    package func flag(_ name: String) throws(RouteRequestError) -> Bool? {
        switch try find(name) {
        case nil, .null?: return nil
        case .bool(let flag)?: return flag
        case .number(1)?: return true
        case .number(0)?: return false
        case let value?:
            switch value.string?.trimmingSpace().lowercased() {
            case "true"?, "1"?: return true
            case "false"?, "0"?: return false
            case ""?: return nil
            default: throw fault(name, "is \(value.excerpt); true or false is needed")
            }
        }
    }

    /// Reads a whole number, 0 or more. Returns `nil` if it is absent.
    package func count(_ name: String) throws(RouteRequestError) -> Int? {
        switch try find(name) {
        case nil, .null?: return nil
        case let value?:
            if value.string?.trimmingSpace().isEmpty == true { return nil }
            // Data frames write whole numbers as 5.0.
            let number =
                value.integer
                ?? value.string.flatMap { Double($0.trimmingSpace()) }
                .flatMap { Int(exactly: $0) }
            guard let number, number >= 0 else {
                throw fault(name, "is \(value.excerpt); a whole number from 0 is needed")
            }
            return number
        }
    }

    /// Reads a number, 0 or more. Returns `nil` if it is absent.
    package func number(_ name: String) throws(RouteRequestError) -> Double? {
        let number: Double
        switch try find(name) {
        case nil, .null?: return nil
        case .number(let found)?: number = found
        case let value?:
            guard let text = value.string?.trimmingSpace() else {
                throw fault(name, "is \(value.excerpt); a number is needed")
            }
            if text.isEmpty { return nil }
            guard let found = Double(decimal: String(text)) else {
                throw fault(name, "is \(String(text).quoted); a number is needed")
            }
            number = found
        }
        guard number.isFinite, number >= 0 else {
            throw fault(name, "is \(number); a number from 0 is needed")
        }
        return number
    }

    /// Makes an error about a member.
    package func fault(_ member: String, _ why: String) -> RouteRequestError {
        guard let parameter else { return .invalidParameter(member, why) }
        return .invalidParameter(parameter, "\(member) \(why)")
    }
}

extension SelectionReader {
    private static let geometryTypes = [
        "esriGeometryEnvelope", "esriGeometryPoint", "esriGeometryMultipoint",
        "esriGeometryPolyline", "esriGeometryPolygon",
    ]

    private func shape() throws(RouteRequestError) -> (Geometry, SpatialReference?)? {
        if let type = try text("geometryType"),
            !Self.geometryTypes.contains(where: { $0.lowercased() == type.lowercased() })
        {
            throw fault(
                "geometryType",
                "is \(type.quoted); one of \(Self.geometryTypes.joined(separator: ", ")) is needed")
        }
        guard var value = try find("geometry"), !value.isNull else { return nil }
        if case .string(let text) = value {
            guard let read = try written(String(text.trimmingSpace())) else { return nil }
            value = read
        }
        let geometry: Geometry
        let own: SpatialReference?
        do throws(FeatureReadError) {
            geometry = try Geometry(esriJSON: value)
            own = try value["spatialReference"].flatMap { value throws(FeatureReadError) in
                try SpatialReference(esriJSON: value)
            }
        } catch {
            throw fault("geometry", "cannot be used: \(error.reason)")
        }
        guard geometry != .empty else {
            throw fault("geometry", "is empty; leave it out to select rows wherever they lie")
        }
        let count = geometry.coordinates.count
        guard count <= Self.mostVertices else {
            throw fault(
                "geometry", "has \(count) vertices; at most \(Self.mostVertices) are accepted")
        }
        if let own { return (geometry, own) }
        return (geometry, try inputReference())
    }

    /// Reads a shape as `x,y`, as `xmin,ymin,xmax,ymax`, or as JSON. Returns `nil` for empty text.
    private func written(_ text: String) throws(RouteRequestError) -> JSONValue? {
        if text.isEmpty { return nil }
        if text.first == "{" {
            do throws(JSONParseError) {
                return try JSONValue.parse(text)
            } catch {
                throw fault("geometry", "is not valid JSON at \(error)")
            }
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(decimal: String($0.trimmingSpace())) }
        let ordinates = numbers.compactMap { $0.map { JSONValue.number($0) } }
        switch (numbers.count, ordinates.count) {
        case (2, 2): return ["x": ordinates[0], "y": ordinates[1]]
        case (4, 4):
            return [
                "xmin": ordinates[0], "ymin": ordinates[1], "xmax": ordinates[2],
                "ymax": ordinates[3],
            ]
        default:
            throw fault(
                "geometry",
                "is \(text.quoted); a shape as JSON, a point x,y or a box xmin,ymin,xmax,ymax is "
                    + "needed")
        }
    }

    private func inputReference() throws(RouteRequestError) -> SpatialReference? {
        try reference("inSR")
    }

    /// Reads a spatial reference: a number, an object, or well-known text.
    package func reference(_ name: String) throws(RouteRequestError) -> SpatialReference? {
        guard let value = try find(name), !value.isNull else { return nil }
        if case .string(let text) = value, text.contains("[") { return SpatialReference(wkt: text) }
        do throws(FeatureReadError) {
            return try SpatialReference(esriJSON: value)
        } catch {
            throw fault(name, "cannot be used: \(error.reason)")
        }
    }

    /// Units in meters, by what follows `esriSRUnit_` in their names.
    private static let units: [(name: String, meters: Double)] = [
        ("Meter", 1), ("Kilometer", 1_000), ("Foot", 0.3048), ("SurveyFoot", 1_200 / 3_937),
        ("StatuteMile", 1_609.344), ("SurveyMile", 5_280 * 1_200 / 3_937),
        ("NauticalMile", 1_852), ("USNauticalMile", 1_853.248),
    ]

    /// Reads how far rows may be from the shape, in meters; `nil` if they must meet it.
    private func distance(hasShape: Bool) throws(RouteRequestError) -> Double? {
        guard let number = try number("distance"), number > 0 else { return nil }
        guard hasShape else { throw fault("distance", "has an effect only with geometry") }
        guard let unit = try text("units") else { return number }
        let wanted = unit.lowercased()
        guard
            let found = Self.units.first(where: {
                wanted == "esrisrunit_\($0.name.lowercased())" || wanted == $0.name.lowercased()
            })
        else {
            throw fault(
                "units",
                "is \(unit.quoted); one of "
                    + Self.units.map { "esriSRUnit_\($0.name)" }.joined(separator: ", ")
                    + " is needed")
        }
        return number * found.meters
    }

    private func relation() throws(RouteRequestError) -> SpatialRelation? {
        guard let text = try text("spatialRel") else { return nil }
        let wanted = text.lowercased()
        let prefix = "esriSpatialRel"
        let found = SpatialRelation.allCases.first { relation in
            let name = relation.rawValue.lowercased()
            return name == wanted || name.dropFirst(prefix.count) == wanted
        }
        guard let found else {
            let names = SpatialRelation.allCases.map(\.rawValue)
            throw fault(
                "spatialRel",
                "is \(text.quoted); one of \(names.joined(separator: ", ")) is needed"
                    + NearestName.question(for: text, among: names))
        }
        return found
    }

    private func matrix(of relation: SpatialRelation?) throws(RouteRequestError) -> String? {
        let text = try text("relationParam")?.uppercased()
        let example = "nine of T, F, 0, 1, 2 and *, such as FFFTTT***"
        guard relation == .relation else {
            guard let text else { return nil }
            throw fault(
                "relationParam",
                "is \(text.quoted), which has an effect only with spatialRel "
                    + SpatialRelation.relation.rawValue)
        }
        guard let text else {
            throw fault(
                "relationParam", "is missing; \(SpatialRelation.relation.rawValue) needs \(example)"
            )
        }
        guard text.unicodeScalars.count == 9,
            text.unicodeScalars.allSatisfy({ "TF012*".unicodeScalars.contains($0) })
        else { throw fault("relationParam", "is \(text.quoted); \(example) are needed") }
        return text
    }

    /// Reads ids as `1,2,3` or as an array. Returns `nil` if they are absent.
    package func objectIDs(
        _ name: String = "objectIds"
    ) throws(RouteRequestError) -> [Int64]? {
        let found: [Int64?]
        switch try find(name) {
        case nil, .null?: return nil
        case .string(let text)?:
            let words = text.split(separator: ",").map { $0.trimmingSpace() }
            if words.isEmpty { return nil }
            found = words.map { Int64($0) }
        case .number(let number)?: found = [Int64(exactly: number)]
        case .array(let list)?:
            found = list.map { $0.integer.map { Int64($0) } ?? $0.string.flatMap { Int64($0) } }
        case let value?: throw fault(name, "is \(value.excerpt); numbers such as 1,2,3 are needed")
        }
        guard found.count <= Self.mostIDs else {
            throw fault(name, "lists \(found.count) ids; at most \(Self.mostIDs) are accepted")
        }
        let ids = found.compactMap(\.self)
        guard ids.count == found.count else {
            let row = found.firstIndex { $0 == nil } ?? 0
            throw fault(name, "has no whole number at place \(row + 1); use ids such as 1,2,3")
        }
        return ids
    }

    private func order() throws(RouteRequestError) -> [FeatureOrder] {
        let terms = try names("orderByFields") ?? []
        guard terms.count <= Self.mostTerms else {
            throw fault(
                "orderByFields",
                "lists \(terms.count) fields; at most \(Self.mostTerms) are accepted")
        }
        return try terms.map { (term) throws(RouteRequestError) -> FeatureOrder in
            var name = term[...]
            var isAscending = true
            for (word, ascends) in [(" asc", true), (" desc", false)]
            where name.lowercased().hasSuffix(word) {
                name = name.dropLast(word.count).trimmingSpace()
                isAscending = ascends
                break
            }
            if name.count > 1, name.first == "\"", name.last == "\"" {
                name = name.dropFirst().dropLast()
            }
            guard !name.isEmpty else {
                throw fault(
                    "orderByFields", "has \(term.quoted); names with ASC or DESC are needed")
            }
            return FeatureOrder(field: String(name), isAscending: isAscending)
        }
    }

    /// Reads a list of names, as `a,b` or as an array. Returns `nil` if it is absent.
    package func names(_ name: String) throws(RouteRequestError) -> [String]? {
        switch try find(name) {
        case nil, .null?: return nil
        case .string(let text)?:
            return text.split(separator: ",").map { String($0.trimmingSpace()) }
                .filter { !$0.isEmpty }
        case .array(let list)?:
            return try list.map { (element) throws(RouteRequestError) -> String in
                guard let text = element.string else {
                    throw fault(name, "has \(element.excerpt); names are needed")
                }
                return String(text.trimmingSpace())
            }.filter { !$0.isEmpty }
        case let value?: throw fault(name, "is \(value.excerpt); names such as a,b are needed")
        }
    }

    /// Reads `{"Name":"customer"}`, which maps an input's field to the layer's column.
    private func mapping() throws(RouteRequestError) -> FieldMapping {
        guard let value = try find("fieldMappings"), !value.isNull else { return FieldMapping() }
        let example = "{\"Name\":\"customer\"}, the field of the input with the layer's column,"
        guard let object = value.object, object.count <= Self.mostMappings else {
            throw fault(
                "fieldMappings",
                "is \(value.excerpt); an object such as \(example) of at most "
                    + "\(Self.mostMappings) members is needed")
        }
        return FieldMapping(
            try object.members.map { (member) throws(RouteRequestError) -> FieldMapping.Entry in
                guard let column = member.value.string, !column.isEmpty else {
                    throw fault(
                        "fieldMappings",
                        "has \(member.value.excerpt) for \(member.key.quoted); an object such as "
                            + "\(example) is needed")
                }
                return FieldMapping.Entry(field: member.key, column: column)
            })
    }
}

extension StoredLayerQuery {
    /// Reads the definition from the members that were sent.
    ///
    /// - Parameter parameter: The parameter with it, for errors.
    /// - Throws: An error naming the parameter and the member.
    package func definition(of parameter: String) throws(RouteRequestError) -> LayerDefinition {
        try SelectionReader(definition: definition, of: parameter).definition()
    }
}
