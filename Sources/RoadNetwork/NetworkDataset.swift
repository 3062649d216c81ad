// A built network, mapped and ready. Start here to read one; NetworkBuilder writes it.

import Foundation
package import Geo
package import SystemResources

/// An open network: columns over nodes, segments and directed edges, in a mapped file.
///
/// ```swift
/// let network = try NetworkDataset(path: folder.path)
/// let counts = (network.segmentCount, network.edgeCount)
/// ```
///
/// The network is stored as columns, not as records: each fact about all nodes, segments or edges
/// is one array in the file, mapped into memory (``MappedColumn``). A search touches the few
/// columns it needs; all others stay on disk. Rows are typed by ``NodeID`` and ``EdgeID``. Edges
/// `2s` and `2s + 1` are the two directions of segment `s`. ``NetworkContents`` says what each
/// column means, and ``description`` names the attributes, restrictions and mode families behind
/// the bits and numbers.
///
/// Everything is read-only, so share one instance among all threads. It holds the costs as stored;
/// RoutingEngine's `Metric` turns them into a request's weights, and its `Hierarchy` reads
/// ``hierarchies``.
///
/// Opening a path first reads every byte and compares checksums, unless the file is known to be
/// whole (``DatasetVerification``). The rest takes milliseconds for a network of any size. While a
/// server has a network open, programs may write into its file; ``DatasetProtection`` says what
/// happens then. Rows are valid for one dataset: rebuilding renumbers them, and the ``fingerprint``
/// changes.
public final class NetworkDataset: Sendable {
    /// The dataset file's name inside a network folder.
    public static let fileName = "network.waypost"

    /// The network's attributes, travel modes and sources.
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
    /// The length cost; `nil` in a network without one.
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
    /// Each family's hierarchy; `nil` if none is stored.
    package let hierarchies: [HierarchyColumns?]

    private let table: SectionTable
    let restrictionSets = RestrictionSets()
    /// For each family, the streets that take no stops.
    package let stopRules: [StopRule]

    /// Opens the network in a folder, or a dataset file directly.
    ///
    /// - Parameters:
    ///   - verification: Whether to read every byte first.
    ///   - protection: What happens if a program writes into the file.
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

    /// Returns the dataset file at a path, which names a folder or the file itself.
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

    /// Returns the first cost that is a length.
    private static func lengths(
        of description: NetworkDescription, among costs: [MappedColumn<UInt32>]
    ) -> MappedColumn<UInt32>? {
        description.costs.first { $0.kind == .length }.flatMap {
            costs.indices.contains($0.column) ? costs[$0.column] : nil
        }
    }

    /// Reads the description. It is small and everything else depends on it, so unlike the columns
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

    /// The number of nodes.
    public var nodeCount: Int { nodeLongitudeE7.count }
    /// The number of segments.
    public var segmentCount: Int { segmentWay.count }
    /// The number of directed edges, two for each segment.
    public var edgeCount: Int { edgeHead.count }
    /// The number of edge copies that via-way restrictions need. They are numbered from
    /// ``edgeCount``.
    public var copyCount: Int { copyOf.count }
    /// 32 hexadecimal digits that change with any byte of the network.
    public var fingerprint: String { table.fingerprintText }
    /// The size of all sections together, in bytes.
    public var byteCount: Int { table.sections.values.reduce(0) { $0 + $1.bytes } }

    /// Releases the pages of the file that have been read so far.
    ///
    /// Call it after work that reads a great part of the network once. Requests map the pages they
    /// need again, in microseconds.
    package func releasePages() { table.file.releasePages() }

    /// Whether the file has been written to since it was opened, so that answers from it are no
    /// longer valid. Always `false` for a protected network (``DatasetProtection``), unless
    /// protection failed.
    public var hasChanged: Bool { table.file.hasChanged }

    /// The file as it was when opened; `nil` for a network in memory.
    package var fileIdentity: FileIdentity? { table.file.identity }

    /// If a program waits to write into the file, makes a private copy of the network and then lets
    /// the program write. Requests notice nothing.
    ///
    /// Call it from one thread at a time, at least every few seconds while the network is
    /// ``DatasetProtection/held``. It takes as long as copying the file.
    ///
    /// - Returns: Whether a program waited.
    package func admitWriters() -> Bool { table.file.admitWriters() }

    /// Returns the names of sections whose bytes do not match their checksum; empty for an
    /// undamaged file.
    ///
    /// - Complexity: O(*n*) in the size of the file, all of which is read.
    public func damagedSections() -> [String] { table.damagedSections() }
}

extension NetworkDataset {
    /// Returns a node's position in degrees.
    package func coordinate(of node: NodeID) -> Coordinate {
        Coordinate(
            x: Double(nodeLongitudeE7[node.row]) / 1e7, y: Double(nodeLatitudeE7[node.row]) / 1e7)
    }

    /// Returns the node an edge ends at.
    package func head(of edge: EdgeID) -> NodeID { NodeID(row: edgeHead[edge.row]) }

    /// Returns the node an edge starts at.
    package func tail(of edge: EdgeID) -> NodeID { NodeID(row: edgeHead[edge.row ^ 1]) }

    /// Returns the positions in ``outEdges`` of the edges that leave a node.
    package func edges(leaving node: NodeID) -> Range<Int> {
        Int(nodeFirstOut[node.row])..<Int(nodeFirstOut[node.row + 1])
    }

    /// Returns an edge's road class.
    package func roadClass(of edge: EdgeID) -> RoadClass {
        RoadClass(rawValue: segmentClass[edge.segment]) ?? .other
    }

    /// Returns an edge's flags.
    package func flags(of edge: EdgeID) -> EdgeFlags { EdgeFlags(rawValue: edgeFlags[edge.row]) }

    /// Returns the driving side along an edge.
    package func drivingSide(of edge: EdgeID) -> DrivingSide { flags(of: edge).drivingSide }

    package func flags(of node: NodeID) -> NodeFlags { NodeFlags(rawValue: nodeFlags[node.row]) }

    /// Returns a name, given its row; an empty string for row 0 and for rows that do not exist.
    package func name(row: UInt32) -> String {
        guard Int(row) + 1 < nameFirst.count else { return "" }
        let start = Int(min(nameFirst[row], UInt64(nameBytes.count)))
        let end = Int(min(nameFirst[row + 1], UInt64(nameBytes.count)))
        guard start < end else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: nameBytes.base + start, count: end - start),
            as: UTF8.self)
    }

    /// Returns an edge's street name, or an empty string.
    package func streetName(of edge: EdgeID) -> String { name(row: segmentName[edge.segment]) }

    /// Returns an edge's road number, or an empty string.
    package func reference(of edge: EdgeID) -> String { name(row: segmentRef[edge.segment]) }

    /// Returns the destination sign over an edge, or an empty string.
    package func destination(of edge: EdgeID) -> String { name(row: edgeDestination[edge.row]) }

    /// Returns the number or name of the highway exit that begins with an edge, or an empty string.
    package func exit(of edge: EdgeID) -> String { name(row: exits.nameRow(of: edge)) }

    /// Returns an edge's length in centimeters; 1 in a network without a length cost.
    package func lengthCentimeters(of edge: EdgeID) -> UInt32 {
        lengths.map { $0[edge.row] } ?? 1
    }

    /// Returns the cost of the turn from one edge into the next at their common node, in quanta of
    /// a column.
    package func turnCost(column: Int, from: EdgeID, to: EdgeID) -> UInt32 {
        if turnClassCosts.areFree(in: column) { return 0 }
        let node = edgeHead[from.row]
        let degree = Int(nodeFirstOut[node + 1] - nodeFirstOut[node])
        let row = Int(edgeSlot[from.row ^ 1]) * degree + Int(edgeSlot[to.row])
        let turnClass = turnClassPool[Int(nodeTurnClasses[node]) + row]
        return turnClassCosts[column][Int(turnClass)]
    }

    /// Returns the row of the turn rule from an edge or copy onto an edge, or `nil`.
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

    /// Returns the restrictions that bar passage through a node. Restrictions that limit vehicles
    /// bar only vehicles above the node's limit.
    package func barredMask(of node: UInt32) -> UInt64 {
        guard NodeFlags(rawValue: nodeFlags[node]).contains(.barred) else { return 0 }
        let row = barredNodes.lowerBound(node)
        return row < barredNodes.count && barredNodes[row] == node ? barredMasks[row] : 0
    }

    /// Returns a limit's value on an edge in centimeters or kilograms, or `nil`.
    package func limit(_ limit: Int, of edge: UInt32) -> UInt32? {
        edgeLimits.value(of: limit, row: edge)
    }

    /// Returns a limit's value for passing a node in centimeters or kilograms, or `nil`.
    package func limit(_ limit: Int, ofNode node: UInt32) -> UInt32? {
        nodeLimits.value(of: limit, row: node)
    }

    /// The smallest box around all nodes.
    package var extent: Envelope {
        var envelope = Envelope()
        for row in 0..<UInt32(nodeCount) { envelope.add(coordinate(of: NodeID(row: row))) }
        return envelope
    }
}
