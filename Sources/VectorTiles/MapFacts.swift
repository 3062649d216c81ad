// Facts a map needs about a network before it draws a tile.

public import Geo
public import RoadNetwork

/// Facts a map needs about a network's tiles.
public struct MapFacts: Hashable, Sendable {
    /// The box around all streets, in degrees.
    public var bounds: Envelope
    /// The side of the road traffic keeps to. Draw a direction's traffic on this side.
    public var drivingSide: DrivingSide
    /// The version of the map's background; `nil` if the network has none.
    public var backgroundVersion: String?

    /// Whether traffic keeps to the right.
    public var drivesOnRight: Bool { drivingSide == .right }

    /// States the facts.
    public init(bounds: Envelope, drivingSide: DrivingSide, backgroundVersion: String? = nil) {
        self.bounds = bounds
        self.drivingSide = drivingSide
        self.backgroundVersion = backgroundVersion
    }
}

extension StreetTiles {
    /// The facts for a map; `nil` if the network has no streets.
    ///
    /// - Complexity: O(1).
    package var facts: MapFacts? {
        var bounds = Envelope()
        for root in network.index.rootEntries() {
            bounds.add(network.index.envelope(of: root.entry))
        }
        guard !bounds.isEmpty else { return nil }
        return MapFacts(
            bounds: bounds, drivingSide: network.description.drivingSide,
            backgroundVersion: background?.fingerprint)
    }
}
