// A request with every parameter at the value that counts, and where each came from.

public import Geo

/// The value of a parameter that counted for an answer.
public struct EffectiveParameter: Hashable, Sendable {
    /// Who can say the value of a parameter.
    public enum Origin: String, Hashable, Sendable, CaseIterable {
        /// The request.
        case request
        /// The request's travel mode.
        case travelMode
        /// The layer.
        case layer
        /// Nobody: it is what every layer has.
        case `default`
    }

    /// The parameter.
    public var name: String
    /// Its value as JSON: a number, a truth value, a list of names, or text.
    public var value: JSONValue
    /// Who said it.
    public var origin: Origin
    /// What the request said in vain: the travel mode says otherwise, or it is not to be had.
    public var ignored: JSONValue?

    /// Makes a parameter's value.
    public init(name: String, value: JSONValue, origin: Origin, ignored: JSONValue? = nil) {
        self.name = name
        self.value = value
        self.origin = origin
        self.ignored = ignored
    }
}

/// A request whose parameters all have the value that counts.
///
/// An operation reads its own settings from here; what every analysis has goes on as
/// ``AskedParameters``. So what is told about the values is what they were.
@usableFromInline package struct ResolvedParameters<Parameters: OperationParameters>: Sendable {
    /// The request with travel mode and defaults filled in; what has no value stays `nil`.
    @usableFromInline package private(set) var parameters: Parameters
    /// The request as it came.
    package let requested: Parameters
    /// For each declared parameter where its value came from.
    private var origins: [EffectiveParameter.Origin?]

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
        // The surroundings that newer clients send count where outSR is absent.
        if asked.analysis.output.outSR == nil {
            asked.analysis.output.outSR = requested.analysis.locations.context?.outSR
        }
        if mode == nil {
            (parameters, origins) = defaults.completing(asked)
        } else {
            origins = Parameters.operation.resolutions.map { $0(&asked, mode, defaults.layer) }
            parameters = asked
        }
        if parameters.analysis.time.startTime == .now { nowIsUTC() }
    }

    /// The present moment is an instant, whatever the request says of its start time.
    private mutating func nowIsUTC() {
        guard parameters.analysis.time.startTimeIsUTC != true else { return }
        parameters.analysis.time.startTimeIsUTC = true
        let row = Parameters.operation.fields.firstIndex { $0.declaration.isZoneOfStartTime }
        if let row { origins[row] = .default }
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

    /// The parameters that the request states in vain, because its travel mode says otherwise.
    fileprivate var overridden: [String] {
        // Declarations are large; most requests have no travel mode that says anything.
        origins.indices.compactMap { row in
            let fields = Parameters.operation.fields
            guard origins[row] == .travelMode, row < fields.count else { return nil }
            let field = fields[row]
            return ignoredText(field, .travelMode, of: parameters) == nil
                ? nil : field.declaration.name
        }
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
    ///   - analysis: The common parameters as they counted in the end.
    ///   - fallBacks: The parameters whose value had to give way to the layer's.
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

/// The common parameters of a request, all with the value that counts.
///
/// What is the same for every analysis reads its settings from here and nowhere else.
package struct AskedParameters: Sendable {
    /// The common parameters with travel mode and defaults filled in; what has no value stays
    /// `nil`.
    package private(set) var analysis: AnalysisParameters
    /// The common parameters as they came.
    package let requested: AnalysisParameters
    /// The parameters that the request states in vain, because its travel mode says otherwise.
    package let overridden: [String]
    /// The parameters whose value had to give way to the layer's.
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
    package var effectiveParameters: [EffectiveParameter] { list(analysis, fallBacks) }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    package subscript<Value>(_ path: KeyPath<AnalysisParameters, Value?>) -> Value {
        guard let value = analysis[keyPath: path] else {
            preconditionFailure("\(path) is declared without a default")
        }
        return value
    }

    /// Notes that a value had to give way to the layer's.
    package mutating func fallBack<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value, of name: String
    ) {
        analysis[keyPath: path] = value
        fallBacks.insert(name)
    }

    /// Leaves out of a list what is not known; the origin of the list stays that of the rest.
    package mutating func narrow<Value>(
        _ path: WritableKeyPath<AnalysisParameters, Value?>, to value: Value
    ) {
        analysis[keyPath: path] = value
    }
}

/// The value of every parameter where neither a request nor a travel mode says one, worked out once
/// for a layer: most requests say little.
package final class ParameterDefaults<Parameters: OperationParameters>: Sendable {
    fileprivate let layer: RouteLayerConfiguration
    private let parameters: Parameters
    private let origins: [EffectiveParameter.Origin?]

    /// Takes every default.
    package init(of layer: RouteLayerConfiguration) {
        self.layer = layer
        var parameters = Parameters()
        origins = Parameters.operation.resolutions.map { $0(&parameters, nil, layer) }
        self.parameters = parameters
    }

    /// A request without travel mode with every default filled in, and where each value came from.
    fileprivate func completing(
        _ asked: Parameters
    ) -> (Parameters, [EffectiveParameter.Origin?]) {
        var (parameters, origins) = (parameters, origins)
        // Of all the properties of a request these alone are no parameters.
        parameters.analysis.notes = asked.analysis.notes
        parameters.analysis.drawsPicture = asked.analysis.drawsPicture
        for (row, carry) in Parameters.operation.carriers.enumerated()
        where carry(asked, &parameters) {
            origins[row] = .request
        }
        assert(isPlain(asked, parameters, origins), "a parameter is not carried over")
        return (parameters, origins)
    }

    /// Whether one parameter resolved after the other comes to the same.
    private func isPlain(
        _ asked: Parameters, _ parameters: Parameters, _ origins: [EffectiveParameter.Origin?]
    ) -> Bool {
        var plain = asked
        let fields = Parameters.operation.fields
        let plainOrigins = Parameters.operation.resolutions.map { $0(&plain, nil, layer) }
        // As texts, in which a number that is none equals itself.
        return plainOrigins == origins
            && fields.allSatisfy {
                $0.declaration.isInput || $0.text(in: plain) == $0.text(in: parameters)
            }
    }
}
