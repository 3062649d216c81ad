// Inputs of a request: the source of their rows, and the flags that they contain.

public import Geo

/// The source of an input's rows.
public enum InputSource: Hashable, Sendable {
    /// No rows, not even those that the layer has of its own (`{}`).
    case none
    /// The request itself.
    case features(FeatureSet)
    /// Another server, which returns a feature set.
    case url(FeatureURL)
    /// A stored layer of the service.
    case layer(StoredLayerQuery)
}

/// An address that returns features.
public struct FeatureURL: Hashable, Sendable {
    /// The address as it was sent.
    public var text: String

    /// Makes an address.
    public init(_ text: String) { self.text = text }
}

/// A query for rows of a stored layer.
public struct StoredLayerQuery: Hashable, Sendable {
    /// The members of the definition (`layerName`, `where`, `geometry`, …), as they were sent.
    public var definition: JSONObject

    /// Makes a query.
    public init(_ definition: JSONObject) { self.definition = definition }

    /// The layer's name or number.
    public var layerName: String? {
        let name = definition.value(ignoringCase: "layerName")
        return name?.string ?? name?.excerpt
    }
}

/// An input: rows, and whether they may be placed on streets that the restrictions close.
///
///     let stops = LocationInput(features: rows)
///     let closures = LocationInput(source: .url(FeatureURL("https://gis.example.com/0")))
public struct LocationInput: Hashable, Sendable {
    /// The source of the rows.
    public var source: InputSource
    /// Whether points are not placed on streets that the active restrictions prohibit.
    public var doNotLocateOnRestrictedElements: Bool

    /// Makes an input.
    public init(source: InputSource, doNotLocateOnRestrictedElements: Bool = true) {
        self.source = source
        self.doNotLocateOnRestrictedElements = doNotLocateOnRestrictedElements
    }

    /// Makes an input of rows.
    public init(features: FeatureSet, doNotLocateOnRestrictedElements: Bool = true) {
        self.init(
            source: .features(features),
            doNotLocateOnRestrictedElements: doNotLocateOnRestrictedElements)
    }

    /// The rows of the request itself; none where they have to be fetched first.
    public var features: FeatureSet {
        get {
            guard case .features(let set) = source else {
                return FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
            }
            return set
        }
        set { source = .features(newValue) }
    }

    /// Whether the rows have to be fetched first.
    public var isReference: Bool {
        switch source {
        case .none, .features: false
        case .url, .layer: true
        }
    }
}

/// The locations of a request, by the parameters that carry them, in the order in which they were
/// set first.
///
///     parameters.inputs["origins"] = LocationInput(features: depots)
///     parameters.inputs["destinations"] = LocationInput(features: customers)
public struct LocationInputs: Hashable, Sendable {
    private struct Named: Hashable, Sendable {
        var name: String
        var input: LocationInput
    }

    private var all: [Named] = []

    /// Makes an empty collection.
    public init() {}

    /// The fields of all operations that carry features, in lower case.
    package static let fieldNames = Set(
        ([
            "stops", "inputLocations", "locations", "origins", "destinations", "facilities",
            "incidents", "position",
        ] + BarrierClass.allCases.map(\.parameter)).map { $0.lowercased() })

    /// The fields of all operations whose values may be long, in lower case: a form is limited
    /// before its operation is known.
    package static let longFieldNames = fieldNames.union(
        ["traces", "trace", "encodedPolylines", "legs", "routeHandle"].map { $0.lowercased() })

    /// Other names of an input in geoprocessing tools.
    package static func toolNames(of input: String) -> [String] {
        input == "stops" ? ["orders"] : []
    }

    /// The noun for a row of an input in sentences.
    package static func noun(of input: String) -> String {
        if input.hasSuffix("ies") { return input.dropLast(3) + "y" }
        return input.hasSuffix("s") ? String(input.dropLast()) : input
    }

    /// The parameters that carry inputs.
    public var names: [String] { all.map(\.name) }

    /// The input that a parameter carries.
    ///
    /// - Complexity: O(*n*) in the number of inputs, which is one or two.
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
