// Columns, names, shapes and sparse tables are read as written.

import Foundation
import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@Suite struct DatasetRoundTripTests {
    @Test(arguments: UInt64(0)..<20)
    func `node and segment columns come back as written`(seed: UInt64) throws {
        let contents = SampleContents.random(seed: seed)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        #expect(network.description == contents.description)
        #expect(network.nodeLongitudeE7.values == contents.nodeLongitudeE7)
        #expect(network.nodeLatitudeE7.values == contents.nodeLatitudeE7)
        #expect(network.nodeFlags.values == contents.nodeFlags)
        #expect(network.nodeFirstOut.values == contents.nodeFirstOut)
        #expect(network.nodeTurnClasses.values == contents.nodeTurnClasses)
        #expect(network.outEdges.values == contents.outEdges)
        #expect(network.nodeValence.map(\.values) == contents.nodeValence)
        #expect(network.nodeComponent.map(\.values) == contents.nodeComponent)
        #expect(network.segmentWay.values == contents.segmentWay)
        #expect(network.segmentName.values == contents.segmentName)
        #expect(network.segmentRef.values == contents.segmentRef)
        #expect(network.segmentClass.values == contents.segmentClass)
        #expect(network.shapeFirst.values == contents.shapeFirst)
        #expect(network.shapeBytes.values == contents.shapeBytes)
        #expect(network.descriptors.map(\.values) == contents.descriptors)
        #expect(network.nameFirst.values == contents.nameFirst)
        #expect(network.nameBytes.values == contents.nameBytes)
        #expect(network.translations.tables.map(\.names.values) == contents.translatedNames)
        #expect(network.translations.tables.map(\.texts.values) == contents.translations)
        #expect(contents.translatedNames.count == 3)
    }

    @Test(arguments: UInt64(0)..<20)
    func `edge, turn and index columns come back as written`(seed: UInt64) throws {
        let contents = SampleContents.random(seed: seed)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        #expect(network.edgeHead.values == contents.edgeHead)
        #expect(network.edgeFlags.values == contents.edgeFlags)
        #expect(network.edgeFamilies.values == contents.edgeFamilies)
        #expect(network.edgeRestrictions.values == contents.edgeRestrictions)
        #expect(network.edgeDestination.values == contents.edgeDestination)
        #expect(network.edgeSlot.values == contents.edgeSlot)
        #expect(network.edgeDepartBearing.values == contents.edgeDepartBearing)
        #expect(network.edgeArriveBearing.values == contents.edgeArriveBearing)
        #expect(network.costs.map(\.values) == contents.costs)
        #expect(network.edgeLimits.rows.map(\.values) == contents.limitEdges)
        #expect(network.edgeLimits.values.map(\.values) == contents.limitValues)
        #expect(network.nodeLimits.rows.map(\.values) == contents.nodeLimitNodes)
        #expect(network.nodeLimits.values.map(\.values) == contents.nodeLimitValues)
        #expect(network.barredNodes.values == contents.barredNodes)
        #expect(network.barredMasks.values == contents.barredMasks)
        #expect(network.exits.count == contents.exitEdges.count)
        #expect(network.conditionalSegments.values == contents.conditionalSegments)
        #expect(network.conditionalTexts.values == contents.conditionalTexts)
        #expect(network.turnClassPool.values == contents.turnClassPool)
        let costs = contents.turnClassCosts
        #expect(costs.indices.map { network.turnClassCosts[$0].values } == costs)
        #expect(network.copyOf.values == contents.copyOf)
        #expect(network.turnRuleFrom.values == contents.turnRuleFrom)
        #expect(network.turnRuleTo.values == contents.turnRuleTo)
        #expect(network.turnRuleMask.values == contents.turnRuleMask)
        #expect(network.turnRuleTarget.values == contents.turnRuleTarget)
        #expect(network.index.boxes.values == contents.indexBoxes)
        #expect(network.index.segments.values == contents.indexSegments)
        #expect(network.index.pieces.values == contents.indexPieces)
        #expect(network.index.levels.values == contents.indexLevels)
    }

    @Test(arguments: UInt64(0)..<20)
    func `columns by way and node, points and lanes come back as written`(seed: UInt64) throws {
        let contents = SampleContents.random(seed: seed)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        for node in 0..<UInt32(network.nodeCount) {
            #expect(network.nodeID(of: node) == contents.nodeID[Int(node)])
        }
        for edge in 0..<UInt32(network.edgeCount) {
            let limit = contents.edgeSpeedLimit[Int(edge)]
            #expect(network.speedLimit(of: edge) == (limit == 0 ? nil : limit))
            let hasLanes = contents.laneEdges.contains(edge)
            #expect(network.lanes(of: edge) == (hasLanes ? [.left, [.through, .right]] : []))
        }
        #expect(network.laneTable.count == contents.laneEdges.count)
        #expect(network.streetPoints.count == contents.pointSegments.count)
        #expect(contents.laneTurns.count == 2, "one pattern is stored once")
    }

    @Test func `the same contents give the same bytes, other contents another fingerprint`() throws
    {
        let first = try SampleContents.bytes(seed: 1)
        #expect(try SampleContents.bytes(seed: 1) == first)
        let network = try NetworkDataset(bytes: first)
        let other = try NetworkDataset(bytes: SampleContents.bytes(seed: 2))
        #expect(network.fingerprint.count == 32)
        #expect(network.fingerprint != other.fingerprint)
        #expect(network.damagedSections().isEmpty)
    }

    @Test func `an empty network opens`() throws {
        let network = try NetworkDataset.assembled(
            .init(description: TestNetwork.description()))
        #expect(network.nodeCount == 0)
        #expect(network.edgeCount == 0)
        #expect(network.extent.isEmpty)
        #expect(
            network.index.segments(in: Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)) == [])
    }

    @Test func `a folder, a file and memory give the same network`() throws {
        let bytes = try SampleContents.bytes(seed: 3)
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: folder.url.appending(path: NetworkDataset.fileName))
        let fromFolder = try NetworkDataset(path: folder.path)
        let fromFile = try NetworkDataset(path: folder.path + "/" + NetworkDataset.fileName)
        let fromMemory = try NetworkDataset(bytes: bytes)
        #expect(fromFolder.fingerprint == fromMemory.fingerprint)
        #expect(fromFile.fingerprint == fromMemory.fingerprint)
        #expect(fromFolder.edgeHead.values == fromMemory.edgeHead.values)
        #expect(fromFolder.damagedSections().isEmpty)
    }
}

@Suite struct DatasetAccessorTests {
    private let network: NetworkDataset
    private let contents: NetworkContents

    init() throws {
        contents = SampleContents.random(seed: 5)
        network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
    }

    @Test func `sparse tables answer for every edge and node`() {
        for edge in 0..<UInt32(network.edgeCount) {
            let row = contents.limitEdges[0].firstIndex(of: edge)
            #expect(network.limit(0, of: edge) == row.map { contents.limitValues[0][$0] })
            let exit = contents.exitEdges.firstIndex(of: edge)
            #expect(
                network.exit(of: EdgeID(row: edge))
                    == exit.map { contents.name(row: contents.exitNames[$0]) } ?? "")
        }
        for node in 0..<UInt32(network.nodeCount) {
            let row = contents.barredNodes.firstIndex(of: node)
            #expect(network.barredMask(of: node) == row.map { contents.barredMasks[$0] } ?? 0)
        }
    }

    @Test func `turn rules are found where they are and nowhere else`() {
        #expect(network.copyCount > 0)
        for state in 0..<UInt32(network.edgeCount + network.copyCount) {
            for edge in 0..<UInt32(network.edgeCount) {
                let row = contents.turnRuleFrom.indices.first {
                    contents.turnRuleFrom[$0] == state && contents.turnRuleTo[$0] == edge
                }
                #expect(network.turnRule(from: state, to: edge) == row)
            }
        }
    }

    @Test func `an edge and its twin share a line, reversed`() {
        for row in stride(from: UInt32(0), to: UInt32(network.edgeCount), by: 2) {
            let edge = EdgeID(row: row)
            #expect(network.shape(of: edge) == network.shape(of: edge.twin).reversed())
            #expect(network.shape(of: edge).first == network.coordinate(of: network.tail(of: edge)))
            #expect(network.shape(of: edge).last == network.coordinate(of: network.head(of: edge)))
        }
    }

    @Test func `shapes joined in place are shapes joined without repeated vertices`() {
        var joined: [Coordinate] = []
        var expected: [Coordinate] = []
        for row in UInt32(0)..<UInt32(network.edgeCount) {
            let edge = EdgeID(row: row &* 7 % UInt32(network.edgeCount))
            let first = network.appendShape(of: edge, to: &joined)
            #expect(joined[first] == network.shape(of: edge)[0])
            for vertex in network.shape(of: edge) where expected.last != vertex {
                expected.append(vertex)
            }
            #expect(joined == expected)
        }
    }

    @Test func `names come back whole and rows that do not exist are empty`() {
        #expect(network.name(row: 0) == "")
        #expect(network.name(row: .max - 1) == "")
        let signs = Set(
            (0..<UInt32(network.edgeCount)).map {
                network.destination(of: EdgeID(row: $0))
            })
        #expect(signs == ["", "Città, \"vecchia\""])
    }
}

/// A folder removed after the test.
final class TemporaryFolder {
    let url: URL
    var path: String { url.path(percentEncoded: false) }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "waypost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            print("\(path) was left behind: \(error)")
        }
    }
}
