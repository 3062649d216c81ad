// What is said of one parameter of an operation, whichever operation it is.

import Geo

/// A parameter as forms, pages, schemas and messages know it: its name, its values, its default and
/// what it means.
///
/// ``ParameterField`` ties it to the property that holds its value. What decodes a request, the
/// notes on unknown names, the service's pages and its description for machines come from the same
/// declarations, so that none of them can say what another does not do.
package struct ParameterDeclaration: Sendable {
    /// What a parameter is about; the order of a form's parts.
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

    /// Where the value of a parameter comes from that a request does not send.
    package enum DefaultOrigin: Hashable, Sendable {
        /// From nowhere: there is none.
        case absence
        /// It is always the same.
        case fixed
        /// From the layer, whose resource says it under a key.
        case layer(key: String)
    }

    /// What a travel mode does to a parameter.
    package enum TravelModeEffect: Hashable, Sendable {
        /// The mode's setting counts and the request's own is ignored.
        case overrides
        /// The mode's setting counts where the request has none.
        case supplies
    }

    /// The name on the wire.
    package let name: String
    /// Other names that are read where the first is absent.
    package let aliases: [String]
    /// What it is about.
    package let group: Group
    /// What its values look like.
    package let kind: ParameterKind
    /// Where its default comes from.
    package let defaultOrigin: DefaultOrigin
    /// What a travel mode does to it, or `nil` for nothing.
    package let travelModeEffect: TravelModeEffect?
    /// A plain sentence about it.
    package let explanation: String
    /// A value as it stands in a form.
    let example: String
    /// The value of a parameter that names places.
    let placedExample: (@Sendable (ExamplePlaces) -> String)?
    /// The marks of its names, by which ``FormParameters`` knows most absent fields.
    let marks: UInt64
    /// The default as it would stand in a field.
    let textOfDefault: @Sendable (RouteLayerConfiguration) -> String?

    /// A value as it stands in a form, with places of a layer's own network.
    package func example(on layer: LayerDescription) -> String {
        guard let placedExample, let places = ExamplePlaces(layer.examplePlaces) else {
            return example
        }
        return placedExample(places)
    }

    /// The default as it would stand in a field, or `nil` when there is none.
    package func defaultText(of layer: RouteLayerConfiguration) -> String? { textOfDefault(layer) }

    /// Every name that it is read by.
    package var names: [String] { [name] + aliases }

    /// Whether the parameter carries locations or barriers.
    package var isInput: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons): true
        default: false
        }
    }

    /// Whether the parameter says how the start time is read.
    var isZoneOfStartTime: Bool { ["startTimeIsUTC", "timeOfDayIsUTC"].contains(name) }

    /// A field's text as the JSON that it stands for.
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
        case .text, .word, .name: return .string(text)
        }
    }
}
