// Reads objects from an OpenStreetMap file. The parser is libosmium, behind COSM's C interface.

import COSM

/// Why an OpenStreetMap file cannot be read.
public struct OSMReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, with the file's name.
    public let description: String

    init(file: String, reason: String) {
        let reason = OtherContent.reason(reason, path: file)
        description = "\(file) cannot be read as OpenStreetMap data: \(reason)"
    }
}

/// A set of kinds of objects.
struct OSMKinds: OptionSet {
    let rawValue: Int32

    static let nodes = OSMKinds(rawValue: Int32(WAYPOST_OSM_NODES))
    static let ways = OSMKinds(rawValue: Int32(WAYPOST_OSM_WAYS))
    static let relations = OSMKinds(rawValue: Int32(WAYPOST_OSM_RELATIONS))
}

/// Limits beyond which a file is refused, so no file exhausts memory or time.
///
/// They apply to XML. PBF needs none: it states the size of each block, and blocks beyond the
/// format's 32 MiB are refused.
struct OSMReadLimits {
    /// XML may expand to this many bytes whatever its compressed size.
    var expandedBytes = 256 << 20
    /// Beyond that, XML may expand to this many times its compressed size. Real files expand 10 to
    /// 20 times; gzip can reach 1,000 and bzip2 millions.
    var expandedRatio = 100
    /// The most bytes of one XML tag, comment or instruction; the parser holds each whole.
    var tokenBytes = 1 << 20
    /// The most bytes of one object. The largest relations have 32,000 members in about 2 MB.
    var objectBytes = 16 << 20
    /// The most bytes of an element's or attribute's name.
    var nameBytes = 256
    /// The most names of elements and attributes; the parser keeps each forever. The format has
    /// about 40.
    var names = 1_000

    fileprivate var plain: waypost_osm_limits {
        waypost_osm_limits(
            expanded_bytes: UInt64(expandedBytes), expanded_ratio: UInt64(expandedRatio),
            token_bytes: UInt64(tokenBytes), object_bytes: UInt64(objectBytes),
            name_bytes: UInt64(nameBytes), names: UInt64(names))
    }
}

/// An open OpenStreetMap file: PBF or XML (plain, gzip or bzip2), including change files and
/// histories.
///
/// Only one task may read from it at a time. Objects come in file order, including deleted ones.
final class OSMReader {
    private let file: String
    private let reader: OpaquePointer
    private let numbering: OSMNumbering

    /// Opens a file and reads its header.
    ///
    /// - Parameter numbering: Keeps the file's negative ids apart from other files'.
    /// - Throws: ``OSMReadError`` if the file is missing, has another format or is damaged at its
    ///   start.
    init(
        path: String, kinds: OSMKinds, limits: OSMReadLimits = OSMReadLimits(),
        numbering: OSMNumbering = OSMNumbering(file: 0)
    ) throws(OSMReadError) {
        file = path
        self.numbering = numbering
        var reason = [CChar](repeating: 0, count: 512)
        var bounds = limits.plain
        guard
            let opened = waypost_osm_open(path, kinds.rawValue, &bounds, &reason, reason.count)
        else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw OSMReadError(file: path, reason: String(decoding: bytes, as: UTF8.self))
        }
        reader = opened
    }

    deinit { waypost_osm_close(reader) }

    /// Reads the next object; `nil` at the end of the file.
    ///
    /// - Throws: ``OSMReadError`` if the file is damaged or ends too early.
    func next() throws(OSMReadError) -> OSMObject? {
        var object = waypost_osm_object()
        switch waypost_osm_next(reader, &object) {
        case 1:
            return OSMObject(object: object, reader: reader, numbering: numbering)
        case 0:
            return nil
        default:
            let reason = String(cString: waypost_osm_reason(reader))
            throw OSMReadError(file: file, reason: reason)
        }
    }

    /// The share of the file read so far, 0 … 1.
    var fraction: Double {
        let total = waypost_osm_bytes_total(reader)
        guard total > 0 else { return 0 }
        return min(1, Double(waypost_osm_bytes_read(reader)) / Double(total))
    }

    /// The date of the data in seconds since 1970; 0 if the header does not say.
    var dataTimestamp: Int64 { OSMObject.plausible(waypost_osm_data_timestamp(reader)) }

    /// Whether the file may hold several versions of an object: a change file or a history.
    var hasVersions: Bool { waypost_osm_has_versions(reader) != 0 }

    /// A remark about the file from what was read so far; empty if there is none.
    var remark: String { String(cString: waypost_osm_remark(reader)) }
}

/// An object of a file; valid until the reader moves on.
struct OSMObject {
    fileprivate let object: waypost_osm_object
    fileprivate let reader: OpaquePointer
    fileprivate let numbering: OSMNumbering

    /// The id. Negative ids, which editors give to new objects, are made distinct from negative ids
    /// in other files.
    var id: Int64 { numbering.own(object.id) }
    /// The version number; 0 if the file does not say.
    var version: UInt32 { object.version }
    /// Whether this version is deleted, on the server or by an editor.
    var isDeleted: Bool { object.is_deleted != 0 }
    /// Whether an editor has changed or deleted the object since the stated version.
    var isEdited: Bool { object.is_edited != 0 }
    /// The time of the last edit in seconds since 1970; 0 if the file does not say.
    var timestamp: Int64 { Self.plausible(object.timestamp) }
    var isWay: Bool { object.kind == WAYPOST_OSM_WAYS }
    var isNode: Bool { object.kind == WAYPOST_OSM_NODES }
    var isTagged: Bool { object.tag_count > 0 }

    /// A node's place in 1e-7 degrees, if it has a valid one.
    var location: (longitudeE7: Int32, latitudeE7: Int32)? {
        object.has_location != 0 ? (object.longitude_e7, object.latitude_e7) : nil
    }

    /// Nothing in OpenStreetMap is older than 2004, but tools write 0 or 1 for dates they remove.
    fileprivate static func plausible(_ timestamp: Int64) -> Int64 {
        timestamp >= 1_072_915_200 ? timestamp : 0
    }

    /// Whether the object has any of the keys; cheaper than ``tags``.
    func hasTag(amongKeys keys: Set<String>) -> Bool {
        tagBuffer.contains { tag in keys.contains(String(cString: tag.key)) }
    }

    /// Whether some key, in zero-terminated UTF-8, satisfies a test; cheaper than ``tags``.
    func hasKey(where test: (UnsafePointer<CChar>) -> Bool) -> Bool {
        tagBuffer.contains { test($0.key) }
    }

    /// A copy of the tags.
    var tags: TagSet {
        var values: [String: String] = [:]
        values.reserveCapacity(object.tag_count)
        for tag in tagBuffer { values[String(cString: tag.key)] = String(cString: tag.value) }
        return TagSet(values)
    }

    /// The ids of a way's nodes, in order.
    var wayNodes: [Int64] {
        var count = 0
        let base = waypost_osm_way_nodes(reader, &count)
        return UnsafeBufferPointer(start: base, count: count).map(numbering.own)
    }

    /// The places the file states for a way's nodes, in order; empty if it states none.
    var wayPlaces: [(longitudeE7: Int32, latitudeE7: Int32)?] {
        var count = 0
        let base = waypost_osm_way_places(reader, &count)
        return UnsafeBufferPointer(start: base, count: count).map {
            $0.is_valid != 0 ? ($0.longitude_e7, $0.latitude_e7) : nil
        }
    }

    /// A relation's members, in order.
    var members: [OSMMember] {
        var count = 0
        let base = waypost_osm_members(reader, &count)
        return UnsafeBufferPointer(start: base, count: count).map { member in
            OSMMember(
                id: numbering.own(member.ref), role: String(cString: member.role),
                kind: OSMKinds(rawValue: member.kind))
        }
    }

    private var tagBuffer: UnsafeBufferPointer<waypost_osm_tag> {
        UnsafeBufferPointer(start: object.tags, count: object.tag_count)
    }
}

struct OSMMember {
    var id: Int64
    var role: String
    var kind: OSMKinds
}
