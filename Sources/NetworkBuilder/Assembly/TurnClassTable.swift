// Turn costs as a small class number per turn, in matrices shared by nodes of equal form.

import RoadNetwork

/// Gives every turn a class, and every class its costs.
///
/// A node with *k* edges has a *k × k* matrix of classes. The row is the position of the incoming
/// edge's twin, the column the position of the outgoing edge. Equal matrices are stored once, since
/// most nodes of a road network are bends and plain crossings.
enum TurnClassTable {
    /// From this many different turns on, rare sets of points no longer make new ones. Real
    /// networks have a few thousand.
    static let mostWithPoints = 60_000

    static func build(into contents: inout NetworkContents, model: some TurnCostModel) {
        let columns = contents.costs.count
        var classOf: [[UInt32]: UInt16] = [[UInt32](repeating: 0, count: columns): 0]
        var costsOf: [[UInt32]] = [[UInt32](repeating: 0, count: columns)]
        var offsetOf: [[UInt16]: UInt32] = [:]
        var pool: [UInt16] = []
        var offsets: [UInt32] = []
        offsets.reserveCapacity(contents.nodeLongitudeE7.count)
        for node in 0..<contents.nodeLongitudeE7.count {
            let out = contents.outEdges[
                Int(contents.nodeFirstOut[node])..<Int(contents.nodeFirstOut[node + 1])]
            var matrix: [UInt16] = []
            matrix.reserveCapacity(out.count * out.count)
            for reverse in out {
                let points = ApproachPoints.met(by: reverse ^ 1, in: contents)
                for edge in out {
                    var turn = situation(
                        contents, node: node, out: out, from: Int(reverse ^ 1), to: Int(edge))
                    turn.points = points
                    var costs = model.costs(of: turn)
                    if costsOf.count >= mostWithPoints, classOf[costs] == nil {
                        turn.points = ApproachPoints()
                        costs = model.costs(of: turn)
                    }
                    precondition(costs.count == columns, "one turn cost per cost column")
                    if let known = classOf[costs] {
                        matrix.append(known)
                    } else {
                        precondition(
                            costsOf.count <= UInt16.max,
                            "a turn cost model gives 65,536 different answers at most")
                        let fresh = UInt16(costsOf.count)
                        classOf[costs] = fresh
                        costsOf.append(costs)
                        matrix.append(fresh)
                    }
                }
            }
            if let known = offsetOf[matrix] {
                offsets.append(known)
            } else {
                offsetOf[matrix] = UInt32(pool.count)
                offsets.append(UInt32(pool.count))
                pool += matrix
            }
        }
        contents.nodeTurnClasses = offsets
        contents.turnClassPool = pool
        contents.turnClassCosts = (0..<columns).map { column in costsOf.map { $0[column] } }
    }

    private static func situation(
        _ contents: NetworkContents, node: Int, out: ArraySlice<UInt32>, from: Int, to: Int
    ) -> TurnSituation {
        // A footpath that joins a street does not make a bend a junction for vehicles.
        let common = contents.edgeFamilies[from] & contents.edgeFamilies[to]
        let family = common & (~common &+ 1)
        let degree = out.count {
            (contents.edgeFamilies[Int($0)] | contents.edgeFamilies[Int($0 ^ 1)]) & family != 0
        }
        let turned =
            Int(contents.edgeDepartBearing[to]) - Int(contents.edgeArriveBearing[from])
        let hundredths = ((turned % 36_000) + 36_000) % 36_000
        let signed = hundredths > 18_000 ? hundredths - 36_000 : hundredths
        return TurnSituation(
            angleDegrees: Double(signed) / 100, isUTurn: from ^ 1 == to,
            nodeFlags: NodeFlags(rawValue: contents.nodeFlags[node]), degree: degree,
            fromClass: RoadClass(rawValue: contents.segmentClass[from / 2]) ?? .other,
            toClass: RoadClass(rawValue: contents.segmentClass[to / 2]) ?? .other,
            fromFlags: EdgeFlags(rawValue: contents.edgeFlags[from]),
            toFlags: EdgeFlags(rawValue: contents.edgeFlags[to]))
    }
}
