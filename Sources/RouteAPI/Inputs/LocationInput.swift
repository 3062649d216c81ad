// A request's inputs: where their rows come from, and their flags.

public import Geo

/// Where an input's rows come from.
public enum InputSource: Hashable, Sendable {
    /// No rows, not even the layer's own. Sent as `{}`.
    case none
    /// The request contains the rows.
    case features(FeatureSet)
    /// Another server returns them as a feature set.
    case url(FeatureURL)
    /// A stored layer of the service has them.
    case layer(StoredLayerQuery)
}

/// A URL that returns features.
public struct FeatureURL: Hashable, Sendable {
    /// The URL as it was sent.
    public var text: String

    /// Creates a URL from text, without checking it.
    public init(_ text: String) { self.text = text }
}

/// A query for a stored layer's rows.
public struct StoredLayerQuery: Hashable, Sendable {
    /// The definition's members (`layerName`, `where`, `geometry`, …), as they were sent.
    public var definition: JSONObject

    /// Creates a query from its members.
    public init(_ definition: JSONObject) { self.definition = definition }

    /// The layer's name or number.
    public var layerName: String? {
        let name = definition.value(ignoringCase: "layerName")
        return name?.string ?? name?.excerpt
    }
}

/// An input: its rows, and whether they may be placed on streets closed by restrictions.
///
///     let stops = LocationInput(features: rows)
///     let closures = LocationInput(source: .url(FeatureURL("https://gis.example.com/0")))
public struct LocationInput: Hashable, Sendable {
    /// Where the rows come from.
    public var source: InputSource
    /// Whether points avoid streets that the active restrictions prohibit.
    public var doNotLocateOnRestrictedElements: Bool

    /// Creates an input with rows from any source.
    public init(source: InputSource, doNotLocateOnRestrictedElements: Bool = true) {
        self.source = source
        self.doNotLocateOnRestrictedElements = doNotLocateOnRestrictedElements
    }

    /// Creates an input that contains its rows.
    public init(features: FeatureSet, doNotLocateOnRestrictedElements: Bool = true) {
        self.init(
            source: .features(features),
            doNotLocateOnRestrictedElements: doNotLocateOnRestrictedElements)
    }

    /// The rows in the request; empty if they must be fetched first.
    public var features: FeatureSet {
        get {
            guard case .features(let set) = source else {
                return FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
            }
            return set
        }
        set { source = .features(newValue) }
    }

    /// Whether the rows must be fetched first.
    public var isReference: Bool {
        switch source {
        case .none, .features: false
        case .url, .layer: true
        }
    }
}

/// A request's locations by the parameters that carry them, in the order in which they were first
/// set.
///
///     parameters.inputs["origins"] = LocationInput(features: depots)
///     parameters.inputs["destinations"] = LocationInput(features: customers)
public struct LocationInputs: Hashable, Sendable {
    private struct Named: Hashable, Sendable {
        var name: String
        var input: LocationInput
    }

    private var all: [Named] = []

    /// Creates an empty collection.
    public init() {}

    /// Returns an input's other names in geoprocessing tools.
    package static func toolNames(of input: String) -> [String] {
        input == "stops" ? ["orders"] : []
    }

    /// Returns the name of the analysis class whose rows an input has.
    package static func className(of input: String) -> String {
        input.prefix(1).uppercased() + input.dropFirst()
    }

    /// Returns the noun for an input's row in sentences.
    package static func noun(of input: String) -> String {
        if input.hasSuffix("ies") { return input.dropLast(3) + "y" }
        return input.hasSuffix("s") ? String(input.dropLast()) : input
    }

    /// The parameters that carry inputs.
    public var names: [String] { all.map(\.name) }

    /// The input that a parameter carries. Set it to `nil` to remove the input.
    ///
    /// - Complexity: O(*n*) for *n* inputs, usually one or two.
    public subscript(_ name: String) -> LocationInput? {
        get { all.first { $0.name == name }?.input }
        set {
            guard let place = all.firstIndex(where: { $0.name == name }) else {
                if let newValue { all.append(Named(name: name, input: newValue)) }
                return
            }
            if let newValue {
                all[place].input = newValue
            } else {
                all.remove(at: place)
            }
        }
    }
}
