// A built network, mapped and ready. Start here to read one; NetworkBuilder writes it.

package import DataStructures
package import Geo
import Foundation

/// An open network: columns over nodes, segments and directed edges, in a mapped file.
///
/// ```swift
/// let network = try NetworkDataset(path: folder.path)
/// let counts = (network.segmentCount, network.edgeCount)
/// ```
///
/// Read-only and safe to share. Opening a path reads every byte first, unless that is known to be
/// whole (``DatasetVerification``); what follows takes milliseconds whatever the size.
public final class NetworkDataset: Sendable {
    /// The name of the dataset file inside a network folder.
    public static let fileName = "network.waypost"

    /// The description of the network: attributes, travel modes and sources.
    public let description: NetworkDescription

    package let nodeLongitudeE7: MappedColumn<Int32>
    package let nodeLatitudeE7: MappedColumn<Int32>
    package let nodeFlags: MappedColumn<UInt8>
    package let nodeFirstOut: MappedColumn<UInt32>
    package let nodeTurnClasses: MappedColumn<UInt32>
    package let outEdges: MappedColumn<UInt32>
    package let nodeValence: [MappedColumn<UInt8>]
    package let nodeComponent: [MappedColumn<UInt32>]

    package let segmentWay: MappedColumn<Int64>
    package let segmentName: MappedColumn<UInt32>
    package let segmentRef: MappedColumn<UInt32>
    package let segmentClass: MappedColumn<UInt8>
    package let shapeFirst: MappedColumn<UInt64>
    package let shapeBytes: MappedColumn<UInt8>
    package let descriptors: [MappedColumn<UInt8>]
    let streets: StreetTables

    package let edgeHead: MappedColumn<UInt32>
    package let edgeFlags: MappedColumn<UInt16>
    package let edgeFamilies: MappedColumn<UInt8>
    package let edgeRestrictions: MappedColumn<UInt64>
    package let edgeDestination: MappedColumn<UInt32>
    package let edgeSlot: MappedColumn<UInt8>
    package let edgeDepartBearing: MappedColumn<UInt16>
    package let edgeArriveBearing: MappedColumn<UInt16>
    package let costs: [MappedColumn<UInt32>]
    /// The cost that is a length; `nil` in a network without one.
    private let lengths: MappedColumn<UInt32>?

    package let edgeLimits: LimitTable
    package let nodeLimits: LimitTable
    package let barredNodes: MappedColumn<UInt32>
    package let barredMasks: MappedColumn<UInt64>
    package let exits: HighwayExits
    package let conditionalSegments: MappedColumn<UInt32>
    package let conditionalTexts: MappedColumn<UInt32>
    package let conditions: NetworkConditions

    package let turnClassPool: MappedColumn<UInt16>
    package let turnClassCosts: TurnClassCosts
    package let copyOf: MappedColumn<UInt32>
    package let turnRuleFrom: MappedColumn<UInt32>
    package let turnRuleTo: MappedColumn<UInt32>
    package let turnRuleMask: MappedColumn<UInt64>
    package let turnRuleTarget: MappedColumn<UInt32>

    package let nameFirst: MappedColumn<UInt64>
    package let nameBytes: MappedColumn<UInt8>
    package let translations: NameTranslations

    package let index: EdgeIndex
    /// For each family its hierarchy, or `nil` when none is stored.
    package let hierarchies: [HierarchyColumns?]

    private let table: SectionTable
    let restrictionSets = RestrictionSets()
    /// For each family the streets that take no stops.
    package let stopRules: [StopRule]

    /// Opens the network in a folder, or the dataset file itself.
    ///
    /// - Parameters:
    ///   - verification: Whether every byte is read first.
    ///   - protection: What programs that write into the file do to the open network.
    /// - Throws: ``DatasetError`` naming the file, what is wrong with it and what to do.
    public convenience init(
        path: String, verification: DatasetVerification = .whole,
        protection: DatasetProtection = .none
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw DatasetError("\(path) does not exist: build a network (waypost network build)")
        }
        let file = Self.file(at: path)
        guard FileManager.default.fileExists(atPath: file) else {
            throw DatasetError(
                "\(path) holds no network, or an unfinished one: build it "
                    + "(waypost network build)")
        }
        let table = try SectionTable(
            DatasetFile(path: file, protection: protection), name: file)
        try table.verify(verification, path: file)
        try self.init(table)
    }

    /// The dataset file at a path, which names a folder or the file itself.
    package static func file(at path: String) -> String {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isFolder.boolValue ? path + "/" + fileName : path
    }

    /// Opens a dataset held in memory.
    package convenience init(bytes: [UInt8]) throws {
        try self.init(SectionTable(DatasetFile(bytes: bytes), name: "the network in memory"))
    }

    private init(_ table: SectionTable) throws {
        self.table = table
        let description = try Self.describe(table)
        (self.description, stopRules) = (description, description.stopRules)
        nodeLongitudeE7 = try table.column("node.longitudeE7")
        let nodes = nodeLongitudeE7.count
        nodeLatitudeE7 = try table.column("node.latitudeE7", count: nodes)
        nodeFlags = try table.column("node.flags", count: nodes)
        nodeFirstOut = try table.column("node.firstOut", count: nodes + 1)
        nodeTurnClasses = try table.column("node.turnClasses", count: nodes)
        nodeValence = try description.families.indices.map {
            try table.column("node.valence.\($0)", count: nodes)
        }
        nodeComponent = try description.families.indices.map {
            try table.column("node.component.\($0)", count: nodes)
        }

        segmentWay = try table.column("segment.way")
        let segments = segmentWay.count
        segmentName = try table.column("segment.name", count: segments)
        segmentRef = try table.column("segment.ref", count: segments)
        segmentClass = try table.column("segment.class", count: segments)
        shapeFirst = try table.column("shape.first", count: segments + 1)
        shapeBytes = try table.column("shape.bytes")
        descriptors = try description.descriptors.indices.map {
            try table.column("segment.descriptor.\($0)", count: segments)
        }
        streets = try StreetTables(table, nodes: nodes, segmentWay: segmentWay)

        let edges = segments * 2
        outEdges = try table.column("outEdges", count: edges)
        edgeHead = try table.column("edge.head", count: edges)
        edgeFlags = try table.column("edge.flags", count: edges)
        edgeFamilies = try table.column("edge.families", count: edges)
        edgeRestrictions = try table.column("edge.restrictions", count: edges)
        edgeDestination = try table.column("edge.destination", count: edges)
        edgeSlot = try table.column("edge.slot", count: edges)
        edgeDepartBearing = try table.column("edge.departBearing", count: edges)
        edgeArriveBearing = try table.column("edge.arriveBearing", count: edges)
        let costColumns = 0..<description.costColumnCount
        costs = try costColumns.map { try table.column("edge.cost.\($0)", count: edges) }
        lengths = Self.lengths(of: description, among: costs)
        edgeLimits = try LimitTable(ofEdges: table, count: description.limits.count)
        nodeLimits = try LimitTable(ofNodes: table, count: description.limits.count)
        barredNodes = try table.column("barred.nodes")
        barredMasks = try table.column("barred.masks", count: barredNodes.count)
        exits = try HighwayExits(table)
        conditionalSegments = try table.column("conditional.segments")
        conditionalTexts = try table.column("conditional.texts", count: conditionalSegments.count)
        conditions = try NetworkConditions(table, costColumns: costColumns)

        turnClassPool = try table.column("turnClass.pool")
        turnClassCosts = try TurnClassCosts(table, columns: costColumns)
        copyOf = try table.column("copyOf")
        turnRuleFrom = try table.column("turnRule.from")
        let rules = turnRuleFrom.count
        turnRuleTo = try table.column("turnRule.to", count: rules)
        turnRuleMask = try table.column("turnRule.mask", count: rules)
        turnRuleTarget = try table.column("turnRule.target", count: rules)

        nameFirst = try table.column("name.first")
        nameBytes = try table.column("name.bytes")
        translations = try NameTranslations(table, languages: description.nameLanguages?.count)
        index = try EdgeIndex(table)
        let states = edges + copyOf.count
        hierarchies = try description.families.indices.map { family in
            guard HierarchyColumns.isStored(in: table, family: family) else { return nil }
            return try HierarchyColumns(table, family: family, states: states)
        }
    }

    /// The first cost that is a length.
    private static func lengths(
        of description: NetworkDescription, among costs: [MappedColumn<UInt32>]
    ) -> MappedColumn<UInt32>? {
        description.costs.first { $0.kind == .length }.flatMap {
            costs.indices.contains($0.column) ? costs[$0.column] : nil
        }
    }

    /// Reads the description. It is small and everything else is read by it, so unlike the columns
    /// it is checked in full.
    private static func describe(_ table: SectionTable) throws(DatasetError) -> NetworkDescription {
        let json = try table.checkedBytes("description")
        do {
            return try JSONDecoder().decode(NetworkDescription.self, from: Data(json))
        } catch {
            throw DatasetError(
                "the network's description cannot be read (\(error)): rebuild needed")
        }
    }

    /// Number of nodes.
    public var nodeCount: Int { nodeLongitudeE7.count }
    /// Number of segments.
    public var segmentCount: Int { segmentWay.count }
    /// Number of directed edges, two for each segment.
    public var edgeCount: Int { edgeHead.count }
    /// Number of copies that via-way restrictions need, numbered from ``edgeCount``.
    public var copyCount: Int { copyOf.count }
    /// 32 hexadecimal digits that change with any byte of the network.
    public var fingerprint: String { table.fingerprintText }
    /// Bytes of the dataset.
    public var byteCount: Int { table.sections.values.reduce(0) { $0 + $1.bytes } }

    /// Releases the pages of the file that have been read so far.
    ///
    /// After work that reads a great part of the network once: requests map the pages they need
    /// again, in microseconds.
    package func releasePages() { table.file.releasePages() }

    /// Whether the file has been written to since it was opened, so that answers from it are no
    /// longer valid. Not where the network is protected (``DatasetProtection``).
    public var hasChanged: Bool { table.file.hasChanged }

    /// The file as it was when it was opened; `nil` for a network in memory.
    package var fileIdentity: FileIdentity? { table.file.identity }

    /// Makes a private copy of the network if a program waits to write into its file, and lets the
    /// program write then. Requests notice nothing.
    ///
    /// Called by one thread at a time, at least every few seconds while the network is
    /// ``DatasetProtection/held``; it takes as long as the file takes to be copied.
    ///
    /// - Returns: Whether a program waited.
    package func admitWriters() -> Bool { table.file.admitWriters() }

    /// Names of the sections whose bytes do not match their checksum; empty for an undamaged file.
    ///
    /// - Complexity: O(*n*) in the size of the file, all of which is read.
    public func damagedSections() -> [String] { table.damagedSections() }
}

extension NetworkDataset {
    /// Where a node lies, in degrees.
    package func coordinate(of node: NodeID) -> Coordinate {
        Coordinate(
            x: Double(nodeLongitudeE7[node.row]) / 1e7, y: Double(nodeLatitudeE7[node.row]) / 1e7)
    }

    /// The node an edge ends at.
    package func head(of edge: EdgeID) -> NodeID { NodeID(row: edgeHead[edge.row]) }

    /// The node an edge starts at.
    package func tail(of edge: EdgeID) -> NodeID { NodeID(row: edgeHead[edge.row ^ 1]) }

    /// The edges that leave a node, ascending.
    package func edges(leaving node: NodeID) -> Range<Int> {
        Int(nodeFirstOut[node.row])..<Int(nodeFirstOut[node.row + 1])
    }

    /// The road class of an edge.
    package func roadClass(of edge: EdgeID) -> RoadClass {
        RoadClass(rawValue: segmentClass[edge.segment]) ?? .other
    }

    /// The flags of an edge.
    package func flags(of edge: EdgeID) -> EdgeFlags { EdgeFlags(rawValue: edgeFlags[edge.row]) }

    /// The side of the road that traffic keeps to along an edge.
    package func drivingSide(of edge: EdgeID) -> DrivingSide { flags(of: edge).drivingSide }

    /// The flags of a node.
    package func flags(of node: NodeID) -> NodeFlags { NodeFlags(rawValue: nodeFlags[node.row]) }

    /// A name by its row; empty for row 0 and for rows that do not exist.
    package func name(row: UInt32) -> String {
        guard Int(row) + 1 < nameFirst.count else { return "" }
        let start = Int(min(nameFirst[row], UInt64(nameBytes.count)))
        let end = Int(min(nameFirst[row + 1], UInt64(nameBytes.count)))
        guard start < end else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: nameBytes.base + start, count: end - start),
            as: UTF8.self)
    }

    /// The street name of an edge, or empty.
    package func streetName(of edge: EdgeID) -> String { name(row: segmentName[edge.segment]) }

    /// The road number of an edge, or empty.
    package func reference(of edge: EdgeID) -> String { name(row: segmentRef[edge.segment]) }

    /// The destination sign over an edge, or empty.
    package func destination(of edge: EdgeID) -> String { name(row: edgeDestination[edge.row]) }

    /// The number or name of the highway exit that an edge is, or empty.
    package func exit(of edge: EdgeID) -> String { name(row: exits.nameRow(of: edge)) }

    /// The length of an edge in centimeters, whichever attribute it comes from.
    package func lengthCentimeters(of edge: EdgeID) -> UInt32 {
        lengths.map { $0[edge.row] } ?? 1
    }

    /// The cost of the turn from one edge into the next at their common node, in quanta of a
    /// column.
    package func turnCost(column: Int, from: EdgeID, to: EdgeID) -> UInt32 {
        if turnClassCosts.areFree(in: column) { return 0 }
        let node = edgeHead[from.row]
        let degree = Int(nodeFirstOut[node + 1] - nodeFirstOut[node])
        let row = Int(edgeSlot[from.row ^ 1]) * degree + Int(edgeSlot[to.row])
        let turnClass = turnClassPool[Int(nodeTurnClasses[node]) + row]
        return turnClassCosts[column][Int(turnClass)]
    }

    /// The row of the turn rule from an edge or copy onto an edge, or `nil`.
    ///
    /// - Complexity: O(log *n*) in the number of rules.
    package func turnRule(from state: UInt32, to edge: UInt32) -> Int? {
        var row = turnRuleFrom.lowerBound(state)
        while row < turnRuleFrom.count, turnRuleFrom[row] == state {
            if turnRuleTo[row] == edge { return row }
            row += 1
        }
        return nil
    }

    /// The restrictions that bar passage through a node; those that limit vehicles bar the ones
    /// above the node's limit.
    package func barredMask(of node: UInt32) -> UInt64 {
        guard NodeFlags(rawValue: nodeFlags[node]).contains(.barred) else { return 0 }
        let row = barredNodes.lowerBound(node)
        return row < barredNodes.count && barredNodes[row] == node ? barredMasks[row] : 0
    }

    /// The value of a limit on an edge in centimeters or kilograms, or `nil`.
    package func limit(_ limit: Int, of edge: UInt32) -> UInt32? {
        edgeLimits.value(of: limit, row: edge)
    }

    /// The value of a limit on passing a node in centimeters or kilograms, or `nil`.
    package func limit(_ limit: Int, ofNode node: UInt32) -> UInt32? {
        nodeLimits.value(of: limit, row: node)
    }

    /// The smallest box round all nodes.
    package var extent: Envelope {
        var envelope = Envelope()
        for row in 0..<UInt32(nodeCount) { envelope.add(coordinate(of: NodeID(row: row))) }
        return envelope
    }
}
