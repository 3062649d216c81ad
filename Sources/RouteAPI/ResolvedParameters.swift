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

/// A request with the effective value of every parameter: its own or that of its travel mode, else
/// the layer's.
///
/// An operation reads its own settings from here; the common ones are passed on as
/// ``EffectiveParameters``. So the reported values are those that were used. A value is looked up
/// when it is read: a request sets few of some eighty parameters. The look-ups are inlined, with
/// key paths that are written out there, so that they compile to access to stored properties.
///
/// A class, because it has every parameter twice and a solve passes it from part to part.
@usableFromInline
package final class ResolvedParameters<Parameters: OperationParameters>:
    Sendable
{
    /// The request as it was sent.
    package let requested: Parameters
    /// The request with the settings of its travel mode.
    @usableFromInline let specified: Parameters
    /// The value of every parameter that ``specified`` leaves out.
    @usableFromInline let defaults: ParameterDefaults<Parameters>
    private let mode: TravelMode?

    /// Resolves a request.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - defaults: The layer's value of every parameter that a request leaves out.
    package init(
        _ requested: Parameters, mode: TravelMode?, defaults: ParameterDefaults<Parameters>
    ) {
        self.requested = requested
        self.mode = mode
        self.defaults = defaults
        var specified = requested.withOutputOfContext
        if let mode { Parameters.operation.completion.carryOfMode(mode, &specified) }
        if specified.analysis.time.startTime == .now {
            // The present is an instant, whatever the request states of it.
            specified.analysis.time.startTimeIsUTC = true
        }
        self.specified = specified
        assert(isPlain, "a parameter does not have the value that its declaration gives it")
    }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable @inline(__always)
    package subscript<Value>(_ path: @autoclosure () -> KeyPath<Parameters, Value?>) -> Value {
        guard let value = value(path()) else {
            preconditionFailure("\(path()) is declared without a default")
        }
        return value
    }

    /// The value of a parameter, which may have none.
    @inlinable @inline(__always)
    package func value<Value>(_ path: @autoclosure () -> KeyPath<Parameters, Value?>) -> Value? {
        if let value = specified[keyPath: path()] { return value }
        return defaults.values[keyPath: path()]
    }

    /// The value of a common parameter, which may have none.
    @inlinable @inline(__always)
    package func common<Value>(
        _ path: @autoclosure () -> KeyPath<AnalysisParameters, Value?>
    ) -> Value? {
        if let value = specified.analysis[keyPath: path()] { return value }
        return defaults.values.analysis[keyPath: path()]
    }

    /// The parameters of the request that its travel mode overrides with other values.
    fileprivate var overridden: [String] {
        // Most requests have no travel mode.
        mode == nil ? [] : Parameters.operation.completion.overridden(requested, specified)
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

    /// The request with each parameter set to its value, one after another, and the sources.
    private var resolvedOneByOne: (parameters: Parameters, origins: [EffectiveParameter.Origin?]) {
        var plain = requested.withOutputOfContext
        var origins = Parameters.operation.completion.resolve(&plain, mode, defaults.layer)
        if plain.analysis.time.startTime == .now, plain.analysis.time.startTimeIsUTC != true {
            plain.analysis.time.startTimeIsUTC = true
            let row = Parameters.operation.fields.firstIndex { $0.declaration.isZoneOfStartTime }
            if let row { origins[row] = .default }
        }
        return (plain, origins)
    }

    /// Whether resolving the parameters one after another gives the same values.
    private var isPlain: Bool {
        let plain = resolvedOneByOne.parameters
        // As texts, so that NaN equals itself.
        return Parameters.operation.fields.allSatisfy { field in
            field.declaration.isInput
                || field.text(in: plain)
                    == (field.text(in: specified) ?? field.text(in: defaults.values))
        }
    }

    /// Every parameter but the inputs themselves, in the order of their declarations.
    ///
    /// - Parameters:
    ///   - analysis: The common parameters that were used in the end.
    ///   - fallBacks: The parameters whose value was replaced by the layer's.
    fileprivate func list(
        _ analysis: AnalysisParameters, fallBacks: Set<String>
    ) -> [EffectiveParameter] {
        let parameters = completed(analysis)
        return zip(Parameters.operation.fields, resolvedOneByOne.origins).compactMap {
            field, origin in
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

    /// The request with other common parameters, and with the layer's values where it has none.
    fileprivate func completed(_ analysis: AnalysisParameters) -> Parameters {
        var parameters = specified
        parameters.analysis = analysis
        return parameters.completed(by: defaults.values)
    }
}

extension OperationParameters {
    /// The same request with the output system of its map context, which newer clients send and
    /// which applies where `outSR` is absent.
    fileprivate var withOutputOfContext: Self {
        guard analysis.output.outSR == nil, let system = analysis.locations.context?.outSR else {
            return self
        }
        var changed = self
        changed.analysis.output.outSR = system
        return changed
    }
}

/// The common parameters of a request, all with their effective value.
///
/// Code that is common to all analyses reads its settings only from here.
@usableFromInline package struct EffectiveParameters: Sendable {
    /// The common parameters as they were sent.
    package let requested: AnalysisParameters
    /// The parameters of the request that its travel mode overrides with other values.
    package let overridden: [String]
    /// The common parameters with the settings of the travel mode.
    @usableFromInline package private(set) var specified: AnalysisParameters
    /// The layer's values.
    @usableFromInline let defaults: AnalysisParameters
    /// The parameters whose value was replaced by the layer's.
    private var fallBacks: Set<String> = []
    private let list: @Sendable (AnalysisParameters, Set<String>) -> [EffectiveParameter]
    private let complete: @Sendable (AnalysisParameters) -> AnalysisParameters

    /// Takes the common parameters of a request.
    package init<Parameters>(_ resolved: ResolvedParameters<Parameters>) {
        requested = resolved.requested.analysis
        overridden = resolved.overridden
        specified = resolved.specified.analysis
        defaults = resolved.defaults.values.analysis
        list = { resolved.list($0, fallBacks: $1) }
        complete = { resolved.completed($0).analysis }
    }

    /// Every parameter of the operation but the inputs themselves, in the order of their
    /// declarations.
    package var reported: [EffectiveParameter] { list(specified, fallBacks) }

    /// The common parameters with every value filled in; those without a value stay `nil`.
    ///
    /// - Complexity: O(*n*) in the number of parameters; ``value(_:)`` is O(1).
    package var all: AnalysisParameters { complete(specified) }

    /// The value of a parameter, which may have none.
    @inlinable @inline(__always)
    package func value<Value>(
        _ path: @autoclosure () -> KeyPath<AnalysisParameters, Value?>
    ) -> Value? {
        if let value = specified[keyPath: path()] { return value }
        return defaults[keyPath: path()]
    }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable @inline(__always)
    package subscript<Value>(
        _ path: @autoclosure () -> KeyPath<AnalysisParameters, Value?>
    ) -> Value {
        guard let value = value(path()) else {
            preconditionFailure("\(path()) is declared without a default")
        }
        return value
    }

    /// Replaces a value by the layer's and records it.
    package mutating func fallBack<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value, of name: String
    ) {
        specified[keyPath: path] = value
        fallBacks.insert(name)
    }

    /// Removes unknown elements of a list, whose origin stays the same.
    package mutating func narrow<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value
    ) {
        specified[keyPath: path] = value
    }
}
