// Which features of the map's background an object's tags make.

import RoadNetwork

/// The rules from tags to kinds of features.
///
/// Method: shortbread-tiles.org, *Vector Tile Schema 1.0*. In addition, `water=*` makes water
/// without `natural=water`, too.
enum MapTags {
    struct WaterLine: Hashable {
        var kind: UInt8
        var flags: MapFlags
    }

    /// Ways and relations without any of these keys are left out.
    static let keys: Set<String> = [
        "building", "natural", "water", "waterway", "landuse", "leisure", "wetland", "amenity",
        "boundary",
    ]

    /// Which values of `natural` are words in ``MapLayer/land``, with those words.
    private static let natural: [String: String] = [
        "wood": "forest", "sand": "sand", "beach": "beach", "heath": "heath", "scrub": "scrub",
        "grassland": "grassland", "bare_rock": "bare_rock", "scree": "scree", "shingle": "shingle",
    ]

    private static let wetland: Set<String> = ["swamp", "bog", "string_bog", "wet_meadow", "marsh"]

    private static let leisure: Set<String> = [
        "golf_course", "park", "garden", "playground", "miniature_golf",
    ]

    private static let landuse: Set<String> = [
        "forest", "grass", "meadow", "orchard", "vineyard", "allotments", "cemetery",
        "village_green", "recreation_ground", "greenhouse_horticulture", "plant_nursery",
        "residential", "industrial", "commercial", "garages", "retail", "railway", "landfill",
        "quarry", "brownfield", "greenfield", "farmyard", "farmland",
    ]

    private static let bridges: Set<String> = [
        "yes", "viaduct", "boardwalk", "cantilever", "covered", "low_water_crossing", "movable",
        "trestle",
    ]

    /// Returns the kinds of area that tags make: at most one in each layer.
    static func areas(_ tags: TagSet) -> [UInt8] {
        guard tags["area"] != "no" else { return [] }
        var kinds: [UInt8] = []
        if let building = tags["building"], building != "no" {
            kinds.append(number(.buildings, "building"))
        }
        if let water = water(tags) { kinds.append(number(.waterPolygons, water)) }
        if let land = land(tags) { kinds.append(number(.land, land)) }
        return kinds
    }

    private static func water(_ tags: TagSet) -> String? {
        let isRiver = tags["water"] == "river"
        if tags["natural"] == "glacier" { return "glacier" }
        if tags["waterway"] == "riverbank" { return "river" }
        if tags["natural"] == "water" { return isRiver ? "river" : "water" }
        if tags["landuse"] == "reservoir" { return "reservoir" }
        if tags["landuse"] == "basin" { return "basin" }
        if tags["waterway"] == "dock" { return "dock" }
        if tags["waterway"] == "canal", tags["area"] == "yes" { return "canal" }
        guard let water = tags["water"], water != "no" else { return nil }
        return isRiver ? "river" : "water"
    }

    private static func land(_ tags: TagSet) -> String? {
        if let word = tags["landuse"], landuse.contains(word) { return word }
        if let word = tags["natural"].flatMap({ natural[$0] }) { return word }
        if let word = tags["wetland"], wetland.contains(word) { return word }
        if let word = tags["leisure"], leisure.contains(word) { return word }
        return tags["amenity"] == "grave_yard" ? "grave_yard" : nil
    }

    /// Returns the line of water that tags make.
    static func waterLine(_ tags: TagSet) -> WaterLine? {
        guard let word = tags["waterway"], tags["area"] != "yes",
            ["river", "canal", "stream", "ditch"].contains(word)
        else { return nil }
        var flags: MapFlags = []
        if ["yes", "building_passage", "culvert"].contains(tags["tunnel"])
            || tags["covered"] == "yes"
        {
            flags.insert(.tunnel)
        }
        if let bridge = tags["bridge"], bridges.contains(bridge) { flags.insert(.bridge) }
        return WaterLine(kind: number(.waterLines, word), flags: flags)
    }

    /// Returns which boundary tags make: a country's or a state's.
    static func boundary(_ tags: TagSet) -> UInt8? {
        guard tags["boundary"] == "administrative", let level = tags["admin_level"],
            ["2", "4"].contains(level)
        else { return nil }
        return number(.boundaries, level)
    }

    /// Returns the marks on a boundary's line.
    static func boundaryFlags(_ tags: TagSet) -> MapFlags {
        var flags: MapFlags = []
        if tags["maritime"] == "yes" || tags["natural"] == "coastline" { flags.insert(.maritime) }
        if tags["disputed"] == "yes" { flags.insert(.disputed) }
        return flags
    }

    /// Returns the place that a node's tags name; `nil` without a name.
    static func place(_ tags: TagSet, at point: MapPoint) -> MapPlace? {
        guard var word = tags["place"], let name = tags["name"], !name.isEmpty else { return nil }
        let stated = tags["population"].flatMap { UInt32($0) }
        let population = stated ?? usualPopulation[word] ?? 0
        if ["city", "town", "village", "hamlet"].contains(word) {
            if tags["capital"] == "yes" { word = "capital" }
            if tags["capital"] == "4" { word = "state_capital" }
        }
        guard let kind = MapKind.number(.placeLabels, word) else { return nil }
        return MapPlace(
            kind: kind, point: point, population: population, name: name,
            nameEnglish: tags["name:en"] ?? "", nameGerman: tags["name:de"] ?? "")
    }

    private static let usualPopulation: [String: UInt32] = [
        "city": 100_000, "town": 5_000, "village": 100, "hamlet": 50, "suburb": 1_000,
        "quarter": 500, "neighbourhood": 100, "isolated_dwelling": 5, "farm": 5,
    ]

    private static func number(_ layer: MapLayer, _ word: String) -> UInt8 {
        guard let number = MapKind.number(layer, word) else {
            preconditionFailure("the map has no kind \(word) of \(layer.rawValue)")
        }
        return number
    }
}
