// The ways, relations and places for the map's background, as they are read.

import RoadNetwork

/// Collects what makes the map's background.
///
/// Add relations first, since they name ways that have no tags of their own; then ways, then nodes.
/// If several files hold an object, the newest version counts.
struct MapCollection {
    /// A way to draw or to assemble.
    struct Way {
        var id: Int64
        /// Its nodes in ``nodeIDs``.
        var nodes: Range<Int>
        var areas: [UInt8] = []
        var water: MapTags.WaterLine?
        var boundary: UInt8?
        var boundaryFlags: MapFlags = []
    }

    /// An area or a boundary of several ways.
    struct Relation {
        var id: Int64
        var ways: [Int64]
        var areas: [UInt8] = []
        var boundary: UInt8?
        var isDisputed = false
    }

    private(set) var ways: [Int64: Way] = [:]
    private(set) var relations: [Int64: Relation] = [:]
    private(set) var places: [Int64: MapPlace] = [:]
    /// The nodes of all ways, one after the other.
    private(set) var nodeIDs: [Int64] = []
    /// Places of nodes that files state with ways.
    private(set) var statedPlaces: [Int64: FixedCoordinate] = [:]
    /// The number of ways along the open sea, which is not drawn.
    private(set) var coastlines = 0

    /// Whether several versions of an object may come.
    let remembersAll: Bool
    private var wayStamps: [Int64: EditStamp] = [:]
    private var relationStamps: [Int64: EditStamp] = [:]
    private var placeStamps: [Int64: EditStamp] = [:]
    /// Nodes that name a place in some version; empty if each object has only one.
    private var formerPlaces: Set<Int64> = []
    /// The ways that relations name.
    private var members: Set<Int64> = []

    init(remembersAll: Bool) { self.remembersAll = remembersAll }

    mutating func add(relation: OSMObject, fileRank: Int) {
        guard !remembersAll || Self.isNewest(relation, fileRank, &relationStamps) else { return }
        relations[relation.id] = nil
        guard !relation.isDeleted, relation.hasTag(amongKeys: MapTags.keys) else { return }
        let tags = relation.tags
        guard let type = tags["type"], ["multipolygon", "boundary"].contains(type) else { return }
        let areas = type == "multipolygon" ? MapTags.areas(tags) : []
        let boundary = MapTags.boundary(tags)
        guard !areas.isEmpty || boundary != nil else { return }
        var ways: [Int64] = []
        var known: Set<Int64> = []
        // A way that is named twice would cancel itself.
        for member in relation.members where member.kind == .ways {
            if known.insert(member.id).inserted { ways.append(member.id) }
        }
        relations[relation.id] = Relation(
            id: relation.id, ways: ways, areas: areas, boundary: boundary,
            isDisputed: tags["disputed"] == "yes")
    }

    /// Ends the reading of relations.
    mutating func finishRelations() {
        for relation in relations.values { members.formUnion(relation.ways) }
    }

    mutating func add(way: OSMObject, fileRank: Int) {
        guard !remembersAll || Self.isNewest(way, fileRank, &wayStamps) else { return }
        ways[way.id] = nil
        guard !way.isDeleted else { return }
        var found = Way(id: way.id, nodes: 0..<0)
        if way.hasTag(amongKeys: MapTags.keys) {
            let tags = way.tags
            if tags["natural"] == "coastline" { coastlines += 1 }
            found.areas = MapTags.areas(tags)
            found.water = MapTags.waterLine(tags)
            found.boundary = MapTags.boundary(tags)
            found.boundaryFlags = MapTags.boundaryFlags(tags)
        }
        guard
            !found.areas.isEmpty || found.water != nil || found.boundary != nil
                || members.contains(way.id)
        else { return }
        let nodes = way.wayNodes
        found.nodes = nodeIDs.count..<(nodeIDs.count + nodes.count)
        nodeIDs += nodes
        ways[way.id] = found
        for (node, place) in zip(nodes, way.wayPlaces) {
            guard let place else { continue }
            statedPlaces[node] = FixedCoordinate(
                longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
        }
    }

    /// Notes a node that names a place in some version, before nodes are added.
    mutating func note(node: OSMObject) {
        if Self.isPlace(node) { formerPlaces.insert(node.id) }
    }

    /// Adds a node if it names a place.
    mutating func add(node: OSMObject, fileRank: Int) {
        if remembersAll {
            guard formerPlaces.contains(node.id), Self.isNewest(node, fileRank, &placeStamps)
            else { return }
            places[node.id] = nil
        }
        guard Self.isPlace(node), !node.isDeleted, let location = node.location else { return }
        let position = FixedCoordinate(
            longitudeE7: location.longitudeE7, latitudeE7: location.latitudeE7)
        places[node.id] = MapTags.place(node.tags, at: MapUnits.point(position))
    }

    private static func isPlace(_ node: OSMObject) -> Bool {
        node.isTagged && node.hasTag(amongKeys: ["place"])
    }

    /// Returns whether no newer version came before.
    private static func isNewest(
        _ object: OSMObject, _ fileRank: Int, _ stamps: inout [Int64: EditStamp]
    ) -> Bool {
        let stamp = object.stamp(fileRank: fileRank)
        guard stamp > stamps[object.id] ?? .none else { return false }
        stamps[object.id] = stamp
        return true
    }
}
