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
/// Solves read their settings from here and nowhere else, so that what is told about the values is
/// what they were.
@usableFromInline package struct ResolvedParameters: Sendable {
    /// The request with travel mode and defaults filled in; what nobody says stays `nil`.
    @usableFromInline package private(set) var parameters: RouteParameters
    /// The request as it came.
    package let requested: RouteParameters
    /// For each declared parameter who said its value.
    private var sources: [SolveParameter.Effective.Source?]

    /// Resolves a request.
    ///
    /// - Parameters:
    ///   - mode: The request's travel mode with its settings, if it has one.
    ///   - defaults: What the layer says where nobody else does.
    package init(_ requested: RouteParameters, mode: TravelMode?, defaults: ParameterDefaults) {
        self.requested = requested
        var asked = requested
        // The surroundings that newer clients send count where outSR is absent.
        if asked.outSR == nil { asked.outSR = requested.context?.outSR }
        if mode == nil {
            (parameters, sources) = defaults.completing(asked)
        } else {
            sources = SolveParameter.resolutions.map { $0(&asked, mode, defaults.layer) }
            parameters = asked
        }
        if parameters.startTime == .now { nowIsUTC() }
    }

    /// The present moment is an instant, whatever the request says of its start time.
    private mutating func nowIsUTC() {
        guard parameters.startTimeIsUTC != true else { return }
        parameters.startTimeIsUTC = true
        let row = SolveParameter.all.firstIndex { $0.name == "startTimeIsUTC" }
        if let row { sources[row] = .default }
    }

    /// The value of a parameter that the layer or every layer has a default for.
    ///
    /// - Precondition: The parameter is declared with a default.
    @inlinable package subscript<Value>(_ path: KeyPath<RouteParameters, Value?>) -> Value {
        guard let value = parameters[keyPath: path] else {
            preconditionFailure("\(path) is declared without a default")
        }
        return value
    }

    /// Notes that a value had to give way to the layer's.
    package mutating func fallBack<Value>(
        _ path: WritableKeyPath<RouteParameters, Value?>, to value: Value, of name: String
    ) {
        parameters[keyPath: path] = value
        guard let row = SolveParameter.all.firstIndex(where: { $0.name == name }) else { return }
        sources[row] = .layer
    }

    /// Leaves out of a list what nobody knows; the source of the list stays that of the rest.
    package mutating func narrow<Value>(
        _ path: WritableKeyPath<RouteParameters, Value?>, to value: Value
    ) {
        parameters[keyPath: path] = value
    }

    /// The parameters that the request states in vain, because its travel mode says otherwise.
    package var overridden: [String] {
        // Declarations are large; most requests have no travel mode that says anything.
        sources.indices.compactMap { row in
            guard sources[row] == .travelMode else { return nil }
            let parameter = SolveParameter.all[row]
            return ignoredText(parameter, .travelMode) == nil ? nil : parameter.name
        }
    }

    private func ignoredText(
        _ parameter: SolveParameter, _ source: SolveParameter.Effective.Source?
    ) -> String? {
        guard source != .request, let asked = parameter.text(in: requested),
            asked != parameter.text(in: parameters)
        else { return nil }
        return asked
    }

    /// Every parameter but the inputs themselves, in the order of their declarations.
    package var list: [EffectiveParameter] {
        zip(SolveParameter.all, sources).compactMap { parameter, source in
            guard !parameter.isInput else { return nil }
            let text = parameter.text(in: parameters)
            return EffectiveParameter(
                name: parameter.name, value: text.map(parameter.json) ?? .null,
                origin: source.map(EffectiveParameter.Origin.init) ?? .default,
                ignored: ignoredText(parameter, source).map(parameter.json))
        }
    }
}

/// The value of every parameter where neither a request nor a travel mode says one, worked out once
/// for a layer: most requests say little.
package struct ParameterDefaults: Sendable {
    fileprivate let layer: RouteLayerConfiguration
    private let parameters: RouteParameters
    private let sources: [SolveParameter.Effective.Source?]

    /// Takes every default.
    package init(of layer: RouteLayerConfiguration) {
        self.layer = layer
        var parameters = RouteParameters()
        sources = SolveParameter.resolutions.map { $0(&parameters, nil, layer) }
        self.parameters = parameters
    }

    /// A request without travel mode with every default filled in, and who says each value.
    fileprivate func completing(
        _ asked: RouteParameters
    ) -> (RouteParameters, [SolveParameter.Effective.Source?]) {
        var (parameters, sources) = (parameters, sources)
        // Of all the properties of a request these alone are no parameters.
        parameters.notes = asked.notes
        parameters.drawsPicture = asked.drawsPicture
        for (row, carry) in SolveParameter.carriers.enumerated() where carry(asked, &parameters) {
            sources[row] = .request
        }
        assert(isPlain(asked, parameters, sources), "a parameter is not carried over")
        return (parameters, sources)
    }

    /// Whether one parameter resolved after the other comes to the same.
    private func isPlain(
        _ asked: RouteParameters, _ parameters: RouteParameters,
        _ sources: [SolveParameter.Effective.Source?]
    ) -> Bool {
        var plain = asked
        let plainSources = SolveParameter.resolutions.map { $0(&plain, nil, layer) }
        // As texts, in which a number that is none equals itself.
        return plainSources == sources
            && SolveParameter.all.allSatisfy {
                $0.isInput || $0.text(in: plain) == $0.text(in: parameters)
            }
    }
}

extension EffectiveParameter.Origin {
    init(_ source: SolveParameter.Effective.Source) {
        self =
            switch source {
            case .request: .request
            case .travelMode: .travelMode
            case .layer: .layer
            case .default: .default
            }
    }
}

extension SolveParameter {
    /// Whether the parameter carries stops or barriers.
    fileprivate var isInput: Bool {
        switch kind {
        case .json(.points), .json(.lines), .json(.polygons): true
        default: false
        }
    }

    /// A field's text as the JSON that it stands for.
    fileprivate func json(_ text: String) -> JSONValue {
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
