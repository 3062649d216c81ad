// The nodes that roads use, read in the second pass.

import DataStructures
import Geo
import RoadNetwork

/// Places and rulings of the nodes that roads use, by ascending id.
struct NodeTable {
    private(set) var ids: [Int64]
    private(set) var longitudeE7: [Int32]
    private(set) var latitudeE7: [Int32]
    /// Rulings by row, for the few nodes with tags of interest.
    private(set) var rulings: [Int: NodeRuling] = [:]
    /// Points on streets by row; few nodes have any.
    private(set) var points: [Int: NodePoints] = [:]
    /// Rows of nodes the input holds without a place.
    private(set) var placeless: Set<Int> = []
    /// The stamp of the version that counts, by row; empty once reading has finished.
    private var stamps: [EditStamp]
    private var lastRow = 0

    /// Stands in the latitude column for a node no file holds.
    private static let missing = Int32.min

    /// Makes a table for some ids, in any order and with repetitions.
    init(ids unordered: [Int64]) {
        ids = unordered.sortedOnce()
        stamps = [EditStamp](repeating: .none, count: ids.count)
        longitudeE7 = [Int32](repeating: 0, count: ids.count)
        latitudeE7 = [Int32](repeating: Self.missing, count: ids.count)
    }

    /// Returns an id's row; `nil` if no road uses it.
    func row(of id: Int64) -> Int? {
        let row = ids.indices.partitioningIndex { ids[$0] >= id }
        return row < ids.count && ids[row] == id ? row : nil
    }

    /// Whether the input holds the node.
    func isPresent(_ row: Int) -> Bool { latitudeE7[row] != Self.missing }

    func place(_ row: Int) -> FixedCoordinate {
        FixedCoordinate(longitudeE7: longitudeE7[row], latitudeE7: latitudeE7[row])
    }

    /// Adds a node if a road uses it. If an id comes several times, the newest version counts;
    /// among equal ones, the first. A deleted version removes the node.
    ///
    /// - Returns: What to say of the node's versions.
    @discardableResult
    mutating func add(
        _ node: OSMObject, fileRank: Int, rules: RoadRules, nodeKeys: Set<String>
    ) -> VersionNote? {
        guard let row = nextRow(of: node.id) else { return nil }
        let stamp = node.stamp(fileRank: fileRank)
        let isSame = stamp.isSameEdit(as: stamps[row])
        guard stamp > stamps[row] else { return isSame ? nil : .older }
        if node.isDeleted {
            latitudeE7[row] = Self.missing
        } else if let location = node.location {
            longitudeE7[row] = location.longitudeE7
            latitudeE7[row] = location.latitudeE7
        } else {
            placeless.insert(row)
            return nil
        }
        var note: VersionNote? = node.isDeleted ? .deleted : nil
        if stamps[row] != .none {
            rulings[row] = nil
            points[row] = nil
            if !isSame { note = note ?? .newer }
        }
        stamps[row] = stamp
        guard !node.isDeleted, node.isTagged, node.hasTag(amongKeys: nodeKeys) else { return note }
        let tags = rules.readable(node.tags)
        let ruling = rules.ruling(ofNode: tags)
        if !ruling.isPlain { rulings[row] = ruling }
        let points = rules.definition.streetPoints.points(ofNode: tags)
        if !points.isEmpty { self.points[row] = points }
        return note
    }

    /// Sets the place of a node no file holds, as stated by a road.
    mutating func place(_ row: Int, longitudeE7 x: Int32, latitudeE7 y: Int32) {
        guard !isPresent(row), stamps[row] == .none else { return }
        longitudeE7[row] = x
        latitudeE7[row] = y
    }

    /// Adds a node of no file after all others and returns its id here.
    mutating func addVirtual(longitudeE7 x: Int32, latitudeE7 y: Int32) -> Int64 {
        let id = max(Self.firstVirtual, (ids.last ?? 0) + 1)
        ids.append(id)
        longitudeE7.append(x)
        latitudeE7.append(y)
        return id
    }

    /// Returns the node's id in its file; 0 if no file holds it.
    func sourceID(_ row: Int) -> Int64 {
        ids[row] >= Self.firstVirtual ? 0 : ids[row]
    }

    private static let firstVirtual = Int64.max - 1 << 32

    /// Gives several nodes the facts of all of them, because they are one junction.
    mutating func join(_ rows: [Int]) {
        let found = rows.compactMap { rulings[$0] }
        if var ruling = found.first {
            for other in found.dropFirst() {
                ruling.flags.formUnion(other.flags)
                ruling.barred |= other.barred
                ruling.gated |= other.gated
                ruling.touching |= other.touching
                ruling.timedBars += other.timedBars.filter { !ruling.timedBars.contains($0) }
                ruling.timedGates += other.timedGates.filter { !ruling.timedGates.contains($0) }
                if ruling.limits.isEmpty { ruling.limits = other.limits }
                if ruling.exit.isEmpty { ruling.exit = other.exit }
            }
            // Findings stay with their own node.
            for row in rows {
                let own = rulings[row]?.oddTags ?? []
                rulings[row] = ruling
                rulings[row]?.oddTags = own
            }
        }
        let all = rows.compactMap { points[$0] }
        guard let first = all.first else { return }
        let merged = all.dropFirst().reduce(first) { $0.union($1) }
        for row in rows { points[row] = merged }
    }

    /// Frees what only reading needs.
    mutating func finishReading() {
        stamps = []
        placeless = placeless.filter { !isPresent($0) }
    }

    /// Like ``row(of:)``, but O(1) while ids come in ascending order, as they mostly do.
    private mutating func nextRow(of id: Int64) -> Int? {
        if lastRow < ids.count, ids[lastRow] < id {
            var steps = 0
            while lastRow < ids.count, ids[lastRow] < id, steps < 32 {
                lastRow += 1
                steps += 1
            }
            if lastRow < ids.count, ids[lastRow] >= id {
                return ids[lastRow] == id ? lastRow : nil
            }
        } else if lastRow < ids.count, ids[lastRow] == id {
            return lastRow
        }
        guard let row = row(of: id) else { return nil }
        lastRow = row
        return row
    }
}

extension [Int64] {
    /// Returns the ids in ascending order, each once. Takes no memory besides one copy.
    func sortedOnce() -> [Int64] {
        var sorted = self
        sorted.sort()
        var count = 0
        // By index: a loop over the ids would keep them, so that the first write copies them all.
        for index in sorted.indices where count == 0 || sorted[count - 1] != sorted[index] {
            sorted[count] = sorted[index]
            count += 1
        }
        sorted.removeSubrange(count...)
        return sorted
    }
}
