// One parameter of an operation, declared once: its description, and the property that holds it.

/// A parameter with the property of a request that holds its value, and how that is read, written
/// and completed.
@dynamicMemberLookup
package struct ParameterField<Parameters: Sendable>: Sendable {
    /// What is said of it.
    package let declaration: ParameterDeclaration
    /// Reads the parameter where a form has it.
    let read: @Sendable (FormReading, inout Parameters) throws(RouteRequestError) -> Void
    let resolve: Resolution
    let carry: Carrier
    private let textOfRequest: @Sendable (Parameters) -> String?

    /// Gives the parameter the value that counts, and says where that came from; `nil` when there
    /// is none.
    typealias Resolution =
        @Sendable (inout Parameters, TravelMode?, RouteLayerConfiguration) ->
        EffectiveParameter.Origin?
    /// Takes the parameter over from a request that has it, and says whether it has.
    typealias Carrier = @Sendable (_ from: Parameters, _ into: inout Parameters) -> Bool

    /// Declares a parameter.
    ///
    /// - Parameters:
    ///   - path: Where its value lives.
    ///   - syntax: How its values are read and written.
    ///   - fallback: The value that counts when neither the request nor a travel mode says one.
    ///   - mode: What a travel mode says about it.
    ///   - placedExample: The example of a parameter that names places, at some of them.
    init<Value>(
        _ name: String, _ path: PropertyPath<Parameters, Value?>,
        _ syntax: ParameterSyntax<Value>, aliases: [String] = [],
        in group: ParameterDeclaration.Group,
        default fallback: ParameterDefault<Value> = .absent,
        mode: TravelModeSetting<Value>? = nil,
        example: String, at placedExample: (@Sendable (ExamplePlaces) -> String)? = nil,
        _ explanation: String
    ) {
        let names = [name] + aliases
        declaration = ParameterDeclaration(
            name: name, aliases: aliases, group: group, kind: syntax.kind,
            defaultOrigin: fallback.origin, travelModeEffect: mode?.effect,
            explanation: explanation, example: example, placedExample: placedExample,
            marks: names.reduce(0) { $0 | FormParameters.mark(of: $1) }
        ) { fallback.value($0).map(syntax.write) }
        read = { form, parameters throws(RouteRequestError) in
            for name in names {
                guard let value = try syntax.read(form, name) else { continue }
                parameters[keyPath: path.keyPath] = value
                return
            }
        }
        textOfRequest = { $0[keyPath: path.keyPath].map(syntax.write) }
        carry = { from, into in
            guard let value = from[keyPath: path.keyPath] else { return false }
            into[keyPath: path.keyPath] = value
            return true
        }
        resolve = { parameters, settings, layer in
            Self.resolve(&parameters[keyPath: path.keyPath], settings, layer, fallback, mode)
        }
    }

    /// Gives a value that counts where none is given, and says where it came from.
    private static func resolve<Value>(
        _ given: inout Value?, _ settings: TravelMode?, _ layer: RouteLayerConfiguration,
        _ fallback: ParameterDefault<Value>, _ mode: TravelModeSetting<Value>?
    ) -> EffectiveParameter.Origin? {
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
    package func text(in parameters: Parameters) -> String? { textOfRequest(parameters) }

    /// A property of the declaration.
    package subscript<Value>(
        dynamicMember path: KeyPath<ParameterDeclaration, Value>
    ) -> Value { declaration[keyPath: path] }

    /// The value that counts for a request as it would stand in a field, and where it came from;
    /// `nil` when there is none.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - layer: The layer that is asked.
    package func effective(
        in parameters: Parameters, mode: TravelMode?, layer: RouteLayerConfiguration
    ) -> (text: String, origin: EffectiveParameter.Origin)? {
        var resolved = parameters
        guard let origin = resolve(&resolved, mode, layer), let text = text(in: resolved) else {
            return nil
        }
        return (text, origin)
    }
}

/// Where in a request the value of a parameter lives.
///
/// Sendable, because its parts are stored properties alone: nothing is captured.
struct PropertyPath<Parameters, Value>: @unchecked Sendable {
    let keyPath: WritableKeyPath<Parameters, Value>

    /// A property.
    init(_ keyPath: any WritableKeyPath<Parameters, Value> & Sendable) { self.keyPath = keyPath }

    /// A property of a part of a request.
    init<Part>(
        _ path: any WritableKeyPath<Part, Value> & Sendable,
        of part: any WritableKeyPath<Parameters, Part> & Sendable
    ) {
        let (outer, inner): (WritableKeyPath<Parameters, Part>, WritableKeyPath<Part, Value>)
        (outer, inner) = (part, path)
        keyPath = outer.appending(path: inner)
    }
}

/// The value of a parameter that a request does not send.
struct ParameterDefault<Value: Sendable>: Sendable {
    let origin: ParameterDeclaration.DefaultOrigin
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
struct TravelModeSetting<Value: Sendable>: Sendable {
    let effect: ParameterDeclaration.TravelModeEffect
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
