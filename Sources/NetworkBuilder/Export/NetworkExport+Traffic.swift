// Writes the tables of a traffic snapshot, next to the network's tables.

import RoadNetwork
package import RoutingEngine

/// A traffic snapshot to export, and the instant at which to take its speeds and closures.
package struct ExportedTraffic: Sendable {
    package let snapshot: TrafficSnapshot
    /// Epoch milliseconds.
    package let instant: Int64

    /// Takes a snapshot as of an instant.
    package init(_ snapshot: TrafficSnapshot, at instant: Int64) {
        self.snapshot = snapshot
        self.instant = instant
    }
}

extension NetworkExport {
    /// Writes the edges that are closed or have a live speed, with their costs.
    func writeTraffic(_ traffic: ExportedTraffic, to file: inout ExportFile) throws {
        let description = network.description
        let costs = description.costs.filter { description.followsSpeeds($0) }
        let live = traffic.snapshot.liveEdges(at: traffic.instant)
        let closed = traffic.snapshot.closures.map(\.edge).filter {
            traffic.snapshot.isClosed($0, at: traffic.instant)
        }
        var speeds: [UInt32: Double] = [:]
        for (edge, speed) in zip(live.edges, live.speeds) { speeds[edge] = speed }
        let rows = Set(live.edges).union(closed).sorted()
        file.append("edge,speed_kmh,closed")
        for cost in costs { file.appendField(cost.name) }
        try file.endRow()
        for (place, edge) in rows.enumerated() {
            let speed = speeds[edge]
            file.append(number: edge)
            file.append(",\(speed.map { "\($0)" } ?? "")")
            file.append(traffic.snapshot.isClosed(edge, at: traffic.instant) ? ",1" : ",0")
            for cost in costs {
                file.append(UInt8(ascii: ","))
                if speed != nil, let quanta = live.costs?.cost(of: edge, column: cost.column) {
                    file.append(number: quanta)
                }
            }
            try file.endRow()
            progress("traffic.csv", place + 1, of: rows.count)
        }
    }

    /// Writes every closure with its times.
    func writeClosures(_ traffic: ExportedTraffic, to file: inout ExportFile) throws {
        file.append("edge,from,until")
        try file.endRow()
        for closure in traffic.snapshot.closures {
            file.append(number: closure.edge)
            for time in [closure.from, closure.until] {
                file.append(UInt8(ascii: ","))
                if let time { file.append(number: time) }
            }
            try file.endRow()
        }
    }
}
