// Places a feed's rows one by one; one value serves one thread.

import Geo
import RoadNetwork
import RoutingEngine

/// Places rows one after the other, and remembers the last way and its segments.
struct RowPlacer {
    /// How far a street may be from a point, in meters.
    private static let pointMeters = 50.0

    let network: NetworkDataset
    /// The costs to match lines with; `nil` if the feed has no lines.
    let costs: RequestCosts?
    let monitor: DeadlineMonitor
    private let finder: StreetFinder
    /// The last way's segments. Rows about one way usually follow each other.
    private var lastWay: (id: Int64, segments: [WaySegment])?
    private var nodes: SourceNodeFinder
    private var lines: LinePlacer?

    init(network: NetworkDataset, costs: RequestCosts?, monitor: DeadlineMonitor) {
        self.network = network
        self.costs = costs
        self.monitor = monitor
        let description = network.description
        finder = StreetFinder(
            network,
            families: description.families.indices.lazy.filter {
                description.hasTraffic(family: $0)
            })
        nodes = SourceNodeFinder(network)
    }

    /// Appends a row's pieces, at least one.
    mutating func add(
        _ row: FeedRow, to pieces: inout [PlacedPiece]
    ) throws(PlacingFailure) {
        switch row.place {
        case .way(let way, let direction, nil):
            try addWay(way, direction ?? .both, to: &pieces)
        case .way(let way, let direction, let pair?):
            try addPart(of: way, between: pair, direction, to: &pieces)
        case .nodes(let pair):
            let parts = nodes.edges(fromNode: pair.from, toNode: pair.to)
            guard !parts.isEmpty else {
                throw .row(
                    RowProblem(
                        "no street of the network leads from node \(pair.from) to node "
                            + "\(pair.to)"))
            }
            for part in parts { pieces.append(PlacedPiece(part)) }
        case .lines(let paths, let direction):
            try addLines(paths, direction, to: &pieces)
        case .point(let place, let direction):
            try addPoint(place, direction, to: &pieces)
        }
    }

    private mutating func segments(ofWay way: Int64) throws(PlacingFailure) -> [WaySegment] {
        if let lastWay, lastWay.id == way { return lastWay.segments }
        let found = network.ways.segments(ofWay: way)
        guard !found.isEmpty else {
            throw .row(RowProblem("OSM way \(way) is not in the network"))
        }
        lastWay = (way, found)
        return found
    }

    private mutating func addWay(
        _ way: Int64, _ direction: FeedDirection, to pieces: inout [PlacedPiece]
    ) throws(PlacingFailure) {
        for segment in try segments(ofWay: way) {
            if direction.isForward { pieces.append(PlacedPiece(edge: segment.edgeAlong.row)) }
            if direction.isBackward { pieces.append(PlacedPiece(edge: segment.edgeAgainst.row)) }
        }
    }

    private mutating func addPart(
        of way: Int64, between pair: NodePair, _ direction: FeedDirection?,
        to pieces: inout [PlacedPiece]
    ) throws(PlacingFailure) {
        let segments = try segments(ofWay: way)
        let parts = network.segments(ofWay: way, between: pair.from, and: pair.to)
        guard !parts.isEmpty else {
            throw .row(
                RowProblem(
                    "nodes \(pair.from) and \(pair.to) are not two nodes of OSM way \(way) in the "
                        + "network"))
        }
        guard let direction else {
            for part in parts { pieces.append(PlacedPiece(part)) }
            return
        }
        for part in parts {
            let isAlong = segments.contains { $0.edgeAlong.row == part.edge }
            let (along, against) = isAlong ? (part, part.turned) : (part.turned, part)
            if direction.isForward { pieces.append(PlacedPiece(along)) }
            if direction.isBackward { pieces.append(PlacedPiece(against)) }
        }
    }

    private func addPoint(
        _ place: Coordinate, _ direction: FeedDirection, to pieces: inout [PlacedPiece]
    ) throws(PlacingFailure) {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        // At the poles, a degree of longitude has no length.
        if scale.x > 1 { finder.find(around: place, within: Self.pointMeters, scale: scale) }
        guard scale.x > 1, let nearest = finder.hits.first else {
            throw .row(
                RowProblem(
                    "is a point without a street within \(Int(Self.pointMeters)) m"))
        }
        let segment = Int(nearest.segment)
        let way = network.segmentWay[segment]
        let known = network.ways.segments(ofWay: way).first { Int($0.segment) == segment }
        let edge = known?.edgeAlong.row ?? UInt32(segment) << 1
        // The finder's share is along the segment, whose forward edge is the even one.
        let share = Float(max(0, min(1, nearest.share)))
        let along = edge & 1 == 0 ? share : 1 - share
        if direction.isForward { pieces.append(PlacedPiece(edge: edge, point: along)) }
        if direction.isBackward { pieces.append(PlacedPiece(edge: edge ^ 1, point: 1 - along)) }
    }

    private mutating func addLines(
        _ paths: [[Coordinate]], _ direction: FeedDirection, to pieces: inout [PlacedPiece]
    ) throws(PlacingFailure) {
        guard let costs else { preconditionFailure("lines need the costs of the matcher") }
        let placer = lines ?? LinePlacer(costs: costs, monitor: monitor)
        lines = placer
        guard !paths.isEmpty else {
            throw .row(RowProblem("has no line; send one with at least two vertices"))
        }
        for path in paths {
            let covered = try placer.cover(path)
            for piece in Self.meant(covered, placer) {
                if direction.isForward { pieces.append(piece) }
                if direction.isBackward {
                    pieces.append(PlacedPiece(edge: piece.edge ^ 1, share: piece.share))
                }
            }
        }
    }

    /// Returns the edges that a line is really about. Its ends may reach a little onto the edges
    /// before and after.
    ///
    /// An edge counts if at least half of it or at least 20 m are covered.
    private static func meant(
        _ pieces: [PlacedPiece], _ placer: LinePlacer
    ) -> [PlacedPiece] {
        let kept = pieces.filter { piece in
            let meters = Double(piece.share) * placer.length(of: piece.edge)
            return piece.share >= 0.5 || meters >= 20
        }
        if kept.isEmpty { return pieces.max { $0.share < $1.share }.map { [$0] } ?? [] }
        return kept
    }
}

extension PlacedPiece {
    fileprivate init(_ part: EdgePart) {
        self.init(edge: part.edge, share: Float(part.lastShare - part.firstShare))
    }
}
