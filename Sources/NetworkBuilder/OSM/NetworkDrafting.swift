// Lays out junctions and segments along a Hilbert curve and appends them to a draft.

import Geo
import RoadNetwork

/// A draft, and what turn restrictions need to find their roads in it.
struct DraftedNetwork {
    var draft: NetworkDraft
    /// The network row of each node in the node table, or ``NetworkDrafting/noNode``.
    var networkNode: [UInt32]
    /// The segments of ways named in restrictions, in order along the way; each segment's first
    /// edge runs along the way.
    var segmentsOfWay: [Int64: [UInt32]]
    /// The node of each way that lies inside a junction and has no segment.
    var nodeOfPointWay: [Int64: UInt32] = [:]
    /// Segments left out because a node already had the most it can have.
    var crowdedSegments = 0
    /// Rows of ways whose timetable gives no sensible speed.
    var oddTimetables: Set<Int> = []
}

/// Turns pieces of roads into segments of a draft.
///
/// Nodes are numbered along a Hilbert curve, and segments by their lower node, so neighbors on the
/// ground are neighbors in the file. Each piece becomes one segment with a draft for both
/// directions: its length on the ellipsoid gives the costs, together with a speed per cost column.
/// That speed comes from the way's ruling, the country's statutory limits if none is posted, and
/// the share of the piece in built-up areas; a ferry's timetable overrides it. The restrictions of
/// nodes at the piece's ends apply as well. ``OSMImport`` calls
/// ``draft(description:restricted:checkpoint:)`` once, after roads have been cut and driving sides
/// found.
struct NetworkDrafting {
    static let noNode = UInt32.max
    /// The most segments at one node: more than any real junction has, fewer than the format holds.
    private static let mostSegmentsAtNode = 250
    /// The most segments of a network: searches number both directions, in two layers, and copies
    /// in 32 bits.
    private static let mostSegments = 1 << 29
    /// The greatest cost, which is the largest sum a search can carry.
    private static let greatestCost = Double(1 << 30)
    private static let timetableSpeeds = 0.5...200.0

    let roads: RoadCollection
    let nodes: NodeTable
    let pieces: RoadPieces
    let nodeRows: [UInt32]
    /// Whether traffic keeps left, by piece.
    let keepsLeft: [Bool]
    let definition: NetworkDefinition
    let density: StreetDensity
    let countries: RoadCountries

    /// Drafts the network.
    ///
    /// - Parameters:
    ///   - description: The network's description with its origin filled in.
    ///   - restricted: The ways named in turn restrictions.
    ///   - checkpoint: Called with the share done every few thousand segments; may throw to stop.
    /// - Throws: ``BuildError`` if there are more segments than a network can have.
    func draft(
        description: NetworkDescription, restricted: Set<Int64>,
        checkpoint: (Double, Int) throws -> Void
    ) throws -> DraftedNetwork {
        guard pieces.pieces.count <= Self.mostSegments else {
            throw BuildError(
                "the roads have \(pieces.pieces.count) segments, and a network has at most "
                    + "\(Self.mostSegments); build a part of the area")
        }
        var result = DraftedNetwork(
            draft: NetworkDraft(description: description),
            networkNode: [UInt32](repeating: Self.noNode, count: nodes.ids.count),
            segmentsOfWay: [:])
        addNodes(to: &result)
        let order = segmentOrder(result.networkNode)
        var degree = [UInt8](repeating: 0, count: result.draft.nodeCount)
        var found: [Int64: [(position: Int, segment: UInt32)]] = [:]
        let waits = FerryWaits.seconds(of: roads, nodeRows)
        for (done, index) in order.enumerated() {
            if done % 4096 == 0 { try checkpoint(Double(done) / Double(order.count), done) }
            let piece = pieces.pieces[Int(index)]
            let ends = [piece.first, piece.last].map { result.networkNode[Int(nodeRows[$0])] }
            guard ends.allSatisfy({ Int(degree[Int($0)]) < Self.mostSegmentsAtNode }) else {
                result.crowdedSegments += 1
                continue
            }
            for end in ends { degree[Int(end)] += 1 }
            var segment = segmentDraft(
                piece, from: ends[0], to: ends[1], in: countries.country(ofPiece: Int(index)),
                waits, &result.oddTimetables)
            translate(&segment, of: Int(piece.way), to: description.nameLanguages ?? [])
            segment.drivingSide = keepsLeft[Int(index)] ? .left : .right
            let row = result.draft.addSegment(segment)
            if restricted.contains(segment.wayID) {
                found[segment.wayID, default: []].append((piece.first, row))
            }
        }
        for (way, segments) in found {
            result.segmentsOfWay[way] = segments.sorted { $0.position < $1.position }
                .map(\.segment)
        }
        for piece in pieces.tiny where piece.isJoined {
            let way = roads.wayIDs[Int(piece.way)]
            if restricted.contains(way), result.segmentsOfWay[way] == nil {
                result.nodeOfPointWay[way] = result.networkNode[piece.row]
            }
        }
        return result
    }

    /// Adds what the road and its signs are called in other languages.
    private func translate(_ segment: inout SegmentDraft, of way: Int, to languages: [String]) {
        let labels = roads.labels[Int(roads.wayLabels[way])]
        segment.translations = labels.translated.texts(in: languages)
        segment.forward.translations = labels.forwardTranslated.texts(in: languages)
        segment.backward.translations = labels.backwardTranslated.texts(in: languages)
    }

    /// Adds the junctions at which pieces end, along the curve.
    private func addNodes(to result: inout DraftedNetwork) {
        var isEnd = [Bool](repeating: false, count: nodes.ids.count)
        for piece in pieces.pieces {
            isEnd[pieces.joined.canonical(Int(nodeRows[piece.first]))] = true
            isEnd[pieces.joined.canonical(Int(nodeRows[piece.last]))] = true
        }
        let groups = pieces.joined.groups
        // Signals before any of a joined junction's nodes stand before the junction.
        let signalJunctions = pieces.signalJunctions.union(
            groups.filter { !pieces.signalJunctions.isDisjoint(with: $0) }.map { $0[0] })
        var order: [(key: UInt64, row: UInt32)] = []
        for row in isEnd.indices where isEnd[row] {
            order.append((hilbertKey(nodes.place(row)), UInt32(row)))
        }
        order.sort { ($0.key, $0.row) < ($1.key, $1.row) }
        for (_, row) in order {
            let ruling = nodes.rulings[Int(row)] ?? NodeRuling()
            let hasSignals = signalJunctions.contains(Int(row))
            result.networkNode[Int(row)] = result.draft.addNode(
                nodes.place(Int(row)), id: nodes.sourceID(Int(row)),
                flags: hasSignals ? ruling.flags.union(.signals) : ruling.flags,
                barred: ruling.barred, limits: ruling.limits, gated: ruling.gated,
                timedGates: ruling.timedGates.map { ($0.condition, $0.mask) })
        }
        for group in groups {
            for row in group { result.networkNode[row] = result.networkNode[group[0]] }
        }
    }

    private func hilbertKey(_ place: FixedCoordinate) -> UInt64 {
        EdgeIndex.hilbert(
            x: UInt32(bitPattern: place.longitudeE7) ^ 0x8000_0000,
            y: UInt32(bitPattern: place.latitudeE7) ^ 0x8000_0000)
    }

    /// Returns the pieces in the order of the lower of their nodes, so neighbors on the ground are
    /// neighbors in the file.
    private func segmentOrder(_ networkNode: [UInt32]) -> [UInt32] {
        let keys = pieces.pieces.map { piece in
            let from = networkNode[Int(nodeRows[piece.first])]
            let to = networkNode[Int(nodeRows[piece.last])]
            return UInt64(min(from, to)) << 32 | UInt64(max(from, to))
        }
        // Pieces are ordered by way and position along it, which decides between equal keys.
        return (0..<UInt32(keys.count)).sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }

    private func segmentDraft(
        _ piece: RoadPiece, from: UInt32, to: UInt32, in country: String, _ waits: [Int: Double],
        _ oddTimetables: inout Set<Int>
    ) -> SegmentDraft {
        let way = Int(piece.way)
        let ruling = roads.rulings[Int(roads.wayRuling[way])]
        let labels = roads.labels[Int(roads.wayLabels[way])]
        let lanes = roads.lanes[Int(roads.wayLanes[way])]
        let vertices = vertices(piece.first...piece.last)
        let line = vertices.map { nodes.place(Int($0)) }
        let meters = LineLength.meters(line)
        let crossing = ruling.crossingSeconds.flatMap {
            crossingSpeed(way: way, seconds: $0, waits[way] ?? 0, &oddTimetables)
        }
        let builtUp = density.builtUpShare(
            of: line, atLeast: definition.builtUp.streetDensity)
        let voyage = ruling.roadClass == .ferry ? LineLength.meters(presentLine(of: way)) : nil
        func costs(_ direction: DirectionRuling) -> [UInt32] {
            let speeds = speeds(
                direction, ruling.roadClass, in: country, builtUp: builtUp, voyage: voyage)
            let centimeters = min((meters * 100).rounded(), Self.greatestCost)
            return zip(speeds, definition.speeds).map { speed, table in
                guard table != nil else { return UInt32(centimeters) }
                return EdgeTime.milliseconds(
                    centimeters: centimeters, kilometersPerHour: crossing ?? speed)
            }
        }
        let touched = [piece.first, piece.last].compactMap { nodes.rulings[Int(nodeRows[$0])] }
        func variant(_ ruling: DirectionRuling) -> VariantDraft {
            VariantDraft(
                costs: costs(ruling),
                restrictions: ruling.restrictions(between: touched),
                speedLimit: ruling.speedLimit)
        }
        let conditions = roads.conditionalRulings[roads.wayIDs[way]].map { ruling in
            ConditionsDraft(
                conditions: ruling.conditions,
                forward: ruling.variants.map { variant($0.forward) },
                backward: ruling.variants.map { variant($0.backward) })
        }
        func direction(
            _ ruling: DirectionRuling, _ destination: String, exit: String, at start: Int,
            _ lanes: [LaneTurns], _ laneSigns: [[String]]
        ) -> DirectionDraft {
            let sign = exitSign(ruling, at: start)
            return DirectionDraft(
                costs: costs(ruling),
                restrictions: ruling.restrictions(between: touched),
                families: ruling.families, flags: ruling.flags,
                destination: destination.isEmpty ? sign.destination : destination,
                exit: sign.title(ownNumber: exit), limits: ruling.limits,
                speedLimit: ruling.speedLimit, lanes: lanes, laneSigns: laneSigns)
        }
        var segment = SegmentDraft(
            from: from, to: to, shape: line, wayID: roads.wayIDs[way], name: labels.name,
            reference: labels.reference, roadClass: ruling.roadClass,
            descriptors: ruling.descriptors,
            forward: direction(
                ruling.forward, labels.forwardDestination, exit: labels.forwardExit,
                at: piece.first, lanes.forward, labels.laneSigns.forward),
            backward: direction(
                ruling.backward, labels.backwardDestination, exit: labels.backwardExit,
                at: piece.last, lanes.backward, labels.laneSigns.backward),
            conditionals: roads.conditionals[roads.wayIDs[way]] ?? [], conditions: conditions)
        segment.placeInWay = UInt32(piece.first - roads.nodeRange(ofWay: way).lowerBound)
        segment.innerNodeIDs = vertices.dropFirst().dropLast().map { nodes.sourceID(Int($0)) }
        segment.points = points(vertices, line)
        return segment
    }

    /// Returns the points on streets at a piece's nodes. A point at an end is for the arriving
    /// direction, unless it is only for the other one.
    private func points(_ vertices: [UInt32], _ line: [FixedCoordinate]) -> [PointDraft] {
        guard vertices.contains(where: { nodes.points[Int($0)] != nil }) else { return [] }
        let shares = LineMeasure(line.map(\.coordinate)).shares
        return vertices.enumerated().flatMap { vertex, row -> [PointDraft] in
            let arriving: StreetPointDirection? =
                vertex == 0 ? .backward : vertex == vertices.count - 1 ? .forward : nil
            return (nodes.points[Int(row)]?.points ?? []).compactMap {
                (kind, stated, isForAll) -> PointDraft? in
                let direction = stated ?? .both
                guard arriving == nil || direction == .both || direction == arriving else {
                    return nil
                }
                return PointDraft(
                    share: shares[vertex], direction: arriving ?? direction, kind: kind,
                    isStated: stated != nil, isForAll: isForAll)
            }
        }
    }

    /// Returns the exit sign where a ramp begins; empty for other roads.
    private func exitSign(_ ruling: DirectionRuling, at start: Int) -> ExitSign {
        guard ruling.flags.contains(.link) else { return ExitSign() }
        return nodes.rulings[Int(nodeRows[start])]?.exit ?? ExitSign()
    }

    /// Returns the rows of a piece's nodes, dropping immediate repetitions.
    private func vertices(_ range: ClosedRange<Int>) -> [UInt32] {
        var rows: [UInt32] = []
        rows.reserveCapacity(range.count)
        for position in range where nodeRows[position] != rows.last {
            rows.append(nodeRows[position])
        }
        return rows
    }

    /// Returns the speed in km/h by cost column; 0 for lengths.
    ///
    /// - Parameters:
    ///   - country: The country whose statutory limits apply if none is posted; may be empty.
    ///   - share: The share of the length in built-up areas.
    ///   - voyage: The meters of a whole ferry's way; `nil` for other roads.
    private func speeds(
        _ ruling: DirectionRuling, _ roadClass: RoadClass, in country: String,
        builtUp share: Double, voyage: Double?
    ) -> [Double] {
        definition.speeds.indices.map { column in
            guard let table = definition.speeds[column] else { return 0 }
            var (outside, inside) = (ruling.speeds[column], ruling.builtUpSpeeds[column])
            let isPosted = ruling.postedColumns >> UInt64(column) & 1 != 0
            if let voyage, !isPosted { return definition.timetable.speed(inside, over: voyage) }
            if !country.isEmpty, let factor = table.shareOfLimit, !isPosted {
                func lawful(_ speed: Double, isBuiltUp: Bool) -> Double {
                    let limit = definition.speedLimits.statutory(
                        in: country, roadClass, isBuiltUp: ruling.isBuiltUp ?? isBuiltUp)
                    return limit.map { min(speed, $0 * factor) } ?? speed
                }
                outside = lawful(outside, isBuiltUp: false)
                inside = lawful(inside, isBuiltUp: true)
            }
            // If both are equal, the speed is exactly that.
            return outside == inside ? inside : 1 / (share / inside + (1 - share) / outside)
        }
    }

    /// Returns the speed in km/h at which the whole way takes the time of its timetable, with the
    /// wait; `nil` if that makes no sense.
    private func crossingSpeed(
        way: Int, seconds: Double, _ wait: Double, _ odd: inout Set<Int>
    ) -> Double? {
        let line = presentLine(of: way)
        let speed = LineLength.meters(line) / seconds * 3.6
        // If the extract cuts the way, the missing part would distort the speed.
        guard line.count == roads.nodeRange(ofWay: way).count,
            Self.timetableSpeeds.contains(speed)
        else {
            odd.insert(way)
            return nil
        }
        return speed * seconds / (seconds + wait)
    }

    /// Returns the line of a whole way, without nodes outside the data.
    private func presentLine(of way: Int) -> [FixedCoordinate] {
        roads.nodeRange(ofWay: way).map { Int(nodeRows[$0]) }.filter(nodes.isPresent)
            .map(nodes.place)
    }
}
