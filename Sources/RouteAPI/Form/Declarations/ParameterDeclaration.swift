// The description of one parameter, for any operation that has it.

import Geo

/// The description of a parameter for forms, pages, schemas and messages: its name, its values, its
/// default and its meaning.
///
/// ``ParameterField`` connects it to the property that holds its value. Decoding, notes on unknown
/// names, the service's pages and its OpenAPI document use the same declarations, so they cannot
/// contradict each other.
package struct ParameterDeclaration: Sendable {
    /// The subject of a parameter; the order of a form's parts.
    package enum Group: String, Hashable, Sendable, CaseIterable {
        case inputs = "Stops and barriers"
        case travel = "Travel settings"
        case order = "Order of stops"
        case search = "Search"
        case time = "Time"
        case directions = "Directions"
        case output = "Answer"
        case service = "Beyond ArcGIS"
    }

    /// The source of the value of a parameter that a request does not send.
    package enum DefaultOrigin: Hashable, Sendable {
        /// There is no default.
        case absence
        /// The default is the same for all layers.
        case fixed
        /// The layer, whose resource has the default under a key.
        case layer(key: String)
    }

    /// The effect of a travel mode on a parameter.
    package enum TravelModeEffect: Hashable, Sendable {
        /// The mode's setting applies and the request's own is ignored.
        case overrides
        /// The mode's setting applies where the request has none.
        case supplies
    }

    /// The name on the wire.
    package let name: String
    /// Other names that are read where the first is absent.
    package let aliases: [String]
    /// Its subject.
    package let group: Group
    /// The kind of its values.
    package let kind: ParameterKind
    /// The source of its default.
    package let defaultOrigin: DefaultOrigin
    /// The effect of a travel mode on it, or `nil` for none.
    package let travelModeEffect: TravelModeEffect?
    /// A sentence that describes it.
    package let explanation: String
    /// An example of a value, as in a form.
    let example: String
    /// The example of a parameter that names places.
    let placedExample: (@Sendable (ExamplePlaces) -> String)?
    /// The marks of its names, by which ``FormParameters`` recognizes most absent fields.
    let marks: UInt64
    /// The default, as the text of a field.
    let textOfDefault: @Sendable (RouteLayerConfiguration) -> String?

    /// An example of a value, as in a form, with places of a layer's own network.
    package func example(on layer: LayerDescription) -> String {
        guard let placedExample, let places = ExamplePlaces(layer.examplePlaces) else {
            return example
        }
        return placedExample(places)
    }

    /// The default, as the text of a field, or `nil` when there is none.
    package func defaultText(of layer: RouteLayerConfiguration) -> String? { textOfDefault(layer) }

    /// Every name under which it is read.
    package var names: [String] { [name] + aliases }

    /// Whether the parameter carries locations or barriers.
    package var isInput: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons), .json(.traces),
            .json(.encodedPolylines), .json(.legs):
            true
        default: false
        }
    }

    /// Whether only the size of the request limits a value; other values are short.
    package var mayBeLong: Bool { isInput || kind == .handle }

    /// Whether the rows of a stored layer, or those at a URL, may be its value.
    package var takesLayers: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons): true
        default: false
        }
    }

    /// Whether the parameter determines how the start time is read.
    var isZoneOfStartTime: Bool { ["startTimeIsUTC", "timeOfDayIsUTC"].contains(name) }

    /// The text of a field as JSON.
    func json(_ text: String) -> JSONValue {
        switch kind {
        case .truth: return .bool(text == "true")
        case .number, .integer, .time: return Double(text).map(JSONValue.number) ?? .string(text)
        case .names where text == "none": return .array([])
        case .names where text.first != "[":
            return .array(text.split(separator: ",").map { .string(String($0)) })
        case .names, .json:
            do throws(JSONParseError) {
                return try JSONValue.parse(text)
            } catch {
                // A travel mode may be a plain word.
                return .string(text)
            }
        case .text, .handle, .word, .name: return .string(text)
        }
    }
}
