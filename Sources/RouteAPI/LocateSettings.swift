// How far away streets may be from an input, and which ones are searched.

/// A source of streets to place inputs on.
public struct LocateSource: Hashable, Sendable {
    /// The network source's name.
    public var name: String
    /// An SQL condition that selects the streets to search; `nil` searches all.
    public var condition: String?

    /// Creates a source.
    public init(name: String, condition: String? = nil) {
        self.name = name
        self.condition = condition
    }
}

/// How inputs are placed on the network.
public struct LocateSettings: Hashable, Sendable {
    /// How far a street may be, in meters.
    public var toleranceMeters: Double
    /// Whether an input on a closed street moves to the nearest usable one.
    public var allowAutoRelocate: Bool
    /// The sources to search; `nil` searches all.
    public var sources: [LocateSource]?

    /// Creates settings that search all sources.
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
    /// The settings for inputs without their own.
    public var fallback: LocateSettings?
    /// Settings for locations, by the parameters that carry them.
    public var locations: [String: LocateSettings]
    /// Settings for barriers, by class.
    public var barriers: ByBarrierClass<LocateSettings?>

    /// Creates settings by input.
    public init(
        fallback: LocateSettings? = nil, locations: [String: LocateSettings] = [:],
        barriers: ByBarrierClass<LocateSettings?> = ByBarrierClass()
    ) {
        self.fallback = fallback
        self.locations = locations
        self.barriers = barriers
    }

    /// Creates settings for stops and barriers.
    public init(
        fallback: LocateSettings? = nil, stops: LocateSettings?,
        barriers: ByBarrierClass<LocateSettings?> = ByBarrierClass()
    ) {
        self.init(fallback: fallback, barriers: barriers)
        self.stops = stops
    }

    /// Settings for stops.
    public var stops: LocateSettings? {
        get { locations["stops"] }
        set { locations["stops"] = newValue }
    }

    /// All given settings by input: locations by name, then barriers.
    package var overrides: [(input: String, settings: LocateSettings)] {
        locations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            + BarrierClass.allCases.compactMap { kind in
                barriers[kind].map { (kind.parameter, $0) }
            }
    }
}
