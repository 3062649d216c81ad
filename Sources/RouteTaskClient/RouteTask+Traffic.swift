// Sends feeds of speeds and closures to a server, and asks for what is in force.

public import Foundation
public import Geo

/// What became of a feed that was sent to a server.
public struct TrafficReceipt: Hashable, Sendable {
    /// A row that the server does not use.
    public struct RefusedRow: Hashable, Sendable {
        /// The number of the row in the feed, from 1.
        public var row: Int
        /// Why it is not used, and what would be.
        public var reason: String
    }

    /// The id of the snapshot in force, which requests may name as `trafficSnapshot`.
    public var snapshot: String
    /// The number of rows that are used.
    public var usedRows: Int
    /// The number of rows that are not used.
    public var refusedRows: Int
    /// The first rows that are not used, with reasons.
    public var refused: [RefusedRow]
    /// The number of rows whose speed is too high for their street, and counts as much as the
    /// street can have.
    public var cappedRows: Int
    /// What to check where rows are capped, the unit of the feed first; `nil` where none is.
    public var cappedReason: String?
    /// The number of edges with a live speed.
    public var edgesWithSpeed: Int
    /// The number of edges that are closed at some time.
    public var closedEdges: Int
    /// When the snapshot was made.
    public var made: Date
    /// When its last speed lapses; `nil` without speeds.
    public var lapses: Date?
    /// Whether the feed says what the one before it said, so that nothing has changed.
    public var isUnchanged: Bool

    /// Reads the reply of a server; `nil` for another reply.
    init?(json: JSONValue) {
        guard let snapshot = json["trafficSnapshot"]?.string,
            let used = json["rowsUsed"]?.integer, let refused = json["rowsRefused"]?.integer,
            let made = json["made"]?.number
        else { return nil }
        self.snapshot = snapshot
        usedRows = used
        refusedRows = refused
        self.refused = (json["refused"]?.array ?? []).compactMap { row in
            guard let number = row["row"]?.integer, let reason = row["reason"]?.string else {
                return nil
            }
            return RefusedRow(row: number, reason: reason)
        }
        cappedRows = json["rowsCapped"]?.integer ?? 0
        cappedReason = json["capped"]?.string
        edgesWithSpeed = json["edgesWithSpeed"]?.integer ?? 0
        closedEdges = json["closedEdges"]?.integer ?? 0
        self.made = Date(timeIntervalSince1970: made / 1_000)
        lapses = json["lapses"]?.number.map { Date(timeIntervalSince1970: $0 / 1_000) }
        isUnchanged = json["unchanged"]?.bool ?? false
    }
}

extension RouteTask {
    /// Whether a feed states everything that holds, or changes to what earlier ones stated.
    public enum TrafficUpdate: String, Hashable, Sendable, CaseIterable {
        /// It replaces everything.
        case whole
        /// It replaces what earlier feeds stated on the same streets.
        case changes
    }

    /// Puts speeds and closures in force on the network of the layer, by rows of comma-separated
    /// values.
    ///
    /// ```swift
    /// let task = RouteTask(url: layerURL, token: token)
    /// let receipt = try await task.postTraffic(rows: table)
    /// for row in receipt.refused { print(row.row, row.reason) }
    /// ```
    ///
    /// The token must be that of a user with the right to send traffic.
    ///
    /// - Parameters:
    ///   - rows: Rows by OSM way under a header, or OSRM's pairs of nodes.
    ///   - update: Whether the rows are everything that holds.
    /// - Throws: ``RouteTaskError``, with the code 498, 499 or 403 without the right;
    ///   `CancellationError` when the task is cancelled.
    public func postTraffic(
        rows: String, as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(["rows": rows, "updateMode": update.rawValue])
    }

    /// Puts speeds and closures in force on the network of the layer, by lines and points.
    ///
    /// - Parameters:
    ///   - features: A FeatureCollection of GeoJSON, or a feature set of Esri JSON.
    ///   - mapping: The names of the source's properties for `speed`, `closed`, `validFrom`,
    ///     `validTo` and `direction`.
    ///   - update: Whether the features are everything that holds.
    /// - Throws: ``RouteTaskError``, with the code 498, 499 or 403 without the right;
    ///   `CancellationError` when the task is cancelled.
    public func postTraffic(
        features: JSONValue, mapping: [String: String] = [:], as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(
            ["features": features.text, "updateMode": update.rawValue], mapping)
    }

    /// Puts speeds and closures in force on the network of the layer, from an address that the
    /// server fetches.
    ///
    /// - Parameters:
    ///   - address: The address of a feed, on a host that the service allows.
    ///   - mapping: The names of the source's properties, for features.
    ///   - update: Whether the feed is everything that holds.
    /// - Throws: ``RouteTaskError``, with the code 498, 499 or 403 without the right;
    ///   `CancellationError` when the task is cancelled.
    public func postTraffic(
        url address: URL, mapping: [String: String] = [:], as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(
            ["url": address.absoluteString, "updateMode": update.rawValue], mapping)
    }

    /// What is in force on the network of the layer.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func trafficStatus() async throws -> TrafficStatus {
        let reply = try await connection.get(trafficURL)
        guard let status = TrafficStatus(json: reply) else {
            throw RouteTaskError.unexpectedReply(
                url: trafficURL, status: 200, reason: "it says nothing of traffic")
        }
        return status
    }

    private var trafficURL: URL { url.appendingPathComponent("traffic") }

    private func postTraffic(
        _ fields: [String: String], _ mapping: [String: String] = [:]
    ) async throws -> TrafficReceipt {
        var fields = fields
        if !mapping.isEmpty {
            let members = mapping.sorted { $0.key < $1.key }
                .map { (key: $0.key, value: JSONValue.string($0.value)) }
            fields["mapping"] = JSONValue.object(JSONObject(members)).text
        }
        let reply = try await connection.call(trafficURL, fields)
        guard let receipt = TrafficReceipt(json: reply) else {
            throw RouteTaskError.unexpectedReply(
                url: trafficURL, status: 200, reason: "it says nothing of the feed")
        }
        return receipt
    }
}
