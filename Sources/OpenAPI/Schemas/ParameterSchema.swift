// Schemas for parameters, from their declarations.

package import Geo
package import RouteAPI

/// Describes the parameters of a layer's operations.
package struct ParameterSchema {
    package let layer: LayerDescription
    /// The parameters with the operation's locations.
    package var locations: [String] = []

    package init(layer: LayerDescription, locations: [String] = []) {
        self.layer = layer
        self.locations = locations
    }

    /// `x,y;x,y` in degrees.
    private static let simpleLocations =
        #"^(-?\d{1,3}(\.\d{1,9})?,-?\d{1,2}(\.\d{1,9})?;?)+$"#

    /// Describes a parameter as a field in a query or form.
    package func field(_ parameter: ParameterDeclaration) -> JSONValue {
        let text = parameter.defaultText(of: layer.configuration)
        return field(parameter.kind).with([
            "description": .string(Self.description(of: parameter)),
            "default": text.flatMap { Self.value($0, parameter.kind) },
            "examples": Self.value(parameter.example(on: layer), parameter.kind).map { [$0] },
        ])
    }

    /// Describes a parameter: its meaning, its default and its other names.
    private static func description(of parameter: ParameterDeclaration) -> String {
        var sentences = [parameter.explanation]
        if case .layer(let key) = parameter.defaultOrigin {
            sentences.append("Default: the layer's \(key).")
        }
        switch parameter.travelModeEffect {
        case .overrides: sentences.append("A travel mode's setting takes precedence over it.")
        case .supplies: sentences.append("A travel mode's setting applies where it is absent.")
        case nil: break
        }
        if !parameter.aliases.isEmpty {
            sentences.append("Also read as \(parameter.aliases.joined(separator: ", ")).")
        }
        return sentences.joined(separator: " ")
    }

    /// Describes a kind of value as a field's text.
    package func field(_ kind: ParameterKind) -> JSONValue {
        switch kind {
        case .truth, .number, .integer, .text, .handle, .word, .name, .names: value(kind)
        case .time: ["oneOf": [Schema.time, ["const": "now"]]]
        case .json(.points):
            [
                "anyOf": [
                    Schema.string.with(["pattern": .string(Self.simpleLocations)]),
                    Schema.json(Schema.reference("PointInput")),
                ]
            ]
        case .json(.travelMode):
            [
                "anyOf": [
                    Schema.words(layer.configuration.travelModes.flatMap { [$0.id, $0.name] }),
                    Schema.json(Schema.reference("TravelMode")),
                ]
            ]
        case .json(.traces):
            ["anyOf": [Schema.string, Schema.json(Schema.reference("TraceInput"))]]
        case .json(.encodedPolylines):
            ["anyOf": [Schema.string, Schema.json(value(.encodedPolylines))]]
        case .json(.spatialReference):
            ["anyOf": [Schema.integer, Schema.json(Schema.reference("SpatialReference"))]]
        case .json(let shape): Schema.json(value(shape))
        }
    }

    /// Describes a kind of value as JSON.
    package func value(_ kind: ParameterKind) -> JSONValue {
        switch kind {
        case .truth: Schema.boolean
        case .number: ["type": "number", "minimum": 0]
        case .integer(let range):
            [
                "type": "integer", "minimum": .number(Double(range.lowerBound)),
                "maximum": .number(Double(range.upperBound)),
            ]
        case .time: Schema.time
        case .text, .handle: Schema.string
        case .word(let words): Schema.words(words)
        case .name(.languages), .name(.styles): Schema.string
        case .name(let list): Schema.words(list.names(of: layer))
        case .names(let list): Schema.array(of: Schema.words(list.names(of: layer)))
        case .json(let shape): value(shape)
        }
    }

    private func value(_ shape: ParameterKind.JSONShape) -> JSONValue {
        switch shape {
        case .points: Schema.reference("PointInput")
        case .lines: Schema.reference("LineInput")
        case .polygons: Schema.reference("PolygonInput")
        case .travelMode: Schema.reference("TravelMode")
        case .attributeParameterValues:
            Schema.array(of: Schema.reference("AttributeParameterValue"))
        case .spatialReference: Schema.reference("SpatialReference")
        case .locateSettings: RequestSchemas.locateSettings(of: locations)
        case .context: Schema.reference("MapContext")
        case .traces: Schema.reference("TraceInput")
        case .encodedPolylines: Schema.array(of: Schema.string)
        case .legs: Schema.array(of: Schema.reference("LegOptions"))
        }
    }

    /// Converts a field's text to the value its schema describes.
    private static func value(_ text: String, _ kind: ParameterKind) -> JSONValue? {
        switch kind {
        case .truth: .bool(text == "true")
        case .number, .integer: Double(text).map { .number($0) }
        case .time: Double(text).map { .number($0) } ?? .string(text)
        case .names:
            .array(
                text == "none" ? [] : text.split(separator: ",").map { .string(String($0)) })
        case .json(.spatialReference): Double(text).map { .number($0) } ?? .string(text)
        case .text, .handle, .word, .name, .json: .string(text)
        }
    }
}
