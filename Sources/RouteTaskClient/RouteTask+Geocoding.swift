// Asks the service's search by name for addresses and places.

import Foundation
public import Geo

/// A place that a service found by name.
public struct FoundPlace: Hashable, Sendable {
    /// The whole address in a line.
    public var address: String
    /// Where it is: longitude and latitude in degrees.
    public var location: Coordinate
    /// How well it fits, 0 … 100.
    public var score: Double
    /// How exact it is: `PointAddress`, `StreetAddress`, `StreetInt`, `StreetName`, `Locality`,
    /// `POI` or `LatLong`.
    public var type: String

    /// Makes a place that was found without a server.
    package init(address: String, location: Coordinate, score: Double, type: String) {
        self.address = address
        self.location = location
        self.score = score
        self.type = type
    }

    /// Reads a candidate in a server's reply; `nil` if it cannot be read.
    init?(json: JSONValue) {
        guard let address = json["address"]?.string, let x = json["location"]?["x"]?.number,
            let y = json["location"]?["y"]?.number, let score = json["score"]?.number
        else { return nil }
        self.address = address
        location = Coordinate(x: x, y: y)
        self.score = score
        type = json["attributes"]?["Addr_type"]?.string ?? ""
    }
}

extension RouteTask {
    /// Finds addresses, streets, crossings and places by name on the service's network.
    ///
    /// ```swift
    /// let task = RouteTask(url: layerURL)
    /// let found = try await task.geocode("6 Rue Grimaldi, Monaco")
    /// let stops = found.prefix(1).map { Stop(at: $0.location) }
    /// ```
    ///
    /// - Parameters:
    ///   - text: What to find, as people write it.
    ///   - near: A place near which answers come first, in degrees.
    ///   - most: The most answers, at most 50.
    /// - Returns: What was found, the best first; empty if nothing fits.
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func geocode(
        _ text: String, near: Coordinate? = nil, most: Int = 5
    ) async throws -> [FoundPlace] {
        var fields = [
            "SingleLine": text, "maxLocations": "\(most)", "outFields": "Addr_type",
        ]
        if let near { fields["location"] = "\(near.x),\(near.y)" }
        let url = geocodeURL.appendingPathComponent("findAddressCandidates")
        let reply = try await connection.call(url, fields)
        guard let candidates = reply["candidates"]?.array else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200, reason: "it has no candidates")
        }
        return candidates.compactMap { FoundPlace(json: $0) }
    }

    /// The service's `GeocodeServer`, beside the `NAServer` of the layer, unless the task's URL is
    /// its own.
    private var geocodeURL: URL {
        if url.lastPathComponent == "GeocodeServer" { return url }
        return url.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("GeocodeServer")
    }
}
