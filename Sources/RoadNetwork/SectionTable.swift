// Reads and checks a dataset file's head: everything that can be checked without its columns.

import Synchronization
import SystemResources

/// A dataset file's checked head, and access to its sections by name.
package struct SectionTable: Sendable {
    package let sections: [String: DatasetSection]
    package let fingerprint: NetworkFingerprint
    /// The fingerprint as answers show it.
    let fingerprintText: String
    let file: DatasetFile
    /// The offset of the first byte after the section records.
    let tableEnd: Int
    private let name: String

    /// Reads the head and checks magic, version, size, section bounds and fingerprint.
    ///
    /// - Throws: ``DatasetError`` saying what was found and whether a rebuild helps.
    /// - Complexity: O(*n*) in the number of sections, for a file of any size.
    package init(
        _ file: DatasetFile, name: String, kind: DatasetKind = .network
    ) throws(DatasetError) {
        self.file = file
        self.name = name
        let bytes = file.bytes
        let magic = kind.magic
        guard bytes.count >= magic.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw DatasetError(
                "\(name) is not \(kind.noun): build one (waypost network build)")
        }
        guard bytes.count >= DatasetHeader.headerBytes else {
            throw DatasetError("\(name) is cut short in its header: rebuild needed")
        }
        let version = bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        guard version == kind.formatVersion else {
            throw DatasetError(
                "\(name) has format \(version), this program reads \(kind.formatVersion): "
                    + (version < kind.formatVersion
                        ? "rebuild needed" : "use the program that built it, or rebuild"))
        }
        let stated = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        guard stated == UInt64(bytes.count) else {
            throw DatasetError(
                "\(name) holds \(bytes.count) bytes where its header says \(stated): rebuild needed"
            )
        }
        guard bytes[DatasetHeader.reserved].allSatisfy({ $0 == 0 }) else {
            throw DatasetError("\(name) has a damaged header: rebuild needed")
        }
        let count = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        tableEnd = DatasetHeader.headerBytes + count * DatasetHeader.recordBytes
        guard count <= DatasetHeader.maximumSections, tableEnd <= bytes.count else {
            throw DatasetError("\(name) has a damaged section table: rebuild needed")
        }
        var list: [DatasetSection] = []
        for index in 0..<count {
            let start = DatasetHeader.headerBytes + index * DatasetHeader.recordBytes
            list.append(try Self.section(bytes, at: start, tableEnd: tableEnd, name))
        }
        fingerprint = NetworkFingerprint(
            high: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self),
            low: bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
        guard fingerprint == NetworkFingerprint(of: list) else {
            throw DatasetError("\(name) does not match its own fingerprint: rebuild needed")
        }
        fingerprintText = fingerprint.description
        sections = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func section(
        _ bytes: UnsafeRawBufferPointer, at start: Int, tableEnd: Int, _ file: String
    ) throws(DatasetError) -> DatasetSection {
        let nameField = bytes[start..<(start + DatasetHeader.nameBytes)]
        let nameBytes = nameField.prefix { $0 != 0 }
        let numbers = (0..<4).map {
            bytes.loadUnaligned(
                fromByteOffset: start + DatasetHeader.nameBytes + $0 * 8, as: UInt64.self)
        }
        let (stride, count, offset) = (numbers[0], numbers[1], numbers[2])
        let name = String(decoding: nameBytes, as: UTF8.self)
        let (size, overflow) = stride.multipliedReportingOverflow(by: count)
        guard nameField.dropFirst(nameBytes.count).allSatisfy({ $0 == 0 }) else {
            throw DatasetError("\(file) has a damaged section table: rebuild needed")
        }
        guard !overflow, stride >= 1, stride <= 64, offset >= UInt64(tableEnd),
            offset <= UInt64(bytes.count), size <= UInt64(bytes.count) - offset,
            offset % UInt64(DatasetHeader.alignment) == 0
        else { throw DatasetError("\(file): section \"\(name)\" lies outside: rebuild needed") }
        return DatasetSection(
            name: name, stride: Int(stride), count: Int(count), offset: Int(offset),
            checksum: numbers[3])
    }

    package func bytes(_ section: DatasetSection) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            rebasing: file.bytes[section.offset..<(section.offset + section.bytes)])
    }

    /// Returns a section as a column.
    ///
    /// - Throws: ``DatasetError`` if it is missing, or has another width or length than expected.
    package func column<Value: BitwiseCopyable>(
        _ section: String, count: Int? = nil, of type: Value.Type = Value.self
    ) throws(DatasetError) -> MappedColumn<Value> {
        guard let found = sections[section] else {
            throw DatasetError("\(name) lacks section \"\(section)\": rebuild needed")
        }
        guard found.stride == MemoryLayout<Value>.stride, count == nil || count == found.count,
            let base = bytes(found).baseAddress ?? file.bytes.baseAddress
        else {
            throw DatasetError("\(name): section \"\(section)\" has the wrong size: rebuild needed")
        }
        return MappedColumn(base: base.assumingMemoryBound(to: Value.self), count: found.count)
    }

    /// Returns a section as a column, or `nil` if the file does not have it.
    ///
    /// - Throws: ``DatasetError`` if it is there but has another width or length.
    package func optionalColumn<Value: BitwiseCopyable>(
        _ section: String, count: Int? = nil, of type: Value.Type = Value.self
    ) throws(DatasetError) -> MappedColumn<Value>? {
        sections[section] == nil ? nil : try column(section, count: count)
    }

    /// Reads all of a small section.
    ///
    /// - Throws: ``DatasetError`` if it is missing or does not match its checksum.
    package func checkedBytes(_ section: String) throws(DatasetError) -> UnsafeRawBufferPointer {
        guard let found = sections[section] else {
            throw DatasetError("\(name) lacks section \"\(section)\": rebuild needed")
        }
        guard DatasetChecksum.of(bytes(found)) == found.checksum else {
            throw DatasetError("\(name): section \"\(section)\" is damaged: rebuild needed")
        }
        return bytes(found)
    }

    /// Returns the names of sections that do not match their checksum, or that follow padding with
    /// other bytes than zeros.
    ///
    /// - Complexity: O(*n*) in the size of the file, on all cores (``ParallelWork``).
    package func damagedSections() -> [String] {
        let largestFirst = sections.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
        let damaged = Mutex(sectionsBehindDamagedPadding())
        ParallelWork.perform(iterations: largestFirst.count) { place in
            let section = largestFirst[place]
            guard DatasetChecksum.of(bytes(section)) != section.checksum else { return }
            damaged.withLock { $0.append(section.name) }
        }
        return damaged.withLock { Set($0).sorted() }
    }

    /// Returns the names of sections that overlap the one before, or are separated from it by other
    /// bytes than zeros. No checksum covers this padding.
    ///
    /// - Complexity: O(*s* log *s*) in the number of sections; padding is short.
    private func sectionsBehindDamagedPadding() -> [String] {
        var end = tableEnd
        var damaged: [String] = []
        let byOffset = sections.values.sorted {
            ($0.offset, $0.bytes, $0.name) < ($1.offset, $1.bytes, $1.name)
        }
        for section in byOffset {
            if section.offset < end || !file.bytes[end..<section.offset].allSatisfy({ $0 == 0 }) {
                damaged.append(section.name)
            }
            end = max(end, section.offset + section.bytes)
        }
        return damaged
    }
}
