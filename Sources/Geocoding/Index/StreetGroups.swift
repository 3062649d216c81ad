// Streets of one name, as people see them: all connected pieces within a locality are one. A road
// without a name is called by its number.

import DataStructures
import Geo
import RoadNetwork

/// A named street.
struct StreetGroup {
    /// The row of its name in the network.
    var name: UInt32
    var segments: [UInt32]
    var box: FixedBounds
    /// A point on the street near its box's middle.
    var place: FixedCoordinate
    var town: UInt32
    var part: UInt32
}

/// Groups a network's segments by name, connection and locality.
struct StreetGroups {
    /// Pieces with one name in a locality are one street if the gap between them is at most this.
    private static let gapMeters = 300.0

    private let network: NetworkDataset
    private let localities: LocalityFinder

    init(_ network: NetworkDataset, _ localities: LocalityFinder) {
        self.network = network
        self.localities = localities
    }

    /// Returns the groups, ordered by name row and first segment.
    ///
    /// - Complexity: O(*n* log *n*) in the segments.
    func groups() -> [StreetGroup] {
        let title = { (segment: UInt32) in
            let name = network.segmentName[segment]
            return name != 0 ? name : network.segmentRef[segment]
        }
        var named = (0..<UInt32(network.segmentCount)).filter { title($0) != 0 }
        named.sort { (title($0), $0) < (title($1), $1) }
        var groups: [StreetGroup] = []
        var start = 0
        while start < named.count {
            let name = title(named[start])
            var end = start + 1
            while end < named.count, title(named[end]) == name { end += 1 }
            let pieces = pieces(of: Array(named[start..<end])).map { group(name, $0) }
            groups += merged(pieces)
            start = end
        }
        return groups
    }

    /// Splits segments into connected pieces; the order of first segments stays.
    private func pieces(of segments: [UInt32]) -> [[UInt32]] {
        guard segments.count > 1 else { return [segments] }
        var sets = DisjointSets(count: segments.count)
        var seen: [UInt32: Int] = [:]
        for (place, segment) in segments.enumerated() {
            for node in [network.edgeHead[2 * segment], network.edgeHead[2 * segment + 1]] {
                if let other = seen[node] {
                    sets.join(place, other)
                } else {
                    seen[node] = place
                }
            }
        }
        return sets.groups().map { $0.map { segments[$0] } }
    }

    private func group(_ name: UInt32, _ segments: [UInt32]) -> StreetGroup {
        var box = FixedBounds()
        var lines: [[FixedCoordinate]] = []
        for segment in segments {
            let line = network.shape(ofSegment: Int(segment)).map { FixedCoordinate($0) }
            for point in line { box.add(point) }
            lines.append(line)
        }
        let center = box.center
        let scale = Geodesic.metersPerDegree(atLatitude: center.coordinate.y)
        var best: (distance: Double, place: FixedCoordinate)?
        for line in lines where !line.isEmpty {
            let middle = Self.middle(of: line)
            let dx = (Double(middle.longitudeE7) - Double(center.longitudeE7)) * scale.x
            let dy = (Double(middle.latitudeE7) - Double(center.latitudeE7)) * scale.y
            let distance = dx * dx + dy * dy
            if distance < best?.distance ?? .infinity { best = (distance, middle) }
        }
        let place = best?.place ?? center
        let (town, part) = localities.locality(of: place)
        return StreetGroup(
            name: name, segments: segments, box: box, place: place, town: town, part: part)
    }

    /// Returns the point halfway along a line.
    private static func middle(of line: [FixedCoordinate]) -> FixedCoordinate {
        guard line.count > 1 else { return line[0] }
        let measure = LineMeasure(line.map(\.coordinate))
        return FixedCoordinate(measure.coordinate(at: 0.5))
    }

    /// Merges pieces close to each other in one locality.
    private func merged(_ pieces: [StreetGroup]) -> [StreetGroup] {
        guard pieces.count > 1 else { return pieces }
        var sets = DisjointSets(count: pieces.count)
        let byWest = pieces.indices.sorted { (pieces[$0].box.minX, $0) < (pieces[$1].box.minX, $1) }
        for (place, first) in byWest.enumerated() {
            let a = pieces[first].box
            let scale = Geodesic.metersPerDegree(atLatitude: Double(a.minY) / 1e7)
            let (gapX, gapY) = (
                Int64(Self.gapMeters / max(scale.x, 1_000) * 1e7),
                Int64(Self.gapMeters / scale.y * 1e7)
            )
            for second in byWest[(place + 1)...] {
                let b = pieces[second].box
                if Int64(b.minX) > Int64(a.maxX) + gapX { break }
                guard Int64(b.minY) <= Int64(a.maxY) + gapY, Int64(a.minY) <= Int64(b.maxY) + gapY,
                    pieces[first].town == pieces[second].town
                else { continue }
                sets.join(first, second)
            }
        }
        return sets.groups().map { members in
            // The largest piece says where the street is.
            let largest = members.max {
                (pieces[$0].segments.count, $1) < (pieces[$1].segments.count, $0)
            }
            var group = pieces[largest ?? members[0]]
            group.segments = members.flatMap { pieces[$0].segments }.sorted()
            for member in members { group.box.add(pieces[member].box) }
            return group
        }
    }
}
