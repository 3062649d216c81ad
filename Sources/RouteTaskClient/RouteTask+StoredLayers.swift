// Reads rows of a service's stored layers, which requests name as layer:NAME.

import Foundation
public import Geo

/// A stored layer of a service, by number and name.
public struct StoredLayerEntry: Hashable, Sendable {
    /// The number in the layer's URL.
    public var id: Int
    /// The name, which requests give after `layer:`.
    public var name: String
}

extension RouteTask {
    /// How many rows to ask for in one call.
    private static let rowsAtOnce = 2_000

    /// Lists the stored layers in this layer's service.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func storedLayers() async throws -> [StoredLayerEntry] {
        let reply = try await connection.call(try featureService)
        return ["layers", "tables"].flatMap { reply[$0]?.array ?? [] }.compactMap { layer in
            guard let id = layer["id"]?.integer, let name = layer["name"]?.string else {
                return nil
            }
            return StoredLayerEntry(id: id, name: name)
        }
    }

    /// Reads rows of a stored layer with all their fields, in longitude and latitude.
    ///
    /// Reads page by page. If an edit moves a row to a later page meanwhile, the row still counts
    /// once.
    ///
    /// ```swift
    /// let layers = try await task.storedLayers()
    /// guard let layer = layers.first(where: { $0.name == "Deliveries" }) else { return }
    /// let rows = try await task.rows(of: layer, fields: ["where": "day = DATE '2026-03-02'"])
    /// ```
    ///
    /// - Parameters:
    ///   - fields: Form fields of the query, such as `where` and `orderByFields`.
    ///   - most: Reads at most this many rows, and one more if the layer has more.
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    /// - Complexity: O(*n*) for *n* rows.
    public func rows(
        of layer: StoredLayerEntry, fields: [String: String] = [:], most: Int = 200_000
    ) async throws -> FeatureSet {
        let url =
            try featureService
            .appendingPathComponent("\(layer.id)").appendingPathComponent("query")
        var form = fields
        form["outFields"] = "*"
        form["outSR"] = "4326"
        if form["where"] == nil { form["where"] = "1=1" }
        var found: FeatureSet?
        var seen: Set<Int> = []
        var offset = 0
        while offset <= most {
            form["resultOffset"] = "\(offset)"
            form["resultRecordCount"] = "\(min(Self.rowsAtOnce, most + 1 - offset))"
            let reply = try await connection.call(url, form)
            let page: FeatureSet
            do throws(FeatureReadError) {
                page = try EsriFeatureReader().featureSet(reply)
            } catch {
                throw RouteTaskError.unexpectedReply(url: url, status: 200, reason: "\(error)")
            }
            let column = page.fields.firstIndex { $0.type == .objectID }
            let rows = page.features.filter { row in
                guard let column, case .integer(let id) = row.values[column] else { return true }
                return seen.insert(id).inserted
            }
            if found == nil {
                found = page
                found?.features = rows
            } else {
                found?.features += rows
            }
            offset += page.features.count
            let isCut = reply["exceededTransferLimit"]?.bool ?? false
            if page.features.isEmpty || !isCut { break }
        }
        guard let found else { preconditionFailure("a first page is read in any case") }
        return found
    }

    /// The service's `…/FeatureServer`, next to its `NAServer`.
    private var featureService: URL {
        get throws {
            let service = url.deletingLastPathComponent()
            guard service.lastPathComponent == "NAServer" else {
                throw RouteTaskError.unexpectedReply(
                    url: url, status: 0,
                    reason: "only layers whose URL ends in /NAServer/<layer> have stored layers "
                        + "beside them")
            }
            return service.deletingLastPathComponent().appendingPathComponent("FeatureServer")
        }
    }
}
