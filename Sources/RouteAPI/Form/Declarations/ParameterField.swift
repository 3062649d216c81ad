// One parameter of an operation, declared once: its description, and the property that holds it.

import Geo

/// Connects a parameter's description to the property that holds its value.
///
/// A field can read the parameter from a form, write it as text, and complete a request that leaves
/// it out. Each operation has a list of fields (``OperationDeclaration``); decoding a form,
/// completing a request and writing one all walk through this list.
///
/// When a value is completed, a travel mode's setting that *overrides* comes first, then the
/// request's value, then a setting that the mode *supplies*, then the default.
/// ``effective(in:mode:layer:)`` also says which of them applied.
///
/// This is a class because every request passes all its operation's fields.
@dynamicMemberLookup
package final class ParameterField<Parameters: OperationParameters>: Sendable {
    package let declaration: ParameterDeclaration
    /// Reads the parameter if the form has it.
    let read: @Sendable (FormReading, inout Parameters) throws(RouteRequestError) -> Void
    let resolve: Resolution
    let carry: Carrier
    /// `nil` if travel modes have no setting for the parameter.
    let carryOfMode: ModeCarrier?
    private let textOfRequest: @Sendable (Parameters) -> String?

    /// Sets the parameter to its effective value and returns the value's source, or `nil` if there
    /// is no value.
    typealias Resolution =
        @Sendable (inout Parameters, TravelMode?, RouteLayerConfiguration) ->
        EffectiveParameter.Origin?
    /// Copies the parameter if the request has it.
    typealias Carrier = @Sendable (_ from: Parameters, _ into: inout Parameters) -> Void
    /// Copies a travel mode's setting if it applies.
    typealias ModeCarrier = @Sendable (TravelMode, _ into: inout Parameters) -> Void

    /// Declares a parameter that only this operation has.
    ///
    /// - Parameters:
    ///   - path: The property that holds its value.
    ///   - syntax: How its values are read and written.
    ///   - fallback: The value if neither the request nor a travel mode has one.
    ///   - mode: The travel modes' setting for it.
    ///   - placedExample: Makes an example with the given places, if the parameter names places.
    @inline(__always)
    convenience init<Value>(
        _ name: String,
        _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<Parameters, Value?>,
        _ syntax: ParameterSyntax<Value>, aliases: [String] = [],
        in group: ParameterDeclaration.Group,
        default fallback: ParameterDefault<Value> = .absent,
        mode: TravelModeSetting<Value>? = nil,
        example: String, at placedExample: (@Sendable (ExamplePlaces) -> String)? = nil,
        _ explanation: String
    ) {
        self.init(
            name, PropertyAccess(path()), syntax, aliases: aliases, in: group,
            default: fallback, mode: mode, example: example, at: placedExample, explanation)
    }

    /// Declares a common parameter: a property in a part of the common parameters.
    @inline(__always)
    convenience init<Part, Value>(
        _ name: String,
        _ part: @escaping @autoclosure @Sendable () -> PartPath<Part>,
        _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<Part, Value?>,
        _ syntax: ParameterSyntax<Value>, aliases: [String] = [],
        in group: ParameterDeclaration.Group,
        default fallback: ParameterDefault<Value> = .absent,
        mode: TravelModeSetting<Value>? = nil,
        example: String, at placedExample: (@Sendable (ExamplePlaces) -> String)? = nil,
        _ explanation: String
    ) {
        self.init(
            name, PropertyAccess(part(), path()), syntax, aliases: aliases,
            in: group, default: fallback, mode: mode, example: example, at: placedExample,
            explanation)
    }

    private init<Value>(
        _ name: String, _ property: PropertyAccess<Parameters, Value?>,
        _ syntax: ParameterSyntax<Value>, aliases: [String],
        in group: ParameterDeclaration.Group, default fallback: ParameterDefault<Value>,
        mode: TravelModeSetting<Value>?, example: String,
        at placedExample: (@Sendable (ExamplePlaces) -> String)?, _ explanation: String
    ) {
        let names = [name] + aliases
        declaration = ParameterDeclaration(
            name: name, aliases: aliases, group: group, kind: syntax.kind,
            defaultOrigin: fallback.origin, travelModeEffect: mode?.effect,
            explanation: explanation, example: example, placedExample: placedExample,
            marks: names.reduce(0) { $0 | FormParameters.mark(of: $1) },
            textOfDefault: { fallback.value($0).map(syntax.write) },
            setDefault: fallback.set.map { Self.setter(name, syntax, $0) })
        read = { form, parameters throws(RouteRequestError) in
            for name in names {
                guard let value = try syntax.read(form, name) else { continue }
                property.set(&parameters, value)
                return
            }
        }
        textOfRequest = { property.get($0).map(syntax.write) }
        carry = { from, into in
            if let value = property.get(from) { property.set(&into, value) }
        }
        carryOfMode = mode.map { mode -> ModeCarrier in
            { settings, into in
                guard mode.effect == .overrides || property.get(into) == nil,
                    let value = mode.value(settings)
                else { return }
                property.set(&into, value)
            }
        }
        resolve = { parameters, settings, layer in
            var value = property.get(parameters)
            defer { property.set(&parameters, value) }
            return Self.resolve(&value, settings, layer, fallback, mode)
        }
    }

    /// Returns a setter of the layer's default, which reads as a request's field is read.
    private static func setter<Value>(
        _ name: String, _ syntax: ParameterSyntax<Value>,
        _ set: @escaping @Sendable (inout RouteLayerConfiguration, Value) -> Void
    ) -> ParameterDeclaration.DefaultSetter {
        { text, layer throws(RouteRequestError) in
            let form = FormReading(
                fields: FormParameters([(name, text)]), limits: FeatureLimits(),
                locateDefaults: layer.locateSettings)
            if let value = try syntax.read(form, name) { set(&layer, value) }
        }
    }

    /// Sets a value to the effective one and returns its source.
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

    /// Returns the parameter as a field's text, or `nil` if the request does not set it.
    package func text(in parameters: Parameters) -> String? { textOfRequest(parameters) }

    /// A property of the declaration.
    package subscript<Value>(
        dynamicMember path: KeyPath<ParameterDeclaration, Value>
    ) -> Value { declaration[keyPath: path] }

    /// Returns the request's effective value as a field's text, with its source; `nil` if there is
    /// none.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - layer: The layer that answers.
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

/// The value of a parameter that a request does not send.
struct ParameterDefault<Value: Sendable>: Sendable {
    let origin: ParameterDeclaration.DefaultOrigin
    let value: @Sendable (RouteLayerConfiguration) -> Value?
    /// Sets the layer's default; `nil` if service definitions cannot, or have a form of their own.
    var set: (@Sendable (inout RouteLayerConfiguration, Value) -> Void)?

    static var absent: Self { Self(origin: .absence) { _ in nil } }

    static func fixed(_ value: Value) -> Self { Self(origin: .fixed) { _ in value } }

    /// The layer's default, which its resource shows under a key.
    static func layer(
        _ key: String, _ value: @escaping @Sendable (RouteLayerConfiguration) -> Value?
    ) -> Self { Self(origin: .layer(key: key), value: value) }

    /// The layer's default, which its resource shows under a key, and which service definitions
    /// set under the parameter's name.
    static func setting(
        _ key: String, _ path: any WritableKeyPath<RouteLayerConfiguration, Value> & Sendable
    ) -> Self {
        Self(origin: .layer(key: key), value: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
    }
}

/// The travel modes' settings for a parameter.
struct TravelModeSetting<Value: Sendable>: Sendable {
    let effect: ParameterDeclaration.TravelModeEffect
    let value: @Sendable (TravelMode) -> Value?

    /// The mode's setting replaces the request's.
    static func overrides(_ value: @escaping @Sendable (TravelMode) -> Value?) -> Self {
        Self(effect: .overrides, value: value)
    }

    /// The mode's setting applies if the request has none.
    static func supplies(_ value: @escaping @Sendable (TravelMode) -> Value?) -> Self {
        Self(effect: .supplies, value: value)
    }
}
