// Writes decided steps as elements of parts and places of points.

import Geo
import RoadNetwork

/// Turns decoded steps into events.
struct PartWriter {
    /// A piece of the path on which points may be placed.
    private struct Piece {
        var element: Int
        var edge: UInt32
        var from: Double
        var to: Double
    }

    private let streets: StreetFinder
    /// Events that have not been delivered.
    private(set) var events: [MatchEvent] = []
    /// The number of the current part, or the next.
    private var part = 0
    /// The element that the path is on.
    private var open: NetworkPath.Element?
    private var element = 0
    private var firstPoint = 0
    /// The last point of the whole trace that has a place.
    private(set) var lastPlaced: Int?
    private var lastConfidence = 0.0
    private var pieces: [Piece] = []

    init(_ streets: StreetFinder) { self.streets = streets }

    /// Whether a part has begun.
    var isOpen: Bool { open != nil }

    /// Returns the events written so far and forgets them.
    mutating func takeEvents() -> [MatchEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Writes a step and the points passed before it.
    mutating func write(_ decoded: DecodedStep) {
        let candidate = decoded.candidate
        if open == nil {
            for passed in decoded.step.passed { writeUnplaced(passed) }
            begin(candidate, decoded.step.point.index)
        } else {
            advance(decoded)
            for passed in decoded.step.passed {
                place(passed, behind: decoded.confidence)
            }
        }
        writePoint(decoded)
        lastPlaced = decoded.step.point.index
        lastConfidence = decoded.confidence
    }

    /// Writes points after the part's last step.
    mutating func writeTrailing(_ passed: [PassedPoint]) {
        if let open {
            let edge = open.edge.row
            pieces = [Piece(element: element, edge: edge, from: open.from, to: open.to)]
        }
        for point in passed {
            if open != nil {
                place(point, behind: lastConfidence)
            } else {
                writeUnplaced(point)
            }
        }
    }

    mutating func end() {
        guard open != nil, let last = lastPlaced else { return }
        close()
        open = nil
        events.append(.partEnded(points: firstPoint..<(last + 1)))
        part += 1
    }

    mutating func write(_ gap: TraceGap) { events.append(.gap(gap)) }

    private mutating func begin(_ candidate: Candidate, _ point: Int) {
        open = NetworkPath.Element(
            edge: EdgeID(row: candidate.edge), from: candidate.share, to: candidate.share)
        element = 0
        firstPoint = point
    }

    private mutating func advance(_ decoded: DecodedStep) {
        guard var current = open else { return }
        let candidate = decoded.candidate
        pieces.removeAll(keepingCapacity: true)
        let start = current.to
        func piece(from: Double) -> Piece {
            Piece(element: element, edge: current.edge.row, from: from, to: current.to)
        }
        switch decoded.transition {
        case .standing, .ahead:
            current.to = max(current.to, candidate.share)
            pieces.append(piece(from: start))
        case .turning:
            current.to = max(current.to, 1 - candidate.share)
            pieces.append(piece(from: start))
            open = current
            close()
            let begin = 1 - current.to
            current = NetworkPath.Element(
                edge: current.edge.twin, from: begin, to: max(begin, candidate.share))
            pieces.append(piece(from: begin))
        case .path:
            current.to = 1
            pieces.append(piece(from: start))
            for (index, edge) in decoded.path.enumerated() {
                open = current
                close()
                let isLast = index == decoded.path.count - 1
                current = NetworkPath.Element(
                    edge: EdgeID(row: edge), from: 0, to: isLast ? candidate.share : 1)
                pieces.append(piece(from: 0))
            }
        }
        open = current
    }

    /// Writes the open element and numbers the next.
    private mutating func close() {
        guard let open else { return }
        events.append(.element(open))
        element += 1
    }

    private mutating func writePoint(_ decoded: DecodedStep) {
        guard let open else { return }
        let candidate = decoded.candidate
        let point = decoded.step.point
        guard candidate.share >= open.to - 1e-12 else {
            // The vehicle stood, and the path does not go back.
            let hit = hit(on: open.edge.row, from: open.to, to: open.to, point)
            append(
                point, .matched, hit, Piece(element: element, edge: open.edge.row, from: 0, to: 1),
                decoded.confidence)
            return
        }
        events.append(
            .point(
                MatchedPoint(
                    point: point.index, status: .matched, part: part, element: element,
                    edge: candidate.edge, share: candidate.share, coordinate: candidate.place,
                    distanceMeters: candidate.meters, offsetMeters: candidate.metersRight,
                    confidence: decoded.confidence)))
    }

    /// Places a point on the path's pieces, not before the point placed last.
    private mutating func place(_ passed: PassedPoint, behind confidence: Double) {
        guard passed.status == .interpolated, let last = pieces.last else {
            writeUnplaced(passed)
            return
        }
        var best: (piece: Int, hit: StreetHit)?
        // Such points are near the last step, so the first pieces suffice.
        for (index, piece) in pieces.prefix(8).enumerated() {
            let hit = hit(on: piece.edge, from: piece.from, to: piece.to, passed.point)
            if hit.meters < best?.hit.meters ?? .infinity { best = (index, hit) }
        }
        guard let best else {
            writeUnplaced(passed)
            return
        }
        let piece = pieces[best.piece]
        pieces.removeFirst(best.piece)
        let along = piece.edge & 1 == 0 ? best.hit.share : 1 - best.hit.share
        pieces[0].from = min(max(piece.from, along), piece.to)
        let own = best.piece == 0 ? lastConfidence : confidence
        append(
            passed.point, .interpolated, best.hit, piece,
            piece.element == last.element ? max(own, confidence) : own)
    }

    private func hit(
        on edge: UInt32, from: Double, to: Double, _ point: ModelPoint
    ) -> StreetHit {
        let range = edge & 1 == 0 ? from...max(from, to) : (1 - max(from, to))...(1 - from)
        return streets.nearest(
            on: edge >> 1, within: range, to: point.coordinate, scale: point.scale)
    }

    private mutating func append(
        _ point: ModelPoint, _ status: PointStatus, _ hit: StreetHit, _ piece: Piece,
        _ confidence: Double
    ) {
        let isForward = piece.edge & 1 == 0
        lastPlaced = point.index
        events.append(
            .point(
                MatchedPoint(
                    point: point.index, status: status, part: part, element: piece.element,
                    edge: piece.edge, share: isForward ? hit.share : 1 - hit.share,
                    coordinate: hit.place, distanceMeters: hit.meters,
                    offsetMeters: isForward ? hit.metersRight : -hit.metersRight,
                    confidence: confidence)))
    }

    private mutating func writeUnplaced(_ passed: PassedPoint) {
        events.append(
            .point(
                MatchedPoint(
                    point: passed.point.index,
                    status: passed.status == .interpolated ? .outlier : passed.status, part: nil,
                    element: 0, edge: 0, share: 0, coordinate: passed.point.coordinate,
                    distanceMeters: passed.meters, offsetMeters: 0, confidence: 0)))
    }
}
