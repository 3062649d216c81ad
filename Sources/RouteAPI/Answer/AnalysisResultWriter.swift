// Writes answers as JSON. Directions are in DirectionsJSON.swift, GeoJSON in
// AnalysisResult+GeoJSON.swift.

import Geo

/// Writes answers as Esri JSON and as GeoJSON.
public enum AnalysisResultWriter {
    /// Writes an answer in the format of an ArcGIS route service, with the additional members
    /// `network`, `traffic`, `quanta`, `reasons`, `effectiveParameters`, `directionsPages` and
    /// `conditions`.
    public static func json(_ result: AnalysisResult, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.reserveCapacity(1 << 16)
        writer.beginObject()
        writer.members(of: result)
        writer.endObject()
        return writer.bytes
    }

    /// Writes a cost matrix as JSON text: an object by origin, holding objects by destination with
    /// lists of costs.
    package static func text(of matrix: CostMatrix) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.costMatrix(matrix)
        writer.endObject()
        return writer.text
    }
}

extension JSONWriter {
    /// Writes an answer's members.
    mutating func members(of result: AnalysisResult) {
        array("messages") { writer in
            for message in result.messages {
                writer.beginObject()
                writer.member("type", message.type.rawValue)
                writer.member("description", message.text)
                writer.endObject()
            }
        }
        if let id = result.requestID { member("requestID", id) }
        if !result.reasons.isEmpty { reasons(result.reasons) }
        if let parameters = result.effectiveParameters { effectiveParameters(parameters) }
        if let limits = result.limits { self.limits(limits) }
        if let matrix = result.costMatrix { costMatrix(matrix) }
        for table in result.tables {
            key(table.key)
            esriFeatureSet(
                table.rows, decimals: result.geometryPrecision,
                measureDecimals: result.measurePrecision)
        }
        if let directions = result.directions {
            self.directions(
                directions, as: result.directionsOutputType, decimals: result.geometryPrecision,
                havePairs: result.directionsHavePairs)
            directionsPages(directions)
        }
        if let conditions = result.conditions { self.conditions(conditions) }
        object("network") { writer in
            writer.member("fingerprint", result.fingerprint)
            writer.member("attribution", result.attribution)
        }
        if let traffic = result.traffic { self.traffic(traffic) }
        if let quanta = result.quanta { self.quanta(quanta) }
        if let blockages = result.blockages { self.blockages(blockages) }
        if let replanning = result.replanning { self.replanning(replanning) }
        if let following = result.following { self.following(following) }
    }

    /// Writes the traffic snapshot that an answer used.
    mutating func traffic(_ traffic: TrafficUse) {
        object("traffic") { writer in
            writer.member("snapshot", traffic.id)
            writer.member("made", traffic.made)
        }
    }

    /// Writes a cost matrix: an object by origin, holding objects by destination with lists of
    /// costs.
    mutating func costMatrix(_ matrix: CostMatrix) {
        beginCostMatrix(matrix)
        costRows(matrix.rows)
        endObject()
    }

    /// Writes the beginning of a cost matrix, up to its first row.
    mutating func beginCostMatrix(_ matrix: CostMatrix) {
        key(AnswerMember.costMatrix.rawValue)
        beginObject()
        names("costAttributeNames", matrix.costAttributeNames)
    }

    /// Writes rows of a cost matrix.
    ///
    /// - Complexity: O(*n*) for *n* cells.
    mutating func costRows(_ rows: [CostMatrix.Row]) {
        for row in rows {
            object(String(row.originID)) { writer in
                for (place, id) in row.destinationIDs.enumerated() {
                    writer.member(id, row.costs(at: place))
                }
            }
        }
    }

    /// Writes exact totals, to compare with programs that read the exported tables.
    mutating func quanta(_ quanta: [RouteQuanta]) {
        array("quanta") { writer in
            for route in quanta {
                writer.beginObject()
                writer.member("routeId", route.routeID)
                writer.member("impedance", route.impedance)
                writer.object("costs") { writer in
                    for cost in route.costs { writer.member(cost.name, cost.value) }
                }
                writer.endObject()
            }
        }
    }
}
