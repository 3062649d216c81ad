// A layer's vector tiles: its streets, and their traffic.

public import Preparation
import RoadNetwork
public import RouteAPI
import RoutingEngine
public import VectorTiles

extension NetworkLayer {
    /// What a map must know about the network's tiles; `nil` if it has no streets.
    public var mapFacts: MapFacts? { layer.tiles.facts }

    /// Returns a tile of the streets if it has been made before; `nil` if it must be made.
    public func keptStreetTile(_ address: TileAddress) -> [UInt8]? {
        layer.tiles.keptTile(address)
    }

    /// Returns a vector tile of the network's streets: Mapbox Vector Tile 2.1 in the Shortbread
    /// schema. Empty if it shows no street.
    public func streetTile(_ address: TileAddress) -> [UInt8] { layer.tiles.tile(address) }

    /// Returns the streets that a map of the whole network shows, in degrees.
    public func overviewStreets() -> [StreetLine] {
        StreetLines(network: network).lines(ofSegments: layer.tiles.overviewSegments)
    }

    /// Returns a vector tile with the speed on each street, with the layer `speeds`. Empty if it
    /// shows no street.
    ///
    /// - Parameter mode: The travel mode; `nil` for the layer's own settings.
    /// - Throws: An error naming what the network lacks for the mode.
    public func speedTile(
        _ address: TileAddress, for mode: TravelMode?
    ) throws(RouteRequestError) -> [UInt8] {
        var parameters = RouteParameters()
        parameters.analysis.travel.travelMode = mode.map { .settings($0) }
        let settings = try TravelSettingsReader(network: network, layer: layer.defaults)
            .read(parameters)
        guard let marks = SpeedMarks(settings, on: network) else { return [] }
        return layer.tiles.speedTile(address, marks.mark(of:))
    }

    /// Returns a tile of the traffic now if it has been made before or there is no traffic; `nil`
    /// if it must be made.
    public func keptTrafficTile(_ address: TileAddress) -> [UInt8]? {
        guard let snapshot = traffic.current else { return [] }
        return layer.tiles.keptTrafficTile(address, of: snapshot.version(at: traffic.now()))
    }

    /// Returns a vector tile of the traffic now, with the layer `traffic`. Empty without traffic.
    ///
    /// Each direction with a live speed or a closure has its jam class, as routes' conditions have
    /// it. Tiles are kept until a speed or a closure anywhere begins or ends.
    public func trafficTile(_ address: TileAddress) -> [UInt8] {
        guard let snapshot = traffic.current else { return [] }
        let instant = traffic.now()
        let marks = TrafficMarks(snapshot: snapshot, instant: instant)
        return layer.tiles.trafficTile(
            address, of: snapshot.version(at: instant), marks.mark(of:))
    }
}
