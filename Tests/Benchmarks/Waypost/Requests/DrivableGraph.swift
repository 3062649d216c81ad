// The streets open to cars as a plain graph of junctions, for peers without turns.

import Foundation
import RoadNetwork

/// Junctions and arcs with travel times in milliseconds.
///
///     bytes        field
///     4            n, number of junctions
///     4            m, number of arcs
///     4n, 4n       latitude, longitude as Float32
///     4m, 4m, 4m   tail, head, milliseconds as UInt32
///
/// Little-endian.
struct DrivableGraph {
    private var latitudes: [Float] = []
    private var longitudes: [Float] = []
    private var tails: [UInt32] = []
    private var heads: [UInt32] = []
    private var weights: [UInt32] = []

    /// Takes the motor family's edges that one-way streets and access restrictions leave open to
    /// cars.
    init(_ network: NetworkDataset) {
        let description = network.description
        let family = UInt8(1) << UInt8(description.familyIndex(named: "motor") ?? 0)
        let closing = ["Driving an Automobile", "Oneway"]
            .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
        let column = network.costs[description.cost(named: "TravelTime")?.column ?? 0]
        var rows = [UInt32?](repeating: nil, count: network.nodeCount)
        for edge in 0..<UInt32(network.edgeCount) {
            guard network.edgeFamilies[edge] & family != 0,
                network.edgeRestrictions[edge] & closing == 0
            else { continue }
            let ends = [network.edgeHead[edge ^ 1], network.edgeHead[edge]].map { node in
                if let row = rows[Int(node)] { return row }
                let row = UInt32(latitudes.count)
                rows[Int(node)] = row
                latitudes.append(Float(network.nodeLatitudeE7[node]) / 1e7)
                longitudes.append(Float(network.nodeLongitudeE7[node]) / 1e7)
                return row
            }
            tails.append(ends[0])
            heads.append(ends[1])
            weights.append(max(1, column[edge]))
        }
    }

    func write(to path: String) throws {
        var data = Data()
        for count in [UInt32(latitudes.count), UInt32(tails.count)] {
            withUnsafeBytes(of: count.littleEndian) { data.append(contentsOf: $0) }
        }
        for column in [latitudes, longitudes] {
            for value in column {
                withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        for column in [tails, heads, weights] {
            for value in column {
                withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
