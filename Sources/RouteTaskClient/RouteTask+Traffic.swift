// Sends feeds with speeds and closures to a server, and asks what is in force.

public import Foundation
public import Geo

/// What a server made of a feed.
public struct TrafficReceipt: Hashable, Sendable {
    /// A row that the server did not use.
    public struct RefusedRow: Hashable, Sendable {
        /// The row's number in the feed, from 1.
        public var row: Int
        /// Why the row is not used, and what would be accepted.
        public var reason: String
    }

    /// The id of the snapshot now in force. Requests may name it as `trafficSnapshot`.
    public var snapshot: String
    /// The number of rows in use.
    public var usedRows: Int
    /// The number of refused rows.
    public var refusedRows: Int
    /// The first refused rows, with reasons.
    public var refused: [RefusedRow]
    /// The number of rows whose speed exceeds what their street allows; they count as the highest
    /// plausible speed.
    public var cappedRows: Int
    /// What to check if rows are capped, first of all the feed's unit; `nil` if no row is.
    public var cappedReason: String?
    /// The number of edges with a live speed.
    public var edgesWithSpeed: Int
    /// The number of edges with a closure at some time.
    public var closedEdges: Int
    /// When the snapshot was made.
    public var made: Date
    /// When the snapshot's last speed lapses; `nil` if it has no speeds.
    public var lapses: Date?
    /// Whether the feed repeats the previous one, so nothing has changed.
    public var isUnchanged: Bool

    /// Reads a server's reply. Returns `nil` if it is not a receipt.
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
    /// Whether a feed is complete or only updates earlier ones.
    public enum TrafficUpdate: String, Hashable, Sendable, CaseIterable {
        /// The feed replaces everything in force.
        case whole
        /// The feed replaces earlier statements about the same streets only.
        case changes
    }

    /// Puts speeds and closures in force on the layer's network, from comma-separated rows.
    ///
    /// ```swift
    /// let task = RouteTask(url: layerURL, token: token)
    /// let receipt = try await task.postTraffic(rows: table)
    /// for row in receipt.refused { print(row.row, row.reason) }
    /// ```
    ///
    /// The token must belong to a user with the right to send traffic.
    ///
    /// - Parameters:
    ///   - rows: Rows by OSM way under a header, or node pairs as for OSRM.
    ///   - update: Whether the rows are complete.
    /// - Throws: ``RouteTaskError``, with code 498, 499 or 403 if the user lacks the right;
    ///   `CancellationError` if the task is cancelled.
    public func postTraffic(
        rows: String, as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(["rows": rows, "updateMode": update.rawValue])
    }

    /// Puts speeds and closures in force on the layer's network, from lines and points.
    ///
    /// - Parameters:
    ///   - features: A GeoJSON FeatureCollection or an Esri JSON feature set.
    ///   - mapping: Which properties of the source hold `speed`, `closed`, `validFrom`, `validTo`,
    ///     `direction`, `kind`, `text`, `id` and `lanesClosed`.
    ///   - update: Whether the features are complete.
    /// - Throws: ``RouteTaskError``, with code 498, 499 or 403 if the user lacks the right;
    ///   `CancellationError` if the task is cancelled.
    public func postTraffic(
        features: JSONValue, mapping: [String: String] = [:], as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(
            ["features": features.text, "updateMode": update.rawValue], mapping)
    }

    /// Puts speeds and closures in force on the layer's network, from a URL that the server
    /// fetches.
    ///
    /// - Parameters:
    ///   - address: The feed's URL, on a host that the service allows.
    ///   - mapping: Which properties of the source hold which values, if the feed is features.
    ///   - update: Whether the feed is complete.
    /// - Throws: ``RouteTaskError``, with code 498, 499 or 403 if the user lacks the right;
    ///   `CancellationError` if the task is cancelled.
    public func postTraffic(
        url address: URL, mapping: [String: String] = [:], as update: TrafficUpdate = .whole
    ) async throws -> TrafficReceipt {
        try await postTraffic(
            ["url": address.absoluteString, "updateMode": update.rawValue], mapping)
    }

    /// Asks which traffic is in force on the layer's network.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
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
