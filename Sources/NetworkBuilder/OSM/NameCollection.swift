// Places and addresses of the input files, collected in the two passes of an import.

import RoadNetwork

/// Collects places and addresses while an import reads the files.
///
/// Ways come before the nodes they consist of, so the first pass keeps the ids of their corners and
/// the second finds the corners' positions. Of each object the version with the greatest
/// ``EditStamp`` counts, so the order of files does not matter. Relations have no point of their
/// own and are left out, but a street's relation names it for their houses (``StreetRelations``).
/// Lines of numbers between two houses become addresses (``NumberedLines``).
///
/// Memory: about 100 bytes per address, and for each building 24 bytes per corner, of which at most
/// ``mostCorners`` count.
final class NameCollection {
    /// An object with names. Texts are rows of ``texts``.
    struct Entry {
        var longitudeE7: Int32 = 0
        /// `Int32.min` until the position is known, and for objects without one.
        var latitudeE7 = Int32.min
        var place: PlaceKind?
        var name: UInt32 = 0
        var otherNames: [UInt32] = []
        var numbers: [UInt32] = []
        var street: UInt32 = 0
        var city: UInt32 = 0
        var postcode: UInt32 = 0
        /// Whether it has further names for a road.
        var isRoad = false
        /// Whether a newer version of the object takes this one's place.
        var isReplaced = false
    }

    /// A version of an object, as far as other versions may matter.
    private struct Known {
        var stamp: EditStamp
        /// The row of its entry; `nil` if it has no names.
        var row: Int?
    }

    /// A way whose corners the second pass finds.
    private struct Ring {
        var row: Int
        var corners: Range<Int>
    }

    /// Corners of a longer way are taken evenly along it, so a large area costs no more than this.
    static let mostCorners = 64
    /// More entries than this are left out. The whole of OpenStreetMap has 200 million addresses.
    static let mostEntries = 400_000_000

    private(set) var entries: [Entry] = []
    private(set) var texts = TextRows()
    /// How many objects have names but no position, or came after too many others.
    private(set) var unused = 0
    private var rings: [Ring] = []
    private var streets = StreetRelations()
    private var lines = NumberedLines()
    private var corners: [Int64] = []
    private var places = CornerPlaces(ids: [])
    private var knownWays: [Int64: Known] = [:]
    private var knownNodes: [Int64: Known] = [:]
    private var remembersAll = true

    init() {}

    /// Begins a reading.
    ///
    /// - Parameter remembersAll: Whether the input may hold several versions of an object.
    func begin(remembersAll: Bool) { self.remembersAll = remembersAll }

    /// Adds a way of the first pass, if it has something to find.
    func add(way: OSMObject, fileRank: Int) {
        let isPossible = NamedTags.isPossible(way) || NumberedLines.isPossible(way)
        guard isNewest(way, isPossible, fileRank: fileRank, known: &knownWays) else { return }
        lines.add(way, &texts)
        guard let row = entry(of: way, known: &knownWays) else { return }
        let first = corners.count
        let nodes = way.wayNodes
        // A square may be both a road and a place.
        let isOnlyRoad = entries[row].isRoad && entries[row].place == nil
        corners += Self.sample(nodes, atMost: isOnlyRoad ? 1 : Self.mostCorners)
        rings.append(Ring(row: row, corners: first..<corners.count))
    }

    /// Adds a relation of the first pass, if it names a street for houses.
    func add(relation: OSMObject, fileRank: Int) {
        streets.add(relation, fileRank: fileRank, remembersAll: remembersAll, &texts)
    }

    /// Begins the second pass.
    func beginNodes() {
        knownWays = [:]
        corners += lines.nodes
        places = CornerPlaces(ids: corners)
    }

    /// Adds a node of the second pass: as a corner, and if it has something to find.
    func add(node: OSMObject, fileRank: Int) {
        places.add(node, fileRank: remembersAll ? fileRank : nil)
        guard node.isTagged || remembersAll,
            isNewest(
                node, NamedTags.isPossible(node), fileRank: fileRank, known: &knownNodes),
            let row = entry(of: node, known: &knownNodes), let location = node.location
        else { return }
        entries[row].longitudeE7 = location.longitudeE7
        entries[row].latitudeE7 = location.latitudeE7
        lines.add(node: node.id, row: row)
    }

    /// Ends the reading: places ways and returns what was found as columns.
    func contents() -> PlaceContents {
        for ring in rings where !entries[ring.row].isReplaced {
            let line = corners[ring.corners].compactMap { places.place(of: $0) }
            guard let point = NamePoint.point(of: line) else { continue }
            entries[ring.row].longitudeE7 = point.longitudeE7
            entries[ring.row].latitudeE7 = point.latitudeE7
        }
        lines.giveStreets(to: &entries)
        streets.apply(to: &entries)
        let between = lines.entries(between: entries, places, &texts)
        entries += between
        (rings, corners, places, knownNodes) = ([], [], CornerPlaces(ids: []), [:])
        let found = entries.filter {
            !$0.isReplaced && $0.latitudeE7 != .min
                && ($0.place != nil || $0.isRoad || !$0.numbers.isEmpty && $0.street != 0)
        }
        unused += entries.count { !$0.isReplaced && $0.latitudeE7 == .min }
        entries = []
        return PlaceAssembly(found, texts).contents()
    }

    /// Whether no newer version is known. Sets an older one aside.
    ///
    /// - Parameter isPossible: Whether this version may have something to find.
    private func isNewest(
        _ object: OSMObject, _ isPossible: Bool, fileRank: Int, known: inout [Int64: Known]
    ) -> Bool {
        guard remembersAll else { return isPossible }
        // If an object lost its names, somebody has edited it.
        guard isPossible || object.isDeleted || object.isEdited || object.version > 1 else {
            return false
        }
        let stamp = object.stamp(fileRank: fileRank)
        let old = known[object.id]
        guard stamp > old?.stamp ?? .none else { return false }
        if let row = old?.row { entries[row].isReplaced = true }
        known[object.id] = Known(stamp: stamp)
        return true
    }

    /// Appends an entry for an object and returns its row; `nil` if it has nothing to find.
    private func entry(of object: OSMObject, known: inout [Int64: Known]) -> Int? {
        guard !object.isDeleted, NamedTags.isPossible(object) else { return nil }
        let tags = NamedTags(object.tags)
        guard !tags.isEmpty, let row = append(tags) else { return nil }
        if tags.street.isEmpty, !tags.numbers.isEmpty {
            let village = texts.row(of: tags.village)
            streets.addHouse(object.id, isWay: object.isWay, row: row, village: village)
        }
        if remembersAll { known[object.id]?.row = row }
        return row
    }

    private func append(_ tags: NamedTags) -> Int? {
        guard entries.count < Self.mostEntries else {
            unused += 1
            return nil
        }
        var entry = Entry()
        entry.place = tags.place
        entry.isRoad = !tags.streetNames.isEmpty
        entry.name = texts.row(of: tags.name)
        entry.otherNames = (entry.isRoad ? tags.streetNames : tags.otherNames).map {
            texts.row(of: $0)
        }
        entry.numbers = tags.numbers.map { texts.row(of: $0) }
        entry.street = texts.row(of: tags.street)
        entry.city = texts.row(of: tags.city)
        entry.postcode = texts.row(of: tags.postcode)
        entries.append(entry)
        return entries.count - 1
    }

    /// Returns a way's nodes, thinned evenly to at most `most`; the first and the last stay. If
    /// `most` is 1, returns the middle one.
    static func sample(_ nodes: [Int64], atMost most: Int = mostCorners) -> [Int64] {
        guard nodes.count > most else { return nodes }
        guard most > 1 else { return [nodes[nodes.count / 2]] }
        return (0..<most).map { nodes[$0 * (nodes.count - 1) / (most - 1)] }
    }
}
