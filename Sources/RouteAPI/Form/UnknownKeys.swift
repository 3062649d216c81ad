// Notes on unknown members in JSON values; most are misspelled.

import DataStructures
import Geo

/// Finds members that would silently be ignored, and the names they resemble.
enum UnknownKeys {
    /// Larger feature sets are searched only for strict requests, because the search takes as long
    /// as reading them.
    private static let longestFeatures = 16 << 10

    private static let travelMode = [
        "id", "itemId", "name", "type", "description", "impedanceAttributeName",
        "timeAttributeName", "distanceAttributeName", "restrictionAttributeNames",
        "attributeParameterValues", "useHierarchy", "uturnAtJunctions", "simplificationTolerance",
        "simplificationToleranceUnits",
    ]

    private static let featureSet = [
        "type", "features", "doNotLocateOnRestrictedElements", "spatialReference", "hasZ", "hasM",
        "fields", "fieldAliases", "geometryType", "displayFieldName", "exceededTransferLimit",
        "objectIdFieldName", "objectIdField", "globalIdFieldName", "url", "layerName", "where",
        "geometry", "spatialRel", "transform", "uniqueIdField", "geometryProperties", "inSR",
        "relationParam", "objectIds", "orderByFields", "fieldMappings", "attributes",
    ]

    /// Returns the names that inputs have in locate settings.
    private static func inputs(among parameters: [ParameterDeclaration]) -> [String] {
        parameters.filter(\.takesLayers).map(\.name).flatMap { name in
            [name] + LocationInputs.toolNames(of: name)
                + (BarrierClass(parameter: name).map { [$0.toolInput] } ?? [])
        }
    }

    fileprivate static let locate = ["tolerance", "toleranceUnits", "allowAutoRelocate", "sources"]

    private static let attributeParameter = [
        "attributeName", "parameterName", "parameterType", "value", "hasDefaultValue",
    ]

    /// Returns a sentence for each member without an effect. Values that are not JSON get none,
    /// because reading them throws.
    ///
    /// - Parameters:
    ///   - sent: The parameters that the form may have.
    ///   - parameters: All parameters that the operation reads.
    /// - Complexity: O(*n*) for *n* bytes searched.
    static func notes(
        on form: FormParameters, of sent: [ParameterDeclaration],
        among parameters: [ParameterDeclaration], isStrict: Bool
    ) -> [RouteRequestError.Fault] {
        sent.flatMap { parameter -> [RouteRequestError.Fault] in
            guard case .json(let shape) = parameter.kind,
                let text = form.text(parameter.name), text.first == "{" || text.first == "[",
                isStrict || !shape.isFeatures || text.utf8.count <= longestFeatures,
                let value = tree(text)
            else { return [] }
            return notes(on: value, shape, of: parameter.name, among: parameters).map {
                .init(parameter: parameter.name, text: $0)
            }
        }
    }

    private static func tree(_ text: String) -> JSONValue? {
        do throws(JSONParseError) {
            return try JSONValue.parse(text, limits: .features(maximumBytes: text.utf8.count))
        } catch {
            return nil
        }
    }

    private static func notes(
        on value: JSONValue, _ shape: ParameterKind.JSONShape, of name: String,
        among parameters: [ParameterDeclaration]
    ) -> [String] {
        switch shape {
        case .points, .lines, .polygons:
            return value.isGeoJSON || EsriFeatureReader.isGeometry(value)
                ? [] : notes(on: value, known: featureSet, name)
        case .travelMode:
            let values = value["attributeParameterValues"]?.array ?? []
            return notes(on: value, known: travelMode, name)
                + values.flatMap { notes(on: $0, known: attributeParameter, name) }
        case .attributeParameterValues:
            return (value.array ?? [value]).flatMap {
                notes(on: $0, known: attributeParameter, name)
            }
        case .locateSettings:
            return locateNotes(on: value, of: name, inputs: inputs(among: parameters))
        case .legs:
            return (value.array ?? []).flatMap {
                notes(on: $0, known: ["supportingPoints", "precision"], name)
            }
        case .spatialReference, .context, .traces, .encodedPolylines: return []
        }
    }

    private static func locateNotes(
        on value: JSONValue, of name: String, inputs: [String]
    ) -> [String] {
        let isBare = value.isBareLocateSettings
        let overrides = value["overrides"]
        let settings =
            (isBare ? [] : [value["default"]]) + (overrides?.object?.members.map(\.value) ?? [])
        return notes(on: value, known: (isBare ? locate : ["default"]) + ["overrides"], name)
            + (overrides.map { notes(on: $0, known: inputs, name) } ?? [])
            + settings.compactMap(\.self).flatMap { notes(on: $0, known: locate, name) }
    }

    private static func notes(on value: JSONValue, known: [String], _ name: String) -> [String] {
        let folded = Set(known.map { $0.lowercased() })
        return (value.object?.keys ?? []).filter { !folded.contains($0.lowercased()) }.prefix(20)
            .map { key in
                let hint = NearestName.of(key, among: known).map { "; did you mean \"\($0)\"?" }
                return "Parameter \"\(name)\": the member \(key.quoted) is not known and was "
                    + "ignored\(hint ?? ".")"
            }
    }
}

extension JSONValue {
    /// Whether locate settings for all inputs are stated directly rather than under `default`.
    var isBareLocateSettings: Bool {
        self["default"] == nil && UnknownKeys.locate.contains { self[$0] != nil }
    }
}

extension ParameterKind.JSONShape {
    /// Whether values may contain thousands of features. All others are short.
    fileprivate var isFeatures: Bool {
        switch self {
        case .points, .lines, .polygons, .traces, .encodedPolylines, .legs: true
        case .travelMode, .attributeParameterValues, .spatialReference, .locateSettings, .context:
            false
        }
    }
}
