// Inputs of a request: where their rows come from, and the switches that ride in them.

public import Geo

/// Where the rows of an input come from.
public enum InputSource: Hashable, Sendable {
    /// From nowhere: there are none, and not even those that the layer has of its own (`{}`).
    case none
    /// From the request itself.
    case features(FeatureSet)
    /// From another server, which answers a feature set.
    case url(FeatureURL)
    /// From a layer stored beside the service.
    case layer(StoredLayerQuery)
}

/// An address that answers features.
public struct FeatureURL: Hashable, Sendable {
    /// The address as it was sent.
    public var text: String

    /// Makes an address.
    public init(_ text: String) { self.text = text }
}

/// Rows of a stored layer, chosen by a query.
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
    /// Where the rows come from.
    public var source: InputSource
    /// Whether streets that the active restrictions prohibit are passed over where points are
    /// placed.
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

    /// The rows that are at hand: none where they have to be read from elsewhere first.
    public var features: FeatureSet {
        get {
            guard case .features(let set) = source else {
                return FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
            }
            return set
        }
        set { source = .features(newValue) }
    }

    /// Whether the rows have to be read from elsewhere first.
    public var isReference: Bool {
        switch source {
        case .none, .features: false
        case .url, .layer: true
        }
    }
}

extension RouteParameters {
    /// The parameters that carry inputs.
    package static let inputNames = ["stops"] + BarrierClass.allCases.map(\.parameter)

    /// The input that a parameter carries.
    package subscript(input name: String) -> LocationInput? {
        get {
            BarrierClass(parameter: name).map { locations.barriers[$0] }
                ?? (name == "stops" ? stops : nil)
        }
        set {
            if let kind = BarrierClass(parameter: name) {
                locations.barriers[kind] = newValue
            } else if name == "stops" {
                stops = newValue
            }
        }
    }

    /// The parameters whose rows have to be read from elsewhere first.
    package var references: [String] {
        Self.inputNames.filter { self[input: $0]?.isReference ?? false }
    }

    /// Refuses inputs whose rows nobody has read: a clear refusal beats an empty result.
    ///
    /// - Throws: An error that names the first such input.
    package func requireRows() throws(RouteRequestError) {
        for name in references {
            switch self[input: name]?.source {
            case .layer(let query):
                // The first sentence is the one that clients of ArcGIS look for.
                var error = RouteRequestError(
                    .invalidParameter, extendedCode: .invalidInput, parameter: name,
                    "this service has no feature layers; send the features themselves as "
                        + "{\"features\":[…]}")
                error.details.insert(
                    "The table was not found. [\(query.layerName ?? "")].", at: 0)
                throw error
            case .url:
                throw .invalidParameter(
                    name,
                    "asks to fetch features from a url, which this service does not do; fetch "
                        + "them and send them as {\"features\":[…]}")
            case .none?, .features, nil: continue
            }
        }
    }
}
