// Places inputs on the nearest streets that a request may use.

package import Geo
import RoadNetwork
package import RoutingEngine

/// Finds the places of a network nearest to coordinates.
///
/// Candidates are all usable edges at the least distance, within one centimeter; at a junction, all
/// that meet there.
package struct StopLocator {
    /// The greatest difference of distances that count as equal.
    static let sameMeters = 0.01
    /// The greatest distance from a line at which an input lies on both sides of it.
    static let onLineMeters = 0.1

    private let network: NetworkDataset
    private let costs: RequestCosts
    private let barriers: BarrierSet
    /// The control, checked every 4,096 entries of the index; a stopped search finds no place.
    private let control: SolveControl?

    /// Makes a locator for one request.
    package init(costs: RequestCosts, barriers: BarrierSet, control: SolveControl? = nil) {
        network = costs.network
        self.costs = costs
        self.barriers = barriers
        self.control = control
    }

    /// The rules of a search.
    package struct Options: Sendable {
        package var toleranceMeters: Double
        /// Whether edges that the request's restrictions close are skipped.
        package var skipsRestricted = true
        /// The streets that may be used; `nil` for all but those of ``withoutStops``.
        package var streets: StreetSelection?
        /// The bits of the restrictions whose streets are skipped unless ``streets`` allows them.
        package var withoutStops: UInt64 = 0
        /// Whether to find only streets that the request's mode family never uses, for messages
        /// about them.
        package var onlyOtherFamilies = false
        /// Whether barred parts of edges are skipped.
        package var skipsBarred = true
        /// The accepted bearing of travel, clockwise from north, and the full width around it.
        package var bearing: (degrees: Double, width: Double)?

        package init(toleranceMeters: Double) { self.toleranceMeters = toleranceMeters }

        /// The same with streets that the request may not use, and barred parts of streets.
        var unrestricted: Options {
            var copy = self
            copy.skipsBarred = false
            copy.skipsRestricted = false
            return copy
        }

        /// The same rules on some streets only.
        func within(_ streets: StreetSelection?) -> Options {
            var copy = self
            copy.streets = streets
            return copy
        }
    }

    /// The nearest place on one segment.
    private struct Hit {
        var segment: Int
        var share: Double
        var coordinate: Coordinate
        var meters: Double
        var measure: LineMeasure
    }

    /// The place nearest to a coordinate.
    ///
    /// - Parameter accepts: Called with usable segments, nearest first; rejected ones are skipped.
    /// - Returns: The place, or `nil` when no usable street lies within the tolerance.
    /// - Complexity: O(log *n* + *k*) for *n* pieces of shapes, of which *k* are nearer than the
    ///   place.
    package func locate(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> NetworkPlace? {
        let found = nearest(coordinate, options, where: accepts)
        guard var place = place(found.hits, coordinate, options) else { return nil }
        // If no street was skipped, this one is the nearest. Otherwise the streets are searched
        // once more, and with barriers a third time: to find all three distances in one search,
        // every search would measure the streets that it passes over, also those of the many
        // places for which no further distance is needed.
        if found.hasPassedOver, options.skipsRestricted || options.skipsBarred {
            place.isRelocated = isCloser(
                nearest(coordinate, options.unrestricted).hits, than: place)
        }
        if place.isRelocated, options.skipsBarred, !barriers.isEmpty {
            var open = options
            open.skipsBarred = false
            place.isOffBarrier = isCloser(nearest(coordinate, open).hits, than: place)
        }
        return place
    }

    /// Whether barriers leave the streets of a place as they are. It is then the nearest place
    /// under the barriers too, since they only take streets away.
    func isUntouched(_ place: NetworkPlace) -> Bool {
        barriers.isEmpty
            || barriers.segments[place.segment] == nil
                && place.candidates.allSatisfy { barriers.segments[$0.edge.segment] == nil }
    }

    private func isCloser(_ hits: [Hit], than place: NetworkPlace) -> Bool {
        hits.first.map { $0.meters < place.distanceMeters - Self.sameMeters } ?? false
    }

    /// The place of a point barrier: its stored place, or else the nearest.
    func locate(_ barrier: BarrierInput, _ options: Options) -> NetworkPlace? {
        var input: Coordinate?
        if case .point(let coordinate) = barrier.geometry { input = coordinate }
        if let stored = barrier.storedLocation {
            // The condition is for places found by shape; a stored place is explicit.
            var all = options.within(nil)
            all.skipsRestricted = false
            return place(stored, seenFrom: input, all)
        }
        return input.flatMap { locate($0, options) }
    }

    /// The distance to the nearest place within a radius under all rules but the tolerance.
    package func nearestMeters(
        to coordinate: Coordinate, within radiusMeters: Double, _ options: Options
    ) -> Double? {
        var options = options
        options.toleranceMeters = radiusMeters
        return nearest(coordinate, options).hits.first?.meters
    }

    /// The name of a street, or else its number; empty when it has neither.
    func streetName(ofSegment segment: Int) -> String {
        let edge = EdgeID(row: UInt32(2 * segment))
        let name = network.streetName(of: edge)
        return name.isEmpty ? network.reference(of: edge) : name
    }

    /// Whether the request may use the edge of a candidate.
    package func isUsable(_ candidate: PlaceCandidate) -> Bool {
        costs.isUsable(candidate.edge.row)
    }

    /// The place that a row stores; `nil` when it may not be used or does not exist.
    ///
    /// - Parameter input: The coordinate of the row's shape, if it has one.
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

    /// The place at a junction. The side of each street is that of the input; an input at the
    /// junction itself lies on both sides of all streets.
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

    /// The lowest edge that leaves a junction.
    private func lowestEdge(at node: NodeID) -> EdgeID? {
        network.edges(leaving: node).map { EdgeID(row: network.outEdges[$0]) }.min()
    }

    /// The place at a position along a segment, as a stored place names it.
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

    /// The place moved ahead in the direction of travel: the place of a vehicle after a latency.
    ///
    /// It is moved to the end of its edge at most, since the next turn is unknown. A place with
    /// both directions of a street is not moved.
    ///
    /// - Parameter quanta: The impedance of the travel during the latency.
    func moved(_ place: NetworkPlace, by quanta: Double) -> NetworkPlace {
        guard quanta > 0, let candidate = place.candidates.first, place.candidates.count == 1
        else { return place }
        let metric = costs.metric
        let cost = Double(metric.cost(of: candidate.edge.row, column: metric.key.column))
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

    /// Whether the network has a segment, and the position is on it.
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
    /// What a search for the nearest places found.
    private struct Nearest {
        /// All nearest places, the lowest segment first; empty when none is within the tolerance.
        var hits: [Hit] = []
        /// Whether a street that is skipped, because it may not be used or is barred in part,
        /// might be nearer than those places.
        var hasPassedOver = false
    }

    /// All nearest places within the tolerance.
    private func nearest(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> Nearest {
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        var queue = EntryQueue(network.index, around: coordinate, scale: scale)
        var found = Nearest()
        var least = options.toleranceMeters
        var seen: Set<Int> = []
        var filter = StreetFilter(options.streets)
        var steps = 0
        while let next = queue.pop(), next.meters <= least + Self.sameMeters {
            steps += 1
            if steps & 0xFFF == 0, shouldStop { return Nearest() }
            guard filter.mayLead(Int(next.entry)) else { continue }
            guard next.level == 0 else {
                queue.pushChildren(of: next)
                continue
            }
            let segment = Int(network.index.segments[Int(next.entry)])
            guard seen.insert(segment).inserted else { continue }
            guard isUsable(segment, options) else {
                found.hasPassedOver = found.hasPassedOver || isUsable(segment, options.unrestricted)
                continue
            }
            let isBarred = options.skipsBarred && barriers.segments[segment] != nil
            found.hasPassedOver = found.hasPassedOver || isBarred
            let farthest = least + (found.hits.isEmpty ? 0 : Self.sameMeters)
            guard filter.accepts(segment, { shouldStop }),
                let hit = hit(on: segment, coordinate, scale, options, within: farthest)
            else { continue }
            guard keepsBearing(hit, options), accepts(segment) else {
                found.hasPassedOver = true
                continue
            }
            least = min(least, hit.meters)
            found.hits.append(hit)
        }
        found.hits.removeAll { $0.meters > least + Self.sameMeters }
        found.hits.sort { $0.segment < $1.segment }
        return found
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

    /// Whether an edge takes no stops, and the request does not allow them by a condition.
    private func isWithoutStops(_ edge: UInt32, _ options: Options) -> Bool {
        options.streets == nil && options.withoutStops != 0
            && network.edgeRestrictions[edge] & options.withoutStops != 0
    }

    /// The nearest place on a segment; `nil` where none is within a distance.
    private func hit(
        on segment: Int, _ coordinate: Coordinate, _ scale: (x: Double, y: Double),
        _ options: Options, within meters: Double
    ) -> Hit? {
        let line = network.shape(ofSegment: segment)
        // Most segments are too far, and lengths on the ellipsoid take longer than this.
        let least = LineMeasure.leastMeters(from: coordinate, to: line, scale: scale)
        guard least <= meters + Self.roundingMeters else { return nil }
        let measure = LineMeasure(line)
        var best: Hit?
        for range in freeRanges(of: segment, options) {
            let found = measure.nearest(to: coordinate, within: range, scale: scale)
            if found.meters < best?.meters ?? .infinity {
                best = Hit(
                    segment: segment, share: Self.snapped(found.share, measure),
                    coordinate: found.coordinate, meters: found.meters, measure: measure)
            }
        }
        guard let best, best.meters <= meters else { return nil }
        return best
    }

    /// More than two computations of the same distance differ by.
    private static let roundingMeters = 1e-6

    /// The position, or the end of the line if that is the same place.
    private static func snapped(_ share: Double, _ measure: LineMeasure) -> Double {
        if share * measure.lengthMeters <= sameMeters { return 0 }
        if (1 - share) * measure.lengthMeters <= sameMeters { return 1 }
        return share
    }

    /// The parts of a segment that are not barred, including their ends.
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

    /// Candidates without duplicates, in the order of their edges.
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

    /// Whether some usable direction of a street has an accepted bearing.
    private func keepsBearing(_ hit: Hit, _ options: Options) -> Bool {
        guard options.bearing != nil else { return true }
        let edge = EdgeID(row: UInt32(2 * hit.segment))
        return [(edge, hit.share), (edge.twin, 1 - hit.share)].contains { edge, fraction in
            (costs.isUsable(edge.row) || !options.skipsRestricted)
                && keepsBearing(edge, at: fraction, options)
        }
    }

    /// Every edge that begins or ends at a node, with the side on which a coordinate lies.
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

    /// The side of a line on which a coordinate lies, at the nearest piece of the line.
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
