// A request with every parameter's effective value and its source.

public import Geo

/// A parameter's effective value, as answers state it.
public struct EffectiveParameter: Hashable, Sendable {
    /// Where a parameter's value comes from.
    public enum Origin: String, Hashable, Sendable, CaseIterable {
        /// The request states it.
        case request
        /// The request's travel mode states it.
        case travelMode
        /// The layer's configuration states it.
        case layer
        /// All layers have this default.
        case `default`
    }

    /// The parameter's name.
    public var name: String
    /// The value as JSON: a number, a truth value, a list of names, or text.
    public var value: JSONValue
    /// Where the value comes from.
    public var origin: Origin
    /// The request's own value if it was ignored, because the travel mode overrides it or the value
    /// is not available.
    public var ignored: JSONValue?

    /// Creates a parameter's value.
    public init(name: String, value: JSONValue, origin: Origin, ignored: JSONValue? = nil) {
        self.name = name
        self.value = value
        self.origin = origin
        self.ignored = ignored
    }
}

/// A request with every parameter's effective value: from the request, its travel mode, or the
/// layer.
///
/// Operations read their own settings here; the common settings are passed on as
/// ``EffectiveParameters``. The values that an answer reports are therefore the values that were
/// used.
///
/// A value is looked up when it is read, because a request sets few of about eighty parameters. The
/// look-ups are inlined where the key paths are written, so they compile to access to stored
/// properties.
///
/// In debug builds, an assertion compares this with the plain method: resolving one declaration
/// after another.
///
/// This is a class because it holds every parameter twice and a solve passes it on often.
@usableFromInline
package final class ResolvedParameters<Parameters: OperationParameters>:
    Sendable
{
    /// The request as it was sent.
    package let requested: Parameters
    /// The request with its travel mode's settings.
    @usableFromInline let specified: Parameters
    /// The values of parameters that ``specified`` leaves out.
    @usableFromInline let defaults: ParameterDefaults<Parameters>
    fileprivate let mode: TravelMode?

    /// Resolves a request.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - defaults: The layer's values for parameters that the request leaves out.
    package init(
        _ requested: Parameters, mode: TravelMode?, defaults: ParameterDefaults<Parameters>
    ) {
        self.requested = requested
        self.mode = mode
        self.defaults = defaults
        var specified = requested.withOutputOfContext
        if let mode { Parameters.operation.completion.carryOfMode(mode, &specified) }
        if specified.analysis.time.startTime == .now {
            // "Now" is an instant, whatever the request says about its zone.
            specified.analysis.time.startTimeIsUTC = true
        }
        self.specified = specified
        assert(isPlain, "a parameter does not have the value that its declaration gives it")
    }

    /// The value of a parameter with a default.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable @inline(__always)
    package subscript<Value>(_ path: @autoclosure () -> KeyPath<Parameters, Value?>) -> Value {
        guard let value = value(path()) else {
            preconditionFailure("\(path()) is declared without a default")
        }
        return value
    }

    /// Returns the value of a parameter, or `nil` if it has none.
    @inlinable @inline(__always)
    package func value<Value>(_ path: @autoclosure () -> KeyPath<Parameters, Value?>) -> Value? {
        if let value = specified[keyPath: path()] { return value }
        return defaults.values[keyPath: path()]
    }

    /// Returns the value of a common parameter, or `nil` if it has none.
    @inlinable @inline(__always)
    package func common<Value>(
        _ path: @autoclosure () -> KeyPath<AnalysisParameters, Value?>
    ) -> Value? {
        if let value = specified.analysis[keyPath: path()] { return value }
        return defaults.values.analysis[keyPath: path()]
    }

    /// The request's parameters that its travel mode overrides with other values.
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

    /// The request with each parameter resolved separately, and the sources.
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

    /// Whether resolving each parameter separately gives the same values.
    private var isPlain: Bool {
        let plain = resolvedOneByOne.parameters
        // Compared as texts, so that NaN equals itself.
        return Parameters.operation.fields.allSatisfy { field in
            field.declaration.isInput
                || field.text(in: plain)
                    == (field.text(in: specified) ?? field.text(in: defaults.values))
        }
    }

    /// Lists every parameter except inputs, in the order of the declarations.
    ///
    /// - Parameters:
    ///   - analysis: The common parameters that were used in the end.
    ///   - fallBacks: Parameters whose value was replaced by the layer's.
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

    /// Returns the request with other common parameters, and with the layer's values where it has
    /// none.
    fileprivate func completed(_ analysis: AnalysisParameters) -> Parameters {
        var parameters = specified
        parameters.analysis = analysis
        return parameters.completed(by: defaults.values)
    }
}

extension OperationParameters {
    /// The request with the spatial reference from its map context, which newer clients send and
    /// which applies if `outSR` is absent.
    fileprivate var withOutputOfContext: Self {
        guard analysis.output.outSR == nil, let system = analysis.locations.context?.outSR else {
            return self
        }
        var changed = self
        changed.analysis.output.outSR = system
        return changed
    }
}

/// A request's common parameters, all with their effective values.
///
/// Code shared by all analyses reads its settings only here.
@usableFromInline package struct EffectiveParameters: Sendable {
    /// The common parameters as they were sent.
    package let requested: AnalysisParameters
    /// The request's parameters that its travel mode overrides with other values.
    package let overridden: [String]
    /// The common parameters with the travel mode's settings.
    @usableFromInline package private(set) var specified: AnalysisParameters
    /// The layer's values.
    @usableFromInline let defaults: AnalysisParameters
    /// Parameters whose value was replaced by the layer's.
    private var fallBacks: Set<String> = []
    /// Whether a travel mode's settings are among the values.
    private let hasMode: Bool
    private let list: @Sendable (AnalysisParameters, Set<String>) -> [EffectiveParameter]
    private let complete: @Sendable (AnalysisParameters) -> AnalysisParameters

    /// Takes a request's common parameters.
    package init<Parameters>(_ resolved: ResolvedParameters<Parameters>) {
        requested = resolved.requested.analysis
        overridden = resolved.overridden
        specified = resolved.specified.analysis
        defaults = resolved.defaults.values.analysis
        hasMode = resolved.mode != nil
        list = { resolved.list($0, fallBacks: $1) }
        complete = { resolved.completed($0).analysis }
    }

    /// Every parameter of the operation except inputs, in the order of the declarations.
    package var reported: [EffectiveParameter] { list(specified, fallBacks) }

    /// The common parameters with every value filled in. Parameters without a value stay `nil`.
    ///
    /// - Complexity: O(*n*) for *n* parameters. ``value(_:)`` is O(1).
    package var all: AnalysisParameters { complete(specified) }

    /// Returns the value of a parameter, or `nil` if it has none.
    @inlinable @inline(__always)
    package func value<Value>(
        _ path: @autoclosure () -> KeyPath<AnalysisParameters, Value?>
    ) -> Value? {
        if let value = specified[keyPath: path()] { return value }
        return defaults[keyPath: path()]
    }

    /// The value of a parameter with a default.
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

    /// Returns an error about a value as one about the travel mode, if the value is the mode's.
    package func blamingMode(in error: RouteRequestError) -> RouteRequestError {
        guard hasMode else { return error }
        let isOwn =
            error.faults.first?.parameter == "directionsTimeAttributeName"
            && requested.directions.directionsTimeAttributeName != nil
        return isOwn ? error : error.ofTravelMode
    }

    /// Replaces a value by the layer's, and records that.
    package mutating func fallBack<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value, of name: String
    ) {
        specified[keyPath: path] = value
        fallBacks.insert(name)
    }

    /// Removes unknown elements from a list. The list's origin stays the same.
    package mutating func narrow<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value
    ) {
        specified[keyPath: path] = value
    }
}
