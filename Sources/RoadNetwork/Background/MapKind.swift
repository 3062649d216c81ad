// The kinds of features on the map's background.

/// A kind of feature in one layer, with the least zoom at which the layer shows it.
///
/// Method: shortbread-tiles.org, *Vector Tile Schema 1.0*.
package struct MapKind: Hashable, Sendable {
    package let layer: MapLayer
    /// The value of `kind` in a tile; a boundary's `admin_level`.
    package let word: String
    package let leastZoom: Int

    /// All kinds. A kind's place in the list is its number in files: if you change the order, raise
    /// the format's version (``DatasetKind/map``).
    package static let all: [MapKind] = table.split(separator: "\n").flatMap { line in
        let words = line.split(separator: " ")
        guard let layer = MapLayer(rawValue: String(words[0])), let zoom = Int(words[1]) else {
            preconditionFailure("\(line) names no layer and zoom")
        }
        return words.dropFirst(2).map {
            MapKind(layer: layer, word: String($0), leastZoom: zoom)
        }
    }

    /// In each line: a layer, the least zoom, and kinds.
    private static let table = """
        water_polygons 4 glacier water river reservoir basin
        water_polygons 10 dock canal
        water_lines 9 canal river
        water_lines 14 stream ditch
        land 7 forest
        land 11 grass meadow orchard vineyard allotments village_green recreation_ground
        land 11 greenhouse_horticulture plant_nursery heath scrub grassland bare_rock scree shingle
        land 11 swamp bog string_bog wet_meadow marsh golf_course park garden playground
        land 11 miniature_golf quarry
        land 13 cemetery grave_yard
        land 10 sand beach residential industrial commercial garages retail railway landfill
        land 10 brownfield greenfield farmyard farmland
        buildings 14 building
        boundaries 0 2
        boundaries 7 4
        place_labels 4 capital state_capital
        place_labels 6 city
        place_labels 7 town
        place_labels 10 village hamlet suburb quarter neighbourhood isolated_dwelling farm island
        place_labels 10 locality
        """

    private static let numbers: [String: UInt8] = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { number, kind in
            (key(kind.layer, kind.word), UInt8(number))
        })

    private static func key(_ layer: MapLayer, _ word: some StringProtocol) -> String {
        "\(layer.rawValue) \(word)"
    }

    /// Returns the number of a kind in files; `nil` if the layer has no such kind.
    package static func number(_ layer: MapLayer, _ word: some StringProtocol) -> UInt8? {
        numbers[key(layer, word)]
    }

    /// The kind with a number from a file; `nil` if there is none.
    package init?(number: UInt8) {
        guard Int(number) < Self.all.count else { return nil }
        self = Self.all[Int(number)]
    }

    private init(layer: MapLayer, word: String, leastZoom: Int) {
        self.layer = layer
        self.word = word
        self.leastZoom = leastZoom
    }
}
