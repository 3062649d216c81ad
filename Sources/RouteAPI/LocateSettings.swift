// The distance at which streets are found for an input, and the streets that are searched.

/// A source of streets that inputs are placed on.
public struct LocateSource: Hashable, Sendable {
    /// The network source's name.
    public var name: String
    /// The streets that are searched, as an SQL condition; `nil` for all.
    public var condition: String?

    /// Makes a source.
    public init(name: String, condition: String? = nil) {
        self.name = name
        self.condition = condition
    }
}

/// How inputs are placed on the network.
public struct LocateSettings: Hashable, Sendable {
    /// The farthest a street may be, in meters.
    public var toleranceMeters: Double
    /// Whether an input on a closed street moves to the closest usable one.
    public var allowAutoRelocate: Bool
    /// The sources that are searched, or `nil` for all.
    public var sources: [LocateSource]?

    /// Makes locate settings.
    public init(
        toleranceMeters: Double, allowAutoRelocate: Bool = true, sources: [LocateSource]? = nil
    ) {
        self.toleranceMeters = toleranceMeters
        self.allowAutoRelocate = allowAutoRelocate
        self.sources = sources
    }
}

/// Locate settings for all inputs, and for single ones.
public struct LocateSettingsByInput: Hashable, Sendable {
    /// The settings of inputs without settings of their own.
    public var fallback: LocateSettings?
    /// For locations, by the parameters that carry them.
    public var locations: [String: LocateSettings]
    /// For barriers.
    public var barriers: ByBarrierClass<LocateSettings?>

    /// Makes settings by input.
    public init(
        fallback: LocateSettings? = nil, locations: [String: LocateSettings] = [:],
        barriers: ByBarrierClass<LocateSettings?> = ByBarrierClass()
    ) {
        self.fallback = fallback
        self.locations = locations
        self.barriers = barriers
    }

    /// Makes settings for stops and barriers.
    public init(
        fallback: LocateSettings? = nil, stops: LocateSettings?,
        barriers: ByBarrierClass<LocateSettings?> = ByBarrierClass()
    ) {
        self.init(fallback: fallback, barriers: barriers)
        self.stops = stops
    }

    /// For stops.
    public var stops: LocateSettings? {
        get { locations["stops"] }
        set { locations["stops"] = newValue }
    }

    /// The settings that are given, by input: locations by name, then barriers.
    package var overrides: [(input: String, settings: LocateSettings)] {
        locations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            + BarrierClass.allCases.compactMap { kind in
                barriers[kind].map { (kind.parameter, $0) }
            }
    }
}
