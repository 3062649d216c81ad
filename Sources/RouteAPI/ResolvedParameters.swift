// A request with the effective value of every parameter, and the source of each.

public import Geo

/// The effective value of a parameter for an answer.
public struct EffectiveParameter: Hashable, Sendable {
    /// The source of a parameter's value.
    public enum Origin: String, Hashable, Sendable, CaseIterable {
        /// The request.
        case request
        /// The request's travel mode.
        case travelMode
        /// The layer.
        case layer
        /// The default of every layer.
        case `default`
    }

    /// The parameter.
    public var name: String
    /// Its value as JSON: a number, a truth value, a list of names, or text.
    public var value: JSONValue
    /// The source of the value.
    public var origin: Origin
    /// The request's own value, if it was ignored: the travel mode has another one, or the value is
    /// not available.
    public var ignored: JSONValue?

    /// Makes a parameter's value.
    public init(name: String, value: JSONValue, origin: Origin, ignored: JSONValue? = nil) {
        self.name = name
        self.value = value
        self.origin = origin
        self.ignored = ignored
    }
}

/// A request whose parameters all have their effective value.
///
/// An operation reads its own settings from here; the common ones are passed on as
/// ``EffectiveParameters``. So the reported values are those that were used.
///
/// A class, because it has every parameter twice and a solve passes it from part to part.
@usableFromInline
package final class ResolvedParameters<Parameters: OperationParameters>:
    Sendable
{
    /// The request with travel mode and defaults filled in; parameters without a value stay `nil`.
    @usableFromInline package let parameters: Parameters
    /// The request as it was sent.
    package let requested: Parameters
    /// For each declared parameter the source of its value.
    private let origins: [EffectiveParameter.Origin?]

    /// Resolves a request.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - defaults: The layer's value of every parameter that a request leaves out.
    package init(
        _ requested: Parameters, mode: TravelMode?, defaults: ParameterDefaults<Parameters>
    ) {
        self.requested = requested
        var asked = requested
        // The map context that newer clients send applies where outSR is absent.
        if asked.analysis.output.outSR == nil {
            asked.analysis.output.outSR = requested.analysis.locations.context?.outSR
        }
        var completed = defaults.completing(asked, mode)
        if completed.parameters.analysis.time.startTime == .now { completed.makeStartUTC() }
        (parameters, origins) = (completed.parameters, completed.origins)
    }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable package subscript<Value>(_ path: KeyPath<Parameters, Value?>) -> Value {
        guard let value = parameters[keyPath: path] else {
            preconditionFailure("\(path) is declared without a default")
        }
        return value
    }

    /// The parameters of the request that its travel mode overrides with other values.
    fileprivate var overridden: [String] {
        // Most requests have no travel mode.
        guard origins.contains(.travelMode) else { return [] }
        return Parameters.operation.completion.overridden(requested, parameters, origins)
    }

    private func ignoredText(
        _ field: ParameterField<Parameters>, _ origin: EffectiveParameter.Origin?,
        of parameters: Parameters
    ) -> String? {
        guard origin != .request, let asked = field.text(in: requested),
            asked != field.text(in: parameters)
        else { return nil }
        return asked
    }

    /// Every parameter but the inputs themselves, in the order of their declarations.
    ///
    /// - Parameters:
    ///   - analysis: The common parameters that were used in the end.
    ///   - fallBacks: The parameters whose value was replaced by the layer's.
    fileprivate func list(
        _ analysis: AnalysisParameters, fallBacks: Set<String>
    ) -> [EffectiveParameter] {
        var parameters = parameters
        parameters.analysis = analysis
        return zip(Parameters.operation.fields, origins).compactMap { field, origin in
            let parameter = field.declaration
            guard !parameter.isInput else { return nil }
            let origin = fallBacks.contains(parameter.name) ? .layer : origin
            let text = field.text(in: parameters)
            return EffectiveParameter(
                name: parameter.name, value: text.map(parameter.json) ?? .null,
                origin: origin ?? .default,
                ignored: ignoredText(field, origin, of: parameters).map(parameter.json))
        }
    }
}

/// The common parameters of a request, all with their effective value.
///
/// Code that is common to all analyses reads its settings only from here.
@usableFromInline package struct EffectiveParameters: Sendable {
    /// The common parameters with travel mode and defaults filled in; parameters without a value
    /// stay `nil`.
    @usableFromInline package private(set) var analysis: AnalysisParameters
    /// The common parameters as they were sent.
    package let requested: AnalysisParameters
    /// The parameters of the request that its travel mode overrides with other values.
    package let overridden: [String]
    /// The parameters whose value was replaced by the layer's.
    private var fallBacks: Set<String> = []
    private let list: @Sendable (AnalysisParameters, Set<String>) -> [EffectiveParameter]

    /// Takes the common parameters of a request.
    package init<Parameters>(_ resolved: ResolvedParameters<Parameters>) {
        analysis = resolved.parameters.analysis
        requested = resolved.requested.analysis
        overridden = resolved.overridden
        list = { resolved.list($0, fallBacks: $1) }
    }

    /// Every parameter of the operation but the inputs themselves, in the order of their
    /// declarations.
    package var reported: [EffectiveParameter] { list(analysis, fallBacks) }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable package subscript<Value>(_ path: KeyPath<AnalysisParameters, Value?>) -> Value {
        guard let value = analysis[keyPath: path] else {
            preconditionFailure("\(path) is declared without a default")
        }
        return value
    }

    /// Replaces a value by the layer's and records it.
    package mutating func fallBack<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value, of name: String
    ) {
        analysis[keyPath: path] = value
        fallBacks.insert(name)
    }

    /// Removes unknown elements of a list, whose origin stays the same.
    package mutating func narrow<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value
    ) {
        analysis[keyPath: path] = value
    }
}
