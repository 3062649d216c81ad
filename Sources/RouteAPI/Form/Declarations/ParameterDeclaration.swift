// Describes one parameter, for every operation that has it.

import Geo

/// Describes a parameter for forms, pages, schemas and messages: its name, values, default and
/// meaning.
///
/// Each parameter is declared once. ``ParameterField`` connects the description to the property
/// that holds the value. Decoding, notes on unknown names, the service's pages and its OpenAPI
/// document all use the same declarations, so they cannot contradict each other.
///
/// To add a parameter, write one line in a file such as `AnalysisFields.swift` and add the property
/// it names. Nothing else lists parameters by hand.
package struct ParameterDeclaration: Sendable {
    /// What a parameter is about. Forms show the groups in this order.
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

    /// Where the value comes from if the request does not send the parameter.
    package enum DefaultOrigin: Hashable, Sendable {
        /// There is no default.
        case absence
        /// All layers have the same default.
        case fixed
        /// The layer, whose resource states the default under this key.
        case layer(key: String)
    }

    /// What a travel mode does to a parameter.
    package enum TravelModeEffect: Hashable, Sendable {
        /// The mode's setting replaces the request's.
        case overrides
        /// The mode's setting applies if the request has none.
        case supplies
    }

    /// The name on the wire.
    package let name: String
    /// Other names, which are read if the first is absent.
    package let aliases: [String]
    package let group: Group
    package let kind: ParameterKind
    /// Where its default comes from.
    package let defaultOrigin: DefaultOrigin
    /// What a travel mode does to it; `nil` if nothing.
    package let travelModeEffect: TravelModeEffect?
    /// A sentence describing the parameter.
    package let explanation: String
    /// An example value, as in a form.
    let example: String
    /// Makes the example if it should name places on the network.
    let placedExample: (@Sendable (ExamplePlaces) -> String)?
    /// The marks of its names, by which ``FormParameters`` recognizes most absent fields.
    let marks: UInt64
    /// Returns the default as a field's text.
    let textOfDefault: @Sendable (RouteLayerConfiguration) -> String?
    /// Reads a field's text as the layer's default; `nil` if a layer has no say in it.
    let setDefault: DefaultSetter?

    /// Reads a field's text as a layer's default.
    typealias DefaultSetter =
        @Sendable (String, inout RouteLayerConfiguration) throws(RouteRequestError) -> Void

    /// Returns an example value, as in a form, with places on the layer's own network.
    package func example(on layer: LayerDescription) -> String {
        guard let placedExample, let places = ExamplePlaces(layer.examplePlaces) else {
            return example
        }
        return placedExample(places)
    }

    /// Returns the default as a field's text, or `nil` if there is none.
    package func defaultText(of layer: RouteLayerConfiguration) -> String? { textOfDefault(layer) }

    /// Whether service definitions may set its default by ``setDefault(_:of:)``.
    package var isSetting: Bool { setDefault != nil }

    /// Reads a text, as a request would send it, as a layer's default.
    ///
    /// - Throws: `RouteRequestError` naming the parameter if it does not take the text.
    package func setDefault(
        _ text: String, of layer: inout RouteLayerConfiguration
    ) throws(RouteRequestError) {
        guard let setDefault else { preconditionFailure("\(name) must be a setting of layers") }
        try setDefault(text, &layer)
    }

    /// Every name it is read under.
    package var names: [String] { [name] + aliases }

    package var isInput: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons), .json(.traces),
            .json(.encodedPolylines), .json(.legs):
            true
        default: false
        }
    }

    /// Whether values may be as long as the request. All other values are short.
    package var mayBeLong: Bool { isInput || kind == .handle }

    /// Whether the value may be rows of a stored layer, or rows at a URL.
    package var takesLayers: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons): true
        default: false
        }
    }

    /// Whether the parameter decides how the start time is read.
    var isZoneOfStartTime: Bool { ["startTimeIsUTC", "timeOfDayIsUTC"].contains(name) }

    /// Converts a field's text to JSON.
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
