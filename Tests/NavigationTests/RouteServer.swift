// A scripted route server for sessions, and drives along its routes.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers each operation with a route along places, or fails.
final class RouteServer: HTTPTransport {
    private struct Held {
        var calls: [HTTPCall] = []
        var lines: [String: [Coordinate]] = [:]
        var gain: Double?
        var waypoint: Int?
        var busySeconds: Int?
        var following: Following?
        var proposal: [Coordinate]?
        var energy: [String: Double] = [:]
        var refused: Set<String> = []
    }

    private let held = Mutex(Held())

    /// The calls of an operation.
    func calls(_ operation: String) -> [HTTPCall] {
        held.withLock { $0.calls.filter { $0.url.lastPathComponent == operation } }
    }

    /// Sets the line that an operation answers with; without one it fails.
    ///
    /// - Parameter waypoint: The line's vertex with a stop, which gives the answer two legs.
    func set(
        _ operation: String, _ line: [Coordinate]?, gainMinutes: Double? = nil,
        waypoint: Int? = nil
    ) {
        held.withLock {
            $0.lines[operation] = line
            $0.gain = gainMinutes
            $0.waypoint = waypoint
        }
    }

    /// Takes an operation from the server.
    func refuse(_ operation: String) { held.withLock { _ = $0.refused.insert(operation) } }

    /// Sets where `follow` says the vehicle is, and the line of the route it proposes.
    func setFollowing(_ following: Following, proposing proposal: [Coordinate]? = nil) {
        held.withLock {
            $0.following = following
            $0.proposal = proposal
        }
    }

    /// Sets what the routes of an operation use up.
    func setEnergy(_ operation: String, _ energy: Double) {
        held.withLock { $0.energy[operation] = energy }
    }

    /// Makes operations without a line ask for some seconds of patience.
    func setBusy(seconds: Int) { held.withLock { $0.busySeconds = seconds } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let operation = call.url.lastPathComponent
        if operation == "Route" { return HTTPReply(status: 200, body: Array(Self.layer.utf8)) }
        let (line, gain, waypoint) = held.withLock { held in
            held.calls.append(call)
            return (held.lines[operation], held.gain, held.waypoint)
        }
        if held.withLock({ $0.refused.contains(operation) }) {
            let body = #"{"error":{"code":404,"message":"Not Found","details":[]}}"#
            return HTTPReply(status: 404, body: Array(body.utf8))
        }
        guard let line else {
            guard let busy = held.withLock({ $0.busySeconds }) else {
                throw URLError(.cannotConnectToHost)
            }
            let body = #"{"error":{"code":503,"message":"There is no room.","details":[]}}"#
            return HTTPReply(status: 503, body: Array(body.utf8), retryAfter: "\(busy)")
        }
        var result = Self.result(
            line, handle: "handle of \(operation)",
            energy: held.withLock { $0.energy[operation] })
        let ids = try call.stopIDs
        result.legs = waypoint.map { Self.legs(line, at: [$0], ids: ids) }
        if operation == "follow" { result = followed(result, call) }
        if operation == "better" {
            result.replanning = Replanning()
            result.replanning?.isSearched = true
            result.replanning?.reason = .betterRoute
            result.replanning?.gainMinutes = gain
            result.replanning?.deviationMeters = 4_000
        }
        return HTTPReply(status: 200, body: AnalysisResultWriter.json(result))
    }

    /// Adds to the rest of a route where the vehicle is, and a proposal if one is set. If the call
    /// sends the state, the answer has no routes.
    private func followed(_ rest: AnalysisResult, _ call: HTTPCall) -> AnalysisResult {
        let (following, proposal) = held.withLock { ($0.following, $0.proposal) }
        var result = rest
        result.following = following
        if let state = following?.state, call.form?["since"] == state {
            result = AnalysisResult()
            result.following = following
            result.following?.isUnchanged = true
            return result
        }
        guard let proposal else { return result }
        result.routes?.features.append(
            Feature(
                values: [.integer(2), .string("handle of proposal")],
                geometry: .polyline(paths: [proposal])))
        result.conditions?.append(
            RouteConditions(
                routeID: 2, routeName: "", speeds: proposal.dropFirst().map { _ in 36 }))
        result.replanning = Replanning()
        result.replanning?.isSearched = true
        result.replanning?.reason = .betterRoute
        result.replanning?.gainMinutes = 6
        result.replanning?.deviationMeters = 4_000
        return result
    }

    /// A route's two legs, with a stop at an inner vertex.
    static func legs(_ line: [Coordinate], at vertex: Int) -> FeatureSet {
        legs(line, at: [vertex], ids: [])
    }

    /// A route's legs, with stops at inner vertices.
    ///
    /// - Parameter ids: The ids of all stops; from 1 if they are too few.
    static func legs(
        _ line: [Coordinate], at vertices: [Int], ids: [Int], routeID: Int = 1
    ) -> FeatureSet {
        let ends = [0] + vertices + [line.count - 1]
        let ids = ids.count == ends.count ? ids : Array(1...ends.count)
        func role(_ stop: Int) -> String {
            stop == 0 ? "origin" : stop == ends.count - 1 ? "destination" : "waypoint"
        }
        return FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("RouteID", .integer),
                Field("Sequence", .integer), Field("FromStopID", .integer),
                Field("ToStopID", .integer), Field("FromRole", .string, length: 20),
                Field("ToRole", .string, length: 20), Field("Meters", .double),
                Field("Seconds", .double), Field("FirstPoint", .integer),
                Field("LastPoint", .integer),
            ],
            features: (1..<ends.count).map { leg in
                let points = ends[leg - 1]...ends[leg]
                let meters = zip(line[points], line[points].dropFirst())
                    .map { Geodesic.distanceMeters(from: $0, to: $1) }.reduce(0, +)
                return Feature(
                    values: [
                        .integer(leg), .integer(routeID), .integer(leg), .integer(ids[leg - 1]),
                        .integer(ids[leg]), .string(role(leg - 1)), .string(role(leg)),
                        .double(meters), .double(meters / 10), .integer(points.lowerBound),
                        .integer(points.upperBound),
                    ], geometry: nil)
            })
    }

    /// A provider that asks this server once.
    func provider() throws -> ServerRouteProvider {
        ServerRouteProvider(RouteTask(url: try Self.url, transport: self), attempts: 1)
    }

    /// The layer's address.
    static var url: URL {
        get throws { try #require(URL(string: "http://example.test/town/NAServer/Route")) }
    }

    /// The layer's resource, with one travel mode for cars and one for walking.
    static let layer: String = {
        let modes = [("Driving Time", "AUTOMOBILE"), ("Walking Time", "WALK")].map { name, type in
            """
            {"name":"\(name)","type":"\(type)","impedanceAttributeName":"TravelTime",
            "timeAttributeName":"TravelTime","distanceAttributeName":"Kilometers",
            "restrictionAttributeNames":["Oneway"]}
            """
        }
        return """
            {"layerType":"esriNAServerRouteLayer",
            "supportedTravelModes":[\(modes.joined(separator: ","))]}
            """
    }()

    /// A route along a line at 10 m/s.
    static func result(
        _ line: [Coordinate], handle: String, energy: Double? = nil
    ) -> AnalysisResult {
        var result = AnalysisResult()
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID), Field("RouteHandle", .string, length: 99)],
            features: [
                Feature(
                    values: [.integer(1), .string(handle)], geometry: .polyline(paths: [line]))
            ])
        if let energy {
            result.routes?.fields.append(Field("Total_Energy", .double))
            result.routes?.features[0].values.append(.double(energy))
        }
        result.conditions = [
            RouteConditions(
                routeID: 1, routeName: "", speeds: line.dropFirst().map { _ in 36 })
        ]
        return result
    }
}

extension RouteParameters {
    /// A request with three stops that have names, 10 km apart.
    static var threeStops: RouteParameters {
        through(["start", "middle", "end"], at: [0, 10_000, 20_000])
    }

    /// A request with stops that have names, some meters to the east.
    static func through(_ names: [String], at meters: [Double]) -> RouteParameters {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
                features: zip(names, meters).map {
                    Feature(
                        values: [.string($0)],
                        geometry: .point(RouteSketch.place(east: $1, north: 0)))
                }))
        parameters.requestFollowedRoutes()
        return parameters
    }
}

extension HTTPCall {
    /// The stops that the call sends, as their attributes.
    var stopRows: [JSONValue] {
        get throws {
            let stops = try JSONValue.parse(Array((form?["stops"] ?? "").utf8))
            return stops["features"]?.array?.compactMap { $0["attributes"] } ?? []
        }
    }

    /// The ids of the stops, if the call asks to keep them.
    var stopIDs: [Int] {
        get throws {
            guard form?["preserveObjectID"] == "true" else { return [] }
            return try stopRows.compactMap { $0["ObjectID"]?.integer }
        }
    }
}

extension NavigationSession {
    /// Drives with a fix and a tick a second, from a time on. Returns the time after it.
    nonisolated func drive(_ line: [Coordinate], from time: Int64) async throws -> Int64 {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 10))
        var (meters, time) = (0.0, time)
        while meters < index.lengthMeters {
            let position = index.position(atMeters: meters)
            let place = index.coordinate(at: position)
            let ahead = index.coordinate(at: index.advanced(position, byMeters: 2))
            await take(
                Fix(
                    time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                    courseDegrees: Geodesic.bearingDegrees(from: place, to: ahead),
                    metersPerSecond: 10))
            await pass(to: time)
            meters += 10
            time += 1_000
        }
        return time
    }
}

/// Waits until something holds, for five seconds at most.
func eventually(_ holds: () async -> Bool) async throws -> Bool {
    for _ in 0..<5_000 {
        if await holds() { return true }
        try await Task.sleep(for: .milliseconds(1))
    }
    return false
}
