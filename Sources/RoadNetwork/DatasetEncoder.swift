// Lays a network's columns out as dataset bytes. NetworkDataset reads them.

import Foundation

/// Encodes ``NetworkContents`` as the bytes of a dataset file. The same contents always give the
/// same bytes.
///
/// The file is a header, one record per section, and the sections, each at a multiple of 64 bytes
/// (``DatasetHeader``). Write it with ``write(to:)``, which needs no second copy of the contents in
/// memory.
package struct DatasetEncoder {
    /// Receives a file's bytes, piece by piece.
    package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// A section without an offset yet, and the closure that writes its bytes.
    private struct Column {
        var section: DatasetSection
        let write: (Sink) throws -> Void
    }

    private let kind: DatasetKind
    private var columns: [Column] = []

    /// Lays out the columns that `adding` adds.
    ///
    /// - Complexity: O(*n*) in the contents, which are read once for their checksums.
    init(_ kind: DatasetKind, adding: (inout DatasetEncoder) -> Void) {
        self.kind = kind
        adding(&self)
        place()
    }

    /// Lays out a network's columns.
    ///
    /// - Complexity: O(*n*) in the contents. They are read once for their checksums, but not
    ///   copied.
    package init(_ contents: NetworkContents) throws {
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys]
        kind = .network
        add("description", Array(try json.encode(contents.description)))
        addColumns(of: contents)
        place()
    }

    /// Returns the bytes of a dataset file, in memory.
    package static func encode(_ contents: NetworkContents) throws -> [UInt8] {
        let encoder = try DatasetEncoder(contents)
        var file: [UInt8] = []
        file.reserveCapacity(encoder.byteCount)
        try encoder.write { file.append(contentsOf: $0) }
        return file
    }

    /// The file's size in bytes.
    package var byteCount: Int {
        columns.last.map { $0.section.offset + $0.section.bytes } ?? 0
    }

    /// Writes the file to `sink` from its first byte to its last.
    ///
    /// - Throws: Any error from `sink`.
    package func write(to sink: Sink) throws {
        var written = 0
        func hand(_ bytes: [UInt8]) throws {
            try bytes.withUnsafeBytes(sink)
            written += bytes.count
        }
        try hand(head())
        for column in columns {
            try hand([UInt8](repeating: 0, count: column.section.offset - written))
            try column.write(sink)
            written += column.section.bytes
        }
    }

    private mutating func addColumns(of contents: NetworkContents) {
        add("node.longitudeE7", contents.nodeLongitudeE7)
        add("node.latitudeE7", contents.nodeLatitudeE7)
        add("node.flags", contents.nodeFlags)
        add("node.firstOut", contents.nodeFirstOut)
        add("node.turnClasses", contents.nodeTurnClasses)
        add("outEdges", contents.outEdges)
        addEach("node.valence", contents.nodeValence)
        addEach("node.component", contents.nodeComponent)
        add("segment.way", contents.segmentWay)
        add("segment.name", contents.segmentName)
        add("segment.ref", contents.segmentRef)
        add("segment.class", contents.segmentClass)
        add("shape.first", contents.shapeFirst)
        add("shape.bytes", contents.shapeBytes)
        addEach("segment.descriptor", contents.descriptors)
        addStreets(of: contents)
        add("edge.head", contents.edgeHead)
        add("edge.flags", contents.edgeFlags)
        add("edge.families", contents.edgeFamilies)
        add("edge.restrictions", contents.edgeRestrictions)
        add("edge.destination", contents.edgeDestination)
        add("edge.slot", contents.edgeSlot)
        add("edge.departBearing", contents.edgeDepartBearing)
        add("edge.arriveBearing", contents.edgeArriveBearing)
        addEach("edge.cost", contents.costs)
        addEach("limit.edges", contents.limitEdges)
        addEach("limit.values", contents.limitValues)
        addEach("nodeLimit.nodes", contents.nodeLimitNodes)
        addEach("nodeLimit.values", contents.nodeLimitValues)
        add("barred.nodes", contents.barredNodes)
        add("barred.masks", contents.barredMasks)
        if !contents.exitEdges.isEmpty {
            add("exit.edges", contents.exitEdges)
            add("exit.names", contents.exitNames)
        }
        add("conditional.segments", contents.conditionalSegments)
        add("conditional.texts", contents.conditionalTexts)
        add("condition.texts", contents.conditions.texts)
        add("conditional.edges", contents.conditions.edges)
        add("conditional.firstCondition", contents.conditions.firstCondition)
        add("conditional.conditions", contents.conditions.conditionOf)
        add("conditional.firstVariant", contents.conditions.firstVariant)
        add("conditional.restrictions", contents.conditions.restrictions)
        for column in contents.costs.indices {
            add("conditional.cost.\(column)", contents.conditions.costs(column))
        }
        add("conditional.speedLimit", contents.conditions.speedLimits)
        add("conditional.turnRules", contents.conditions.turnRules)
        add("conditional.turnConditions", contents.conditions.turnConditions)
        add("conditional.turnMasks", contents.conditions.turnMasks)
        add("turnClass.pool", contents.turnClassPool)
        addEach("turnClass.cost", contents.turnClassCosts)
        add("copyOf", contents.copyOf)
        add("turnRule.from", contents.turnRuleFrom)
        add("turnRule.to", contents.turnRuleTo)
        add("turnRule.mask", contents.turnRuleMask)
        add("turnRule.target", contents.turnRuleTarget)
        addNames(of: contents)
        add("index.boxes", contents.indexBoxes)
        add("index.segments", contents.indexSegments)
        add("index.pieces", contents.indexPieces)
        add("index.levels", contents.indexLevels)
        for (family, hierarchy) in contents.hierarchies.enumerated() {
            for (name, values) in hierarchy?.columns ?? [] {
                add("hierarchy.\(family).\(name)", values)
            }
        }
    }

    /// Adds the columns of ``StreetTables``.
    private mutating func addStreets(of contents: NetworkContents) {
        add("node.id", contents.nodeID)
        add("node.byID", contents.nodesByID)
        add("edge.speedLimit", contents.edgeSpeedLimit)
        add("way.edges", contents.wayEdges)
        add("shapeNode.firstIDs", contents.shapeNodes.firstIDs)
        add("shapeNode.offsets", contents.shapeNodes.offsets)
        add("shapeNode.bytes", contents.shapeNodes.bytes)
        add("point.segments", contents.pointSegments)
        add("point.shares", contents.pointShares)
        add("point.codes", contents.pointCodes)
        add("lane.edges", contents.laneEdges)
        add("lane.patterns", contents.lanePatterns)
        add("lane.first", contents.laneFirst)
        add("lane.turns", contents.laneTurns)
    }

    private mutating func addNames(of contents: NetworkContents) {
        add("name.first", contents.nameFirst)
        add("name.bytes", contents.nameBytes)
        addEach("translation.names", contents.translatedNames)
        addEach("translation.texts", contents.translations)
    }

    private mutating func addEach<Value: BitwiseCopyable>(_ name: String, _ columns: [[Value]]) {
        for (index, column) in columns.enumerated() { add("\(name).\(index)", column) }
    }

    /// Adds a section of one column.
    mutating func add<Value: BitwiseCopyable>(_ name: String, _ column: [Value]) {
        precondition(name.utf8.count < DatasetHeader.nameBytes, "section name \(name) is too long")
        columns.append(
            Column(
                section: DatasetSection(
                    name: name, stride: MemoryLayout<Value>.stride, count: column.count, offset: 0,
                    checksum: column.withUnsafeBytes { DatasetChecksum.of($0) }),
                write: { try column.withUnsafeBytes($0) }))
    }

    /// Places every section after the head, at a multiple of the alignment.
    private mutating func place() {
        var next = DatasetHeader.headerBytes + columns.count * DatasetHeader.recordBytes
        for index in columns.indices {
            let alignment = DatasetHeader.alignment
            next = (next + alignment - 1) / alignment * alignment
            columns[index].section.offset = next
            next += columns[index].section.bytes
        }
    }

    private func head() -> [UInt8] {
        var head: [UInt8] = []
        head += kind.magic
        head.appendLittleEndian(kind.formatVersion)
        head.appendLittleEndian(UInt32(columns.count))
        head.appendLittleEndian(UInt64(byteCount))
        let fingerprint = NetworkFingerprint(of: columns.map(\.section))
        head.appendLittleEndian(fingerprint.high)
        head.appendLittleEndian(fingerprint.low)
        head += [UInt8](repeating: 0, count: DatasetHeader.headerBytes - head.count)
        for section in columns.map(\.section) {
            let name = Array(section.name.utf8)
            head += name + [UInt8](repeating: 0, count: DatasetHeader.nameBytes - name.count)
            for number in [section.stride, section.count, section.offset] {
                head.appendLittleEndian(UInt64(number))
            }
            head.appendLittleEndian(section.checksum)
        }
        return head
    }
}

/// A network's identity: 128 bits over every section's name, size, place and checksum.
package struct NetworkFingerprint: Hashable, Sendable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(of sections: [DatasetSection]) {
        var bytes: [UInt8] = []
        for section in sections {
            bytes += Array(section.name.utf8)
            bytes.appendLittleEndian(UInt64(section.stride))
            bytes.appendLittleEndian(UInt64(section.count))
            bytes.appendLittleEndian(UInt64(section.offset))
            bytes.appendLittleEndian(section.checksum)
        }
        high = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
        bytes.reverse()
        low = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
    }

    package var description: String { hexadecimal(high) + hexadecimal(low) }

    private func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
