// Compares ways, source nodes and points on streets with plain searches over the same network.

import DataStructures
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@Suite struct StreetTableTests {
    private let contents: NetworkContents
    private let network: NetworkDataset
    /// Each segment's vertex ids, including its ends.
    private let vertexIDs: [[Int64]]

    init() throws {
        contents = SampleContents.random(seed: 11, nodes: 30, segments: 60)
        network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        var inner = [[(vertex: UInt32, id: Int64)]](repeating: [], count: network.segmentCount)
        network.shapeNodes.forEachNode { node in
            inner[Int(node.segment)].append((node.vertex, node.id))
            return true
        }
        vertexIDs = inner.enumerated().map { [contents] segment, nodes in
            let ends = [contents.edgeHead[2 * segment + 1], contents.edgeHead[2 * segment]]
                .map { contents.nodeID[Int($0)] }
            return [ends[0]] + nodes.sorted { $0.vertex < $1.vertex }.map(\.id) + [ends[1]]
        }
    }

    @Test func `every vertex has its node`() {
        for segment in 0..<network.segmentCount {
            #expect(vertexIDs[segment].count == network.shape(ofSegment: segment).count)
        }
    }

    @Test func `the segments of a way come in their order, and no other way has them`() {
        var found: Set<UInt32> = []
        for way in Set(contents.segmentWay) {
            let segments = network.ways.segments(ofWay: way)
            let expected = contents.segmentWay.indices.filter { contents.segmentWay[$0] == way }
            // The samples' segments run against their ways.
            #expect(segments.map { Int($0.segment) } == expected.reversed())
            #expect(segments.allSatisfy { $0.isForward })
            found.formUnion(segments.map(\.segment))
        }
        #expect(found.count == network.segmentCount)
        for way in [Int64.min, 0, 999_999_999_999, .max] {
            #expect(network.ways.segments(ofWay: way).isEmpty)
        }
    }

    @Test func `nodes of the source are found where they are`() {
        for (segment, ids) in vertexIDs.enumerated() {
            for (vertex, id) in ids.enumerated().dropFirst().dropLast() {
                #expect(
                    network.place(ofNodeID: id)
                        == .vertex(segment: UInt32(segment), vertex: vertex))
                for other in [id - 1, id + 1] where !vertexIDs.joined().contains(other) {
                    #expect(network.place(ofNodeID: other) == nil)
                }
            }
        }
        for (row, id) in contents.nodeID.enumerated() {
            #expect(network.place(ofNodeID: id) == .node(NodeID(row: UInt32(row))))
        }
        for id in [Int64.min, -1, 0, 1, .max] { #expect(network.place(ofNodeID: id) == nil) }
    }

    @Test func `a pair of neighbors names the step between them`() {
        for (segment, ids) in vertexIDs.enumerated() where ids.count > 2 && ids.first != ids.last {
            let shape = network.shape(ofSegment: segment)
            for vertex in 1..<ids.count {
                let there = network.edges(fromNode: ids[vertex - 1], toNode: ids[vertex])
                let back = network.edges(fromNode: ids[vertex], toNode: ids[vertex - 1])
                #expect(there.map(\.edge) == [UInt32(2 * segment)])
                #expect(back.map(\.edge) == [UInt32(2 * segment + 1)])
                #expect(back.count == 1 && there.count == 1)
                #expect(back.map(\.firstShare) == there.map { 1 - $0.lastShare })
                if vertex == 1 { #expect(there.map(\.firstShare) == [0]) }
                if vertex == shape.count - 1 { #expect(there.map(\.lastShare) == [1]) }
            }
        }
        #expect(network.edges(fromNode: 1, toNode: 2).isEmpty)
    }

    @Test(arguments: UInt64(0)..<10)
    func `what a finder remembers changes nothing`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let ids = Array(vertexIDs.joined()) + [1, 2]
        var finder = SourceNodeFinder(network)
        var (from, found) = (ids[0], 0)
        for _ in 0..<2_000 {
            // Mostly onward along the rows, as in files, or back.
            let next = min((ids.firstIndex(of: from) ?? 0) + 1, ids.count - 1)
            let other = ids.indices.randomElement(using: &generator) ?? 0
            let to = ids[generator.chance(0.7) ? next : other]
            let parts = finder.edges(fromNode: from, toNode: to)
            #expect(parts == network.edges(fromNode: from, toNode: to))
            found += parts.count
            if generator.chance(0.8) { from = to }
            if from == 2 { from = ids[other] }
        }
        #expect(found > 100)
    }

    @Test func `a pair of junctions names the segments between them`() {
        for segment in 0..<network.segmentCount {
            let ids = vertexIDs[segment]
            guard let from = ids.first, let to = ids.last, from != to else { continue }
            let found = network.edges(fromNode: from, toNode: to)
            let all = vertexIDs.indices.flatMap { other -> [UInt32] in
                let ends = [vertexIDs[other].first, vertexIDs[other].last]
                return ends == [from, to]
                    ? [UInt32(2 * other)] : ends == [to, from] ? [UInt32(2 * other + 1)] : []
            }
            let steps = all.filter { vertexIDs[Int($0 >> 1)].count == 2 }
            #expect(Set(found.map(\.edge)) == Set(steps.isEmpty ? all : steps))
            #expect(found.allSatisfy { $0.firstShare == 0 && $0.lastShare == 1 })
        }
    }

    @Test func `points are on their segments, for the directions that meet them`() throws {
        var seen = 0
        for segment in 0..<UInt32(network.segmentCount) {
            let points = network.streetPoints.points(onSegment: segment)
            seen += points.count
            #expect(points.map(\.share) == points.map(\.share).sorted())
            for point in points {
                let edges = [EdgeID(row: 2 * segment), EdgeID(row: 2 * segment + 1)]
                let shares = edges.map { point.share(along: $0) }
                #expect((shares[0] != nil) == (point.direction != .backward))
                #expect((shares[1] != nil) == (point.direction != .forward))
                if let there = shares[0], let back = shares[1] { #expect(there + back == 1) }
            }
        }
        #expect(seen == network.streetPoints.count)
        #expect(network.streetPoints.counts().map(\.count).reduce(0, +) == seen)
    }
}
