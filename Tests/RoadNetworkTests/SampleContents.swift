// Networks as plain columns, for tests of the dataset file.

import DataStructures
import NetworkBuilder
import RoadNetwork
import RouteTesting

/// Draws network contents with every column in use.
enum SampleContents {
    /// A seeded network of bent streets, with names, limits, barred nodes, rules and copies.
    static func random(seed: UInt64, nodes: Int = 24, segments: Int = 40) -> NetworkContents {
        var generator = SeededGenerator(seed)
        var description = TestNetwork.description()
        description.nameLanguages = ["en", "zh-Hant"]
        var draft = NetworkDraft(description: description)
        for node in 0..<nodes {
            draft.addNode(
                point(seed, &generator), id: 9_000_000_000 - 13 * Int64(node),
                flags: generator.chance(0.2) ? .signals : [],
                barred: generator.chance(0.1) ? TestNetwork.automobile : 0)
        }
        for index in 0..<segments { add(Int64(index), nodes, seed, &draft, &generator) }
        if nodes > 5 {
            draft.prohibitions = [
                TurnProhibition(edges: [0, 2, 4], mask: TestNetwork.automobile),
                TurnProhibition(edges: [6, 8], mask: TestNetwork.bus),
            ]
        }
        return NetworkAssembly.assemble(draft, turnCosts: AngleTurns())
    }

    /// The center of a seed's network: 0° N 0° E, or any of three other places on Earth.
    static func middle(seed: UInt64) -> FixedCoordinate {
        let (longitude, latitude): (Int32, Int32) =
            switch seed % 4 {
            case 0: (0, 0)
            case 1: (74_213_457, 437_311_893)
            case 2: (-771_234_567, 389_012_345)
            default: (1_798_765_432, -881_234_567)
            }
        return FixedCoordinate(longitudeE7: longitude, latitudeE7: latitude)
    }

    private static func point(
        _ seed: UInt64, _ generator: inout SeededGenerator
    ) -> FixedCoordinate {
        let middle = middle(seed: seed)
        return FixedCoordinate(
            longitudeE7: middle.longitudeE7
                + Int32.random(in: -900_000...900_000, using: &generator),
            latitudeE7: middle.latitudeE7 + Int32.random(in: -900_000...900_000, using: &generator))
    }

    /// The first `nodes` segments form a chain, so prohibitions find adjacent edges.
    private static func add(
        _ index: Int64, _ nodes: Int, _ seed: UInt64, _ draft: inout NetworkDraft,
        _ generator: inout SeededGenerator
    ) {
        let isChain = index < nodes - 1
        let from = isChain ? UInt32(index) : UInt32.random(in: 0..<UInt32(nodes), using: &generator)
        let to =
            isChain ? UInt32(index) + 1 : UInt32.random(in: 0..<UInt32(nodes), using: &generator)
        func place(_ node: UInt32) -> FixedCoordinate {
            FixedCoordinate(
                longitudeE7: draft.contents.nodeLongitudeE7[Int(node)],
                latitudeE7: draft.contents.nodeLatitudeE7[Int(node)])
        }
        let bends = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
            point(seed, &generator)
        }
        let hasLimit = generator.chance(0.3)
        func direction() -> DirectionDraft {
            DirectionDraft(
                costs: [
                    UInt32.random(in: 1...90_000, using: &generator),
                    UInt32.random(in: 1...90_000, using: &generator), 7,
                ],
                restrictions: generator.chance(0.3) ? TestNetwork.oneway : 0,
                families: TestNetwork.motor | TestNetwork.foot,
                destination: generator.chance(0.2) ? "Città, \"vecchia\"" : "",
                exit: index % 5 == 0 ? "\(index)A" : "",
                limits: [hasLimit ? UInt32.random(in: 180...450, using: &generator) : nil],
                speedLimit: generator.chance(0.5) ? 30 : 0,
                lanes: generator.chance(0.3) ? [.left, [.through, .right]] : [])
        }
        var segment = SegmentDraft(
            from: from, to: to, shape: [place(from)] + bends + [place(to)],
            wayID: 1_000_000_000_000 + index % 7, name: generator.chance(0.5) ? "Rua \(index)" : "",
            reference: generator.chance(0.2) ? "A \(index)" : "", roadClass: .residential,
            forward: direction(), backward: direction(),
            conditionals: generator.chance(0.1) ? ["access:conditional=no @ (Mo)"] : [])
        segment.placeInWay = UInt32(1_000 - index)
        if !segment.name.isEmpty {
            segment.translations = ["Street \(index)", index % 2 == 0 ? "街 \(index)" : "", "Rua"]
        }
        // Ids run against the segments, some consecutive and some far apart.
        segment.innerNodeIDs = bends.indices.map {
            8_000_000_000 - 100_000 * index - (index % 3 == 0 ? 1 : 997) * Int64($0)
        }
        segment.points = (0..<(index % 4)).map { _ in
            PointDraft(
                share: Double.random(in: 0...1, using: &generator),
                direction: StreetPointDirection.allCases.randomElement(using: &generator) ?? .both,
                kind: StreetPointKind.allCases.randomElement(using: &generator) ?? .ford)
        }
        draft.addSegment(segment)
    }

    static func bytes(seed: UInt64, nodes: Int = 24, segments: Int = 40) throws -> [UInt8] {
        try DatasetEncoder.encode(random(seed: seed, nodes: nodes, segments: segments))
    }
}

extension MappedColumn {
    var values: [Value] { (0..<count).map { self[$0] } }
}
