// Places inputs on the nearest street a request may use.

package import Geo
import RoadNetwork
package import RoutingEngine

/// Finds the places of a network nearest to coordinates.
///
/// Candidates are all usable edges at the least distance, within one centimeter; at a junction, all
/// that meet there.
package struct StopLocator {
    /// Distances that differ by no more are the same place.
    static let sameMeters = 0.01
    /// An input closer to the line than this lies on both sides of it.
    static let onLineMeters = 0.1

    private let network: NetworkDataset
    private let costs: RequestCosts
    private let barriers: BarrierSet
    /// Asked for every 4,096 entries of the index whether to stop; what is stopped finds nothing.
    private let control: SolveControl?

    /// Makes a locator for one request.
    package init(costs: RequestCosts, barriers: BarrierSet, control: SolveControl? = nil) {
        network = costs.network
        self.costs = costs
        self.barriers = barriers
        self.control = control
    }

    /// The rules of one look-up.
    package struct Options: Sendable {
        package var toleranceMeters: Double
        /// Whether edges that the request's restrictions close are passed over.
        package var skipsRestricted = true
        /// The streets that count; `nil` for all but those of ``withoutStops``.
        package var streets: StreetSelection?
        /// Bits of the restrictions whose streets count only where ``streets`` says so.
        package var withoutStops: UInt64 = 0
        /// Whether only streets count that no vehicle of the request's kind ever uses: to tell of
        /// them, not to be placed on.
        package var onlyOtherFamilies = false
        /// Whether barred parts of edges are passed over.
        package var skipsBarred = true
        /// Accepted bearings of travel, clockwise from north, and the full width round it.
        package var bearing: (degrees: Double, width: Double)?

        package init(toleranceMeters: Double) { self.toleranceMeters = toleranceMeters }

        /// The same on some streets only.
        func within(_ streets: StreetSelection?) -> Options {
            var copy = self
            copy.streets = streets
            return copy
        }
    }

    /// A nearest place on one segment.
    private struct Hit {
        var segment: Int
        var share: Double
        var coordinate: Coordinate
        var meters: Double
        var measure: LineMeasure
    }

    /// The place nearest to a coordinate.
    ///
    /// - Parameter accepts: Asked about usable segments, nearest first; others are passed over.
    /// - Returns: The place, or `nil` when nothing usable lies within the tolerance.
    /// - Complexity: Logarithmic in the number of shape pieces, plus the pieces nearer than the
    ///   place.
    package func locate(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> NetworkPlace? {
        let hits = nearest(coordinate, options, where: accepts)
        guard var place = place(hits, coordinate, options) else { return nil }
        if options.skipsRestricted || options.skipsBarred {
            var all = options
            all.skipsBarred = false
            all.skipsRestricted = false
            place.isRelocated = isCloser(nearest(coordinate, all), than: place)
        }
        if place.isRelocated, options.skipsBarred, !barriers.isEmpty {
            var open = options
            open.skipsBarred = false
            place.isOffBarrier = isCloser(nearest(coordinate, open), than: place)
        }
        return place
    }

    private func isCloser(_ hits: [Hit], than place: NetworkPlace) -> Bool {
        hits.first.map { $0.meters < place.distanceMeters - Self.sameMeters } ?? false
    }

    /// The place of a point barrier: the one that it stores, else the one nearest to it.
    func locate(_ barrier: BarrierInput, _ options: Options) -> NetworkPlace? {
        var input: Coordinate?
        if case .point(let coordinate) = barrier.geometry { input = coordinate }
        if let stored = barrier.storedLocation {
            // A place that is named needs no condition to pick it.
            var all = options.within(nil)
            all.skipsRestricted = false
            return place(stored, seenFrom: input, all)
        }
        return input.flatMap { locate($0, options) }
    }

    /// The distance to the nearest place that suits everything but the tolerance, within a radius.
    package func nearestMeters(
        to coordinate: Coordinate, within radiusMeters: Double, _ options: Options
    ) -> Double? {
        var options = options
        options.toleranceMeters = radiusMeters
        return nearest(coordinate, options).first?.meters
    }

    /// The name of a street, else its number; empty when it has neither.
    func streetName(ofSegment segment: Int) -> String {
        let edge = EdgeID(row: UInt32(2 * segment))
        let name = network.streetName(of: edge)
        return name.isEmpty ? network.reference(of: edge) : name
    }

    /// Whether the request may use the edge of a candidate.
    package func isUsable(_ candidate: PlaceCandidate) -> Bool {
        costs.isUsable(candidate.edge.row)
    }

    /// The place that a row stores, or `nil` where that may not be used or does not exist.
    ///
    /// - Parameter input: Where the row's shape lies, if it has one.
    func place(
        _ stored: StoredLocation, seenFrom input: Coordinate?, _ options: Options
    ) -> NetworkPlace? {
        let found: NetworkPlace? =
            switch stored.element {
            case .street(let segment, let share):
                place(onSegment: segment, share: share, side: stored.side, options)
            case .junction(let node): place(at: node, seenFrom: input, options)
            case nil: nil
            }
        guard var place = found else { return nil }
        if let input {
            place.distanceMeters = Geodesic.distanceMeters(from: input, to: place.coordinate)
        }
        return place
    }

    /// The place at a junction. The side of each street is that of the input; one that lies in the
    /// junction is on both sides of all.
    private func place(
        at node: NodeID, seenFrom input: Coordinate?, _ options: Options
    ) -> NetworkPlace? {
        guard let edge = lowestEdge(at: node) else { return nil }
        let share = edge.isForward ? 0.0 : 1.0
        let measure = LineMeasure(network.shape(ofSegment: edge.segment))
        let coordinate = measure.coordinate(at: share)
        let hit = Hit(
            segment: edge.segment, share: share, coordinate: coordinate, meters: 0,
            measure: measure)
        var place = place([hit], input ?? coordinate, options)
        place?.junction = node
        return place
    }

    /// The edge of the lowest segment that leaves a junction.
    private func lowestEdge(at node: NodeID) -> EdgeID? {
        network.edges(leaving: node).map { EdgeID(row: network.outEdges[$0]) }.min()
    }

    /// The place at a share of a segment, as a request's stored location names it.
    ///
    /// - Parameter side: The side of the drawn line that the input lies on.
    private func place(
        onSegment segment: Int, share: Double, side: RoadSide, _ options: Options
    ) -> NetworkPlace? {
        guard exists(segment: segment, share: share) else { return nil }
        let measure = LineMeasure(network.shape(ofSegment: segment))
        let coordinate = measure.coordinate(at: share)
        let hit = Hit(
            segment: segment, share: share, coordinate: coordinate, meters: 0, measure: measure)
        guard var place = place([hit], coordinate, options) else { return nil }
        place.side = side
        for index in place.candidates.indices
        where !place.isAtNode && place.candidates[index].edge.segment == segment {
            let isForward = place.candidates[index].edge.isForward
            place.candidates[index].side = isForward ? side : side.opposite
        }
        return place
    }

    /// A place farther on in the direction of travel: where a vehicle is after a latency.
    ///
    /// It goes as far as the end of its edge; where it turns there nobody knows. A place between
    /// both directions of a street moves in neither.
    ///
    /// - Parameter quanta: The impedance travelled meanwhile.
    func moved(_ place: NetworkPlace, by quanta: Double) -> NetworkPlace {
        guard quanta > 0, let candidate = place.candidates.first, place.candidates.count == 1
        else { return place }
        let cost = Double(network.costs[costs.metric.key.column][candidate.edge.row])
        let fraction =
            quanta < cost * (1 - candidate.fraction) ? candidate.fraction + quanta / cost : 1
        var moved = place
        moved.candidates[0].fraction = fraction
        moved.segment = candidate.edge.segment
        moved.share = candidate.edge.isForward ? fraction : 1 - fraction
        moved.side = candidate.edge.isForward ? candidate.side : candidate.side.opposite
        moved.coordinate = LineMeasure(network.shape(ofSegment: moved.segment))
            .coordinate(at: moved.share)
        return moved
    }

    /// Whether the network has such a place.
    func exists(segment: Int, share: Double) -> Bool {
        segment >= 0 && segment < network.segmentCount && (0...1).contains(share)
    }

    /// The coordinate of a stored place, or `nil` when the network has no such place.
    func coordinate(of stored: StoredLocation) -> Coordinate? {
        switch stored.element {
        case .street(let segment, let share):
            guard exists(segment: segment, share: share) else { return nil }
            return LineMeasure(network.shape(ofSegment: segment)).coordinate(at: share)
        case .junction(let node):
            return lowestEdge(at: node).map { network.shape(of: $0)[0] }
        case nil: return nil
        }
    }
}

extension StopLocator {
    /// All nearest places, the lowest segment first; empty when none lies within the tolerance.
    private func nearest(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> [Hit] {
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        var queue = EntryQueue(coordinate, scale: scale)
        for (level, entry) in network.index.rootEntries() {
            queue.push(level: level, entry: entry, box: network.index.envelope(of: entry))
        }
        var hits: [Hit] = []
        var least = options.toleranceMeters
        var seen: Set<Int> = []
        var filter = StreetFilter(options.streets)
        var steps = 0
        while let next = queue.pop(), next.meters <= least + Self.sameMeters {
            steps += 1
            if steps & 0xFFF == 0, shouldStop { return [] }
            guard filter.mayLead(next.entry) else { continue }
            guard next.level == 0 else {
                for child in network.index.children(of: next.entry, level: next.level) {
                    queue.push(
                        level: next.level - 1, entry: child,
                        box: network.index.envelope(of: child))
                }
                continue
            }
            let segment = Int(network.index.segments[next.entry])
            guard seen.insert(segment).inserted, isUsable(segment, options),
                filter.takes(segment, { shouldStop }),
                let hit = hit(on: segment, coordinate, scale, options),
                hit.meters <= least + (hits.isEmpty ? 0 : Self.sameMeters),
                keepsBearing(hit, options), accepts(segment)
            else { continue }
            least = min(least, hit.meters)
            hits.append(hit)
        }
        return hits.filter { $0.meters <= least + Self.sameMeters }
            .sorted { $0.segment < $1.segment }
    }

    /// Whether searches must stop now.
    var shouldStop: Bool { control?.shouldStop ?? false }

    private func isUsable(_ segment: Int, _ options: Options) -> Bool {
        let edges = [UInt32(2 * segment), UInt32(2 * segment + 1)]
        if edges.contains(where: { isWithoutStops($0, options) }) { return false }
        let family: UInt8 = 1 << UInt8(costs.metric.key.family)
        if options.onlyOtherFamilies {
            return edges.allSatisfy { network.edgeFamilies[$0] & family == 0 }
        }
        guard options.skipsRestricted else {
            return edges.contains { network.edgeFamilies[$0] & family != 0 }
        }
        return edges.contains { costs.isUsable($0) }
    }

    /// Whether an edge is of a kind that no stops are placed on, and nobody asks for it.
    private func isWithoutStops(_ edge: UInt32, _ options: Options) -> Bool {
        options.streets == nil && options.withoutStops != 0
            && network.edgeRestrictions[edge] & options.withoutStops != 0
    }

    private func hit(
        on segment: Int, _ coordinate: Coordinate, _ scale: (x: Double, y: Double),
        _ options: Options
    ) -> Hit? {
        let measure = LineMeasure(network.shape(ofSegment: segment))
        var best: Hit?
        for range in freeRanges(of: segment, options) {
            let found = measure.nearest(to: coordinate, within: range, scale: scale)
            if found.meters < best?.meters ?? .infinity {
                best = Hit(
                    segment: segment, share: Self.snapped(found.share, measure),
                    coordinate: found.coordinate, meters: found.meters, measure: measure)
            }
        }
        return best
    }

    /// The share, or the end of the line when that is the same place.
    private static func snapped(_ share: Double, _ measure: LineMeasure) -> Double {
        if share * measure.lengthMeters <= sameMeters { return 0 }
        if (1 - share) * measure.lengthMeters <= sameMeters { return 1 }
        return share
    }

    /// The parts of a segment that no barrier bars, ends included.
    private func freeRanges(of segment: Int, _ options: Options) -> [ClosedRange<Double>] {
        guard options.skipsBarred, let effects = barriers.segments[segment] else { return [0...1] }
        var ranges: [ClosedRange<Double>] = []
        var start = 0.0
        let barred = effects.pieces.filter { $0.effect == .barred && $0.from < $0.to }
            .sorted { $0.from < $1.from }
        for piece in barred {
            if piece.from > start { ranges.append(start...piece.from) }
            start = max(start, piece.to)
        }
        if start < 1 { ranges.append(start...1) }
        return ranges
    }
}

extension StopLocator {
    private func place(
        _ hits: [Hit], _ coordinate: Coordinate, _ options: Options
    ) -> NetworkPlace? {
        guard let first = hits.first else { return nil }
        var candidates: [PlaceCandidate] = []
        for hit in hits {
            let side = side(of: coordinate, hit)
            let forward = PlaceCandidate(
                edge: EdgeID(row: UInt32(2 * hit.segment)), fraction: hit.share, side: side)
            if hit.share == 0 || hit.share == 1 {
                let edge = hit.share == 0 ? forward.edge.twin : forward.edge
                candidates += meeting(at: network.head(of: edge), seenFrom: coordinate)
            } else {
                candidates.append(forward)
                candidates.append(
                    PlaceCandidate(
                        edge: forward.edge.twin, fraction: 1 - hit.share, side: side.opposite))
            }
        }
        candidates = Self.distinct(candidates.filter { accepts($0, options) })
        guard !candidates.isEmpty else { return nil }
        return NetworkPlace(
            coordinate: first.coordinate, distanceMeters: first.meters, segment: first.segment,
            share: first.share, side: side(of: coordinate, first), candidates: candidates,
            isRelocated: false)
    }

    /// Candidates in the order of their places, each once.
    private static func distinct(_ candidates: [PlaceCandidate]) -> [PlaceCandidate] {
        var distinct: [PlaceCandidate] = []
        distinct.reserveCapacity(candidates.count)
        for candidate in candidates where !distinct.contains(candidate) {
            distinct.append(candidate)
        }
        return distinct.sorted {
            ($0.edge, $0.fraction, $0.side) < ($1.edge, $1.fraction, $1.side)
        }
    }

    private func accepts(_ candidate: PlaceCandidate, _ options: Options) -> Bool {
        guard costs.isUsable(candidate.edge.row) || !options.skipsRestricted else { return false }
        if let streets = options.streets, !streets.holds(segment: Int(candidate.edge.segment)) {
            return false
        }
        if isWithoutStops(candidate.edge.row, options) { return false }
        if options.skipsBarred, let effects = barriers.segments[candidate.edge.segment] {
            let along = candidate.edge.isForward ? candidate.fraction : 1 - candidate.fraction
            if effects.isBarred(at: along) { return false }
        }
        return keepsBearing(candidate.edge, at: candidate.fraction, options)
    }

    /// Whether travel along an edge has an accepted bearing at a place.
    private func keepsBearing(_ edge: EdgeID, at fraction: Double, _ options: Options) -> Bool {
        guard let bearing = options.bearing else { return true }
        let measure = LineMeasure(network.shape(of: edge))
        let step = measure.step(at: fraction)
        let travel = Geodesic.bearingDegrees(
            from: measure.line[step], to: measure.line[min(step + 1, measure.line.count - 1)])
        let turned = abs(travel - bearing.degrees).truncatingRemainder(dividingBy: 360)
        return min(turned, 360 - turned) <= bearing.width / 2
    }

    /// Whether some direction of a street that may be used has an accepted bearing.
    private func keepsBearing(_ hit: Hit, _ options: Options) -> Bool {
        guard options.bearing != nil else { return true }
        let edge = EdgeID(row: UInt32(2 * hit.segment))
        return [(edge, hit.share), (edge.twin, 1 - hit.share)].contains { edge, fraction in
            (costs.isUsable(edge.row) || !options.skipsRestricted)
                && keepsBearing(edge, at: fraction, options)
        }
    }

    /// Every edge that starts or ends at a node, with the side that a coordinate lies on.
    private func meeting(at node: NodeID, seenFrom coordinate: Coordinate) -> [PlaceCandidate] {
        network.edges(leaving: node).flatMap { row -> [PlaceCandidate] in
            let edge = EdgeID(row: network.outEdges[row])
            let measure = LineMeasure(network.shape(of: edge))
            let hit = Hit(
                segment: edge.segment, share: 0, coordinate: measure.line[0], meters: 0,
                measure: measure)
            let side = side(of: coordinate, hit)
            return [
                PlaceCandidate(edge: edge, fraction: 0, side: side),
                PlaceCandidate(edge: edge.twin, fraction: 1, side: side.opposite),
            ]
        }
    }

    /// The side of a line that a coordinate lies on, judged where the line is nearest.
    private func side(of coordinate: Coordinate, _ hit: Hit) -> RoadSide {
        let line = hit.measure.line
        guard line.count > 1 else { return .both }
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        let step = hit.measure.step(at: hit.share)
        let (from, to) = (line[step], line[step + 1])
        let (dx, dy) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
        let (px, py) = ((coordinate.x - from.x) * scale.x, (coordinate.y - from.y) * scale.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return .both }
        let left = (dx * py - dy * px) / length
        if abs(left) <= Self.onLineMeters { return .both }
        return left > 0 ? .left : .right
    }
}
