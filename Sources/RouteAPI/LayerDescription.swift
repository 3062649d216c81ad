// The description of a route layer for clients: its configuration and its network.

public import Geo

/// A network attribute as the layer resource shows it.
public struct NetworkAttributeDescription: Hashable, Sendable {
    /// The use of the attribute, worded as on the wire.
    public enum Usage: String, Hashable, Sendable {
        /// Adds up along a route.
        case cost = "esriNAUTCost"
        /// Prohibits, avoids or prefers edges.
        case restriction = "esriNAUTRestriction"
        /// Describes edges, and can be used in parameters and conditions.
        case descriptor = "esriNAUTDescriptor"
    }

    /// A parameter of an attribute.
    public struct Parameter: Hashable, Sendable {
        /// The name requests use.
        public var name: String
        /// The default value.
        public var defaultValue: String
        /// Other names that requests may use.
        public var aliases: [String]

        /// Makes a parameter.
        public init(name: String, defaultValue: String, aliases: [String] = []) {
            self.name = name
            self.defaultValue = defaultValue
            self.aliases = aliases
        }
    }

    /// The name requests use.
    public var name: String
    /// Its use.
    public var usage: Usage
    /// The unit of costs; `esriNAUUnknown` otherwise.
    public var units: NetworkUnit
    /// Its parameters; for restrictions the first is `Restriction Usage`.
    public var parameters: [Parameter]
    /// The attribute that this is another name of, or `nil`.
    public var aliasOf: String?
    /// Whether live speeds change the cost.
    public var followsSpeeds: Bool

    /// Makes a description.
    public init(
        name: String, usage: Usage, units: NetworkUnit, parameters: [Parameter],
        aliasOf: String? = nil, followsSpeeds: Bool = false
    ) {
        self.followsSpeeds = followsSpeeds
        self.name = name
        self.usage = usage
        self.units = units
        self.parameters = parameters
        self.aliasOf = aliasOf
    }
}

/// A stored layer as the layer resource shows it.
public struct StoredLayerDescription: Hashable, Sendable {
    /// The name that requests use.
    public var name: String
    /// The kind of its shapes; `nil` for a table without shapes.
    public var geometryType: GeometryType?
    /// The class of the barriers that its rows are in every request; `nil` for none.
    public var standing: BarrierClass?
    /// Whether editors may change its rows.
    public var isEditable: Bool

    /// Makes a description.
    public init(
        name: String, geometryType: GeometryType?, standing: BarrierClass? = nil,
        isEditable: Bool = false
    ) {
        self.name = name
        self.geometryType = geometryType
        self.standing = standing
        self.isEditable = isEditable
    }
}

/// The description of a layer and its network for clients.
public struct LayerDescription: Hashable, Sendable {
    /// Every default, travel mode and limit.
    public var configuration: RouteLayerConfiguration
    /// The limits of one caller over time; without limits unless the service defines some.
    public var usage = UsageLimits()
    /// The network's name.
    public var networkName: String
    /// The edge source's name.
    public var edgeSourceName: String
    /// The data's date in epoch milliseconds, 0 when unknown.
    public var buildTime: Int64
    /// The attributes in the network's order.
    public var attributes: [NetworkAttributeDescription]
    /// The network's fingerprint.
    public var fingerprint: String
    /// The attribution that the data's licence requires.
    public var attribution: String
    /// The stored layers that requests may name, in the order of their numbers.
    public var storedLayers: [StoredLayerDescription] = []
    /// The operations that the layer supports, whose limits the layer resource has.
    package var operations: [LayerOperation] = []
    /// Places on the network's streets, for examples of requests.
    public var examplePlaces: [Coordinate] = []

    /// Makes a description.
    public init(
        configuration: RouteLayerConfiguration, networkName: String, edgeSourceName: String,
        buildTime: Int64, attributes: [NetworkAttributeDescription], fingerprint: String,
        attribution: String
    ) {
        self.configuration = configuration
        self.networkName = networkName
        self.edgeSourceName = edgeSourceName
        self.buildTime = buildTime
        self.attributes = attributes
        self.fingerprint = fingerprint
        self.attribution = attribution
    }
}
