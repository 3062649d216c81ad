// Describes a route layer to clients: its configuration and its network.

public import Geo

/// A network attribute as the layer resource shows it.
public struct NetworkAttributeDescription: Hashable, Sendable {
    /// What an attribute is for, in the words on the wire.
    public enum Usage: String, Hashable, Sendable {
        /// It adds up along a route, like time and length.
        case cost = "esriNAUTCost"
        /// It prohibits, avoids or prefers edges.
        case restriction = "esriNAUTRestriction"
        /// It describes edges, for parameters and conditions.
        case descriptor = "esriNAUTDescriptor"
    }

    /// A parameter of an attribute, such as a vehicle's height.
    public struct Parameter: Hashable, Sendable {
        /// The name for use in requests.
        public var name: String
        /// The value if a request sends none.
        public var defaultValue: String
        /// Other names that requests may use.
        public var aliases: [String]

        /// Creates a parameter.
        public init(name: String, defaultValue: String, aliases: [String] = []) {
            self.name = name
            self.defaultValue = defaultValue
            self.aliases = aliases
        }
    }

    /// The name for use in requests.
    public var name: String
    /// What the attribute is for.
    public var usage: Usage
    /// The unit of a cost; `esriNAUUnknown` for other attributes.
    public var units: NetworkUnit
    /// The parameters. A restriction's first one is `Restriction Usage`.
    public var parameters: [Parameter]
    /// If this is only another name, the attribute it stands for; otherwise `nil`.
    public var aliasOf: String?
    /// Whether live speeds change the cost.
    public var followsSpeeds: Bool

    /// Creates a description.
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
    /// The name for use in requests.
    public var name: String
    /// The type of its rows' shapes; `nil` for a table without shapes.
    public var geometryType: GeometryType?
    /// If its rows are standing barriers, their class; otherwise `nil`.
    public var standing: BarrierClass?
    /// Whether editors may change its rows.
    public var isEditable: Bool

    /// Creates a description.
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

/// Describes a layer and its network to clients; the layer resource is written from it.
public struct LayerDescription: Hashable, Sendable {
    /// All defaults, travel modes and limits.
    public var configuration: RouteLayerConfiguration
    /// Limits on one caller over time. None by default.
    public var usage = UsageLimits()
    /// The network's name.
    public var networkName: String
    /// The edge source's name.
    public var edgeSourceName: String
    /// The data's date in epoch milliseconds; 0 if it is unknown.
    public var buildTime: Int64
    /// The attributes, in the network's order.
    public var attributes: [NetworkAttributeDescription]
    /// The network's fingerprint.
    public var fingerprint: String
    /// The attribution required by the data's licence.
    public var attribution: String
    /// The stored layers that requests may name, in the order of their numbers.
    public var storedLayers: [StoredLayerDescription] = []
    /// The operations the layer supports. The layer resource states their limits.
    package var operations: [LayerOperation] = []
    /// Whether traffic drives on the left where streets say nothing else. Not on the wire.
    package var drivesOnLeft = false
    /// Places on the network's streets, for examples of requests.
    public var examplePlaces: [Coordinate] = []

    /// Creates a description without stored layers.
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
