// From collected ways and relations to lines and polygons.

import RoadNetwork

/// Assembles areas and lines, in the order of their numbers in the source.
struct MapAssembly {
    let map: MapCollection
    let nodes: NodeTable
    let progress: ProgressMeter

    /// Assembles all.
    ///
    /// - Parameter report: Receives what was left out, and why.
    /// - Throws: ``BuildError`` without memory, `CancellationError` if the task is cancelled.
    func run(report: inout MapReport) throws -> MapContents {
        let assembler = AreaAssembler()
        var drafting = MapDrafting()
        let ways = map.ways.values.sorted { $0.id < $1.id }
        let relations = map.relations.values.sorted { $0.id < $1.id }
        let total = max(1, ways.count + relations.count)
        try progress.begin(.assemblingMap, unit: "ways")
        for (place, way) in ways.enumerated() {
            try add(way, assembler, &drafting, &report)
            if place % 4_096 == 0 {
                try progress.update(fraction: Double(place) / Double(total), count: place)
            }
        }
        for (place, relation) in relations.enumerated() where !relation.areas.isEmpty {
            try add(relation, assembler, &drafting, &report)
            if place % 256 == 0 {
                let done = ways.count + place
                try progress.update(fraction: Double(done) / Double(total), count: done)
            }
        }
        addBoundaries(ways, relations, &drafting)
        for id in map.places.keys.sorted() {
            if let place = map.places[id] { drafting.add(place) }
        }
        if map.coastlines > 0 { report.dropped[Self.coastline] = map.coastlines }
        report.features = drafting.contents.counts
        return drafting.contents
    }

    private static let coastline = "coastlines: the open sea is not drawn"
    private static let outside = "areas: nodes or ways outside the data"
    private static let unassembled = "areas: lines that do not close, or cross"
    private static let wide = "areas and lines: across the 180th meridian"
    private static let large = "areas: more than \(AreaAssembler.mostNodes) nodes"

    private func add(
        _ way: MapCollection.Way, _ assembler: AreaAssembler, _ drafting: inout MapDrafting,
        _ report: inout MapReport
    ) throws {
        if let water = way.water {
            for line in lines(of: way) {
                drafting.add(line: line, kind: water.kind, flags: water.flags)
            }
        }
        guard !way.areas.isEmpty else { return }
        let ids = map.nodeIDs[way.nodes]
        guard ids.count > 3, ids.first == ids.last else {
            report.dropped[Self.unassembled, default: 0] += 1
            return
        }
        try add([way], way.areas, assembler, &drafting, &report)
    }

    private func add(
        _ relation: MapCollection.Relation, _ assembler: AreaAssembler,
        _ drafting: inout MapDrafting, _ report: inout MapReport
    ) throws {
        let ways = relation.ways.compactMap { map.ways[$0] }
        guard ways.count == relation.ways.count else {
            report.dropped[Self.outside, default: 0] += 1
            return
        }
        try add(ways, relation.areas, assembler, &drafting, &report)
    }

    /// Adds the area within some ways.
    private func add(
        _ ways: [MapCollection.Way], _ kinds: [UInt8], _ assembler: AreaAssembler,
        _ drafting: inout MapDrafting, _ report: inout MapReport
    ) throws {
        var lines: [[AreaNode]] = []
        var count = 0
        for way in ways {
            let line = self.nodes(of: way)
            guard line.count == way.nodes.count else {
                report.dropped[Self.outside, default: 0] += 1
                return
            }
            lines.append(line)
            count += line.count
        }
        guard count <= AreaAssembler.mostNodes else {
            report.dropped[Self.large, default: 0] += 1
            return
        }
        let polygons = try assembler.polygons(within: lines)
        if polygons.isEmpty { report.dropped[Self.unassembled, default: 0] += 1 }
        for polygon in polygons {
            guard !Self.isTooWide(polygon[0].points) else {
                report.dropped[Self.wide, default: 0] += 1
                continue
            }
            drafting.add(polygon: polygon, kinds: kinds)
        }
    }

    /// Adds each boundary way once, with the kind of the largest unit that it bounds.
    private func addBoundaries(
        _ ways: [MapCollection.Way], _ relations: [MapCollection.Relation],
        _ drafting: inout MapDrafting
    ) {
        // A country's kind comes before a state's.
        var kinds: [Int64: UInt8] = [:]
        var disputed: Set<Int64> = []
        for relation in relations {
            guard let kind = relation.boundary else { continue }
            for way in relation.ways {
                kinds[way] = min(kind, kinds[way] ?? kind)
                if relation.isDisputed { disputed.insert(way) }
            }
        }
        for way in ways {
            guard let kind = [kinds[way.id], way.boundary].compactMap(\.self).min() else {
                continue
            }
            var flags = way.boundaryFlags
            if disputed.contains(way.id) { flags.insert(.disputed) }
            for line in lines(of: way) { drafting.add(line: line, kind: kind, flags: flags) }
        }
    }

    /// Returns the nodes of a way that are in the data.
    private func nodes(of way: MapCollection.Way) -> [AreaNode] {
        map.nodeIDs[way.nodes].compactMap { id in
            guard let row = nodes.row(of: id), nodes.isPresent(row) else { return nil }
            return AreaNode(id: id, position: nodes.place(row))
        }
    }

    /// Returns the lines of a way: one, or several if nodes between them are not in the data.
    private func lines(of way: MapCollection.Way) -> [[MapPoint]] {
        var lines: [[MapPoint]] = []
        var line: [MapPoint] = []
        for id in map.nodeIDs[way.nodes] {
            if let row = nodes.row(of: id), nodes.isPresent(row) {
                line.append(MapUnits.point(nodes.place(row)))
            } else {
                lines.append(line)
                line = []
            }
        }
        lines.append(line)
        return lines.filter { $0.count > 1 && !Self.isTooWide($0) }
    }

    private static func isTooWide(_ points: [MapPoint]) -> Bool {
        let box = MapPart.box(of: [MapPart(points: points)])
        return box.z - box.x > MapUnits.side / 2
    }
}
