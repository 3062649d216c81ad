// One parameter of a solve, declared once. The table of them is SolveParameter+Table.

/// A parameter of a solve: what it is called and means, and how its values are read and written.
///
/// A declaration is what decodes the request. The fields that a client sends, the notes on unknown
/// names, the service's pages and its description for machines all come from the same list, so that
/// none of them can say what another does not do.
package struct SolveParameter: Sendable {
    /// What a parameter is about; the order of a form's parts.
    package enum Group: String, Hashable, Sendable, CaseIterable {
        case inputs = "Stops and barriers"
        case travel = "Travel settings"
        case order = "Order of stops"
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
    private let example: String
    /// The value of a parameter that names places.
    private let placedExample: (@Sendable (ExamplePlaces) -> String)?

    /// A value as it stands in a form, with places of a layer's own network.
    package func example(on layer: LayerDescription) -> String {
        guard let placedExample, let places = ExamplePlaces(layer.examplePlaces) else {
            return example
        }
        return placedExample(places)
    }

    /// The marks of its names, by which ``FormParameters`` knows most absent fields.
    let marks: UInt64
    /// Reads the parameter where a form has it.
    let read: @Sendable (SolveForm, inout RouteParameters) throws(RouteRequestError) -> Void
    /// Gives the parameter the value that counts, and says who said it; `nil` when nobody says one.
    let resolve:
        @Sendable (inout RouteParameters, TravelMode?, RouteLayerConfiguration) ->
            Effective.Source?
    /// Takes the parameter over from a request that has it, and says whether it has.
    let carry: @Sendable (_ from: RouteParameters, _ into: inout RouteParameters) -> Bool
    private let textOfRequest: @Sendable (RouteParameters) -> String?
    private let textOfDefault: @Sendable (RouteLayerConfiguration) -> String?

    /// Declares a parameter.
    ///
    /// - Parameters:
    ///   - path: Where its value lives.
    ///   - syntax: How its values are read and written.
    ///   - fallback: The value that counts when neither the request nor a travel mode says one.
    ///   - mode: What a travel mode says about it.
    ///   - placedExample: The example of a parameter that names places, at some of them.
    init<Value>(
        _ name: String, _ path: any WritableKeyPath<RouteParameters, Value?> & Sendable,
        _ syntax: ParameterSyntax<Value>, aliases: [String] = [], in group: Group,
        default fallback: Default<Value> = .absent, mode: ModeSetting<Value>? = nil,
        example: String, at placedExample: (@Sendable (ExamplePlaces) -> String)? = nil,
        _ explanation: String
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.explanation = explanation
        self.example = example
        self.placedExample = placedExample
        kind = syntax.kind
        defaultOrigin = fallback.origin
        travelModeEffect = mode?.effect
        let names = [name] + aliases
        marks = names.reduce(0) { $0 | FormParameters.mark(of: $1) }
        read = { form, parameters throws(RouteRequestError) in
            for name in names {
                guard let value = try syntax.read(form, name) else { continue }
                parameters[keyPath: path] = value
                return
            }
        }
        textOfRequest = { $0[keyPath: path].map(syntax.write) }
        carry = { from, into in
            guard let value = from[keyPath: path] else { return false }
            into[keyPath: path] = value
            return true
        }
        resolve = { parameters, settings, layer in
            Self.resolve(&parameters[keyPath: path], settings, layer, fallback, mode)
        }
        textOfDefault = { fallback.value($0).map(syntax.write) }
    }

    /// Gives a value that counts where none is given, and says who said it.
    private static func resolve<Value>(
        _ given: inout Value?, _ settings: TravelMode?, _ layer: RouteLayerConfiguration,
        _ fallback: Default<Value>, _ mode: ModeSetting<Value>?
    ) -> Effective.Source? {
        let ofMode = settings.flatMap { mode?.value($0) }
        if let ofMode, mode?.effect == .overrides || given == nil {
            given = ofMode
            return .travelMode
        }
        if given != nil { return .request }
        guard let value = fallback.value(layer) else { return nil }
        given = value
        return fallback.origin == .fixed ? .default : .layer
    }

    /// The text of the field that carries the parameter, or `nil` when the request does not set it.
    package func text(in parameters: RouteParameters) -> String? { textOfRequest(parameters) }

    /// The default as it would stand in a field, or `nil` when there is none.
    package func defaultText(of layer: RouteLayerConfiguration) -> String? { textOfDefault(layer) }
}

extension SolveParameter {
    /// The value of a parameter that a request does not send.
    struct Default<Value: Sendable>: Sendable {
        let origin: DefaultOrigin
        let value: @Sendable (RouteLayerConfiguration) -> Value?

        /// There is none.
        static var absent: Self { Self(origin: .absence) { _ in nil } }

        /// Always the same.
        static func fixed(_ value: Value) -> Self { Self(origin: .fixed) { _ in value } }

        /// The layer's, which its resource shows under a key.
        static func layer(
            _ key: String, _ value: @escaping @Sendable (RouteLayerConfiguration) -> Value?
        ) -> Self { Self(origin: .layer(key: key), value: value) }
    }

    /// What travel modes say about a parameter.
    struct ModeSetting<Value: Sendable>: Sendable {
        let effect: TravelModeEffect
        let value: @Sendable (TravelMode) -> Value?

        /// The mode's setting counts and the request's own is ignored.
        static func overrides(_ value: @escaping @Sendable (TravelMode) -> Value?) -> Self {
            Self(effect: .overrides, value: value)
        }

        /// The mode's setting counts where the request has none.
        static func supplies(_ value: @escaping @Sendable (TravelMode) -> Value?) -> Self {
            Self(effect: .supplies, value: value)
        }
    }

    /// A value that counts, and who said it.
    package struct Effective: Hashable, Sendable {
        /// Who can say the value of a parameter.
        package enum Source: String, Hashable, Sendable {
            case request
            case travelMode
            case layer
            case `default`
        }

        /// The value as it would stand in a field.
        package var text: String
        /// Who said it.
        package var source: Source
    }

    /// The value that counts for a request, or `nil` when nobody says one.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - layer: The layer that is asked.
    package func effective(
        in parameters: RouteParameters, mode: TravelMode?, layer: RouteLayerConfiguration
    ) -> Effective? {
        var resolved = parameters
        guard let source = resolve(&resolved, mode, layer), let text = text(in: resolved) else {
            return nil
        }
        return Effective(text: text, source: source)
    }
}
