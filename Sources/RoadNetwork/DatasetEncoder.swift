// Lays the columns of a network out as dataset bytes. Reading is NetworkDataset's.

import Foundation

/// Turns ``NetworkContents`` into the bytes of a dataset file; the same contents give the same
/// bytes.
package struct DatasetEncoder {
    private var sections: [DatasetSection] = []
    private var payload: [UInt8] = []
    private var offsetOfPayload = 0

    /// The bytes of a dataset file.
    ///
    /// - Complexity: Linear in the size of the contents, which is held twice meanwhile.
    package static func encode(_ contents: NetworkContents) throws -> [UInt8] {
        var encoder = DatasetEncoder()
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys]
        encoder.add("description", Array(try json.encode(contents.description)))
        encoder.addColumns(of: contents)
        return encoder.finish()
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
        add("barred.nodes", contents.barredNodes)
        add("barred.masks", contents.barredMasks)
        add("conditional.segments", contents.conditionalSegments)
        add("conditional.texts", contents.conditionalTexts)
        add("turnClass.pool", contents.turnClassPool)
        addEach("turnClass.cost", contents.turnClassCosts)
        add("copyOf", contents.copyOf)
        add("turnRule.from", contents.turnRuleFrom)
        add("turnRule.to", contents.turnRuleTo)
        add("turnRule.mask", contents.turnRuleMask)
        add("turnRule.target", contents.turnRuleTarget)
        add("name.first", contents.nameFirst)
        add("name.bytes", contents.nameBytes)
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

    private mutating func addEach<Value: BitwiseCopyable>(_ name: String, _ columns: [[Value]]) {
        for (index, column) in columns.enumerated() { add("\(name).\(index)", column) }
    }

    private mutating func add<Value: BitwiseCopyable>(_ name: String, _ column: [Value]) {
        precondition(name.utf8.count < DatasetHeader.nameBytes, "section name \(name) is too long")
        while payload.count % DatasetHeader.alignment != 0 { payload.append(0) }
        column.withUnsafeBytes { bytes in
            sections.append(
                DatasetSection(
                    name: name, stride: MemoryLayout<Value>.stride, count: column.count,
                    offset: payload.count, checksum: DatasetChecksum.of(bytes)))
            payload.append(contentsOf: bytes)
        }
    }

    private mutating func finish() -> [UInt8] {
        let headBytes = DatasetHeader.headerBytes + sections.count * DatasetHeader.recordBytes
        let alignment = DatasetHeader.alignment
        let start = (headBytes + alignment - 1) / alignment * alignment
        for index in sections.indices { sections[index].offset += start }
        var file: [UInt8] = []
        file.reserveCapacity(start + payload.count)
        file += DatasetHeader.magic
        file.appendLittleEndian(DatasetHeader.formatVersion)
        file.appendLittleEndian(UInt32(sections.count))
        file.appendLittleEndian(UInt64(start + payload.count))
        let fingerprint = NetworkFingerprint(of: sections)
        file.appendLittleEndian(fingerprint.high)
        file.appendLittleEndian(fingerprint.low)
        file += [UInt8](repeating: 0, count: DatasetHeader.headerBytes - file.count)
        for section in sections {
            let name = Array(section.name.utf8)
            file += name + [UInt8](repeating: 0, count: DatasetHeader.nameBytes - name.count)
            for number in [section.stride, section.count, section.offset] {
                file.appendLittleEndian(UInt64(number))
            }
            file.appendLittleEndian(section.checksum)
        }
        file += [UInt8](repeating: 0, count: start - file.count)
        file += payload
        return file
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
