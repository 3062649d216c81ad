// The map's background in memory, before it is written.

/// Marks on lines of the map's background.
package struct MapFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Water under something.
    package static let tunnel = MapFlags(rawValue: 1)
    /// Water over something.
    package static let bridge = MapFlags(rawValue: 2)
    /// A boundary at sea.
    package static let maritime = MapFlags(rawValue: 4)
    /// A boundary that not all sides agree on.
    package static let disputed = MapFlags(rawValue: 8)
}

/// A feature of the map's background to write.
package struct MapFeature: Sendable {
    /// The kind's number (``MapKind/number(_:_:)``).
    package var kind: UInt8
    package var flags: MapFlags
    package var parts: [MapPart]

    package init(kind: UInt8, flags: MapFlags = [], parts: [MapPart]) {
        self.kind = kind
        self.flags = flags
        self.parts = parts
    }
}

/// A named place of the map's background to write.
package struct MapPlace: Hashable, Sendable {
    /// The kind's number (``MapKind/number(_:_:)``).
    package var kind: UInt8
    package var point: MapPoint
    package var population: UInt32
    package var name: String
    /// The name in English and in German; empty if it has none.
    package var nameEnglish: String
    package var nameGerman: String

    package init(
        kind: UInt8, point: MapPoint, population: UInt32, name: String, nameEnglish: String = "",
        nameGerman: String = ""
    ) {
        self.kind = kind
        self.point = point
        self.population = population
        self.name = name
        self.nameEnglish = nameEnglish
        self.nameGerman = nameGerman
    }
}

/// The features of each band, and places.
package struct MapContents: Sendable {
    /// Features that have been added to a band, as bytes.
    struct Band: Sendable {
        var kinds: [UInt8] = []
        var flags: [UInt8] = []
        /// The area within a polygon in square map units; 0 for lines.
        var areas: [Float] = []
        var boxes: [SIMD4<Int32>] = []
        var first: [UInt64] = [0]
        var bytes: [UInt8] = []
    }

    private(set) var bands = [Band](repeating: Band(), count: MapBand.all.count)
    private(set) var places: [MapPlace] = []

    package init() {}

    /// Adds a feature's look in one band. A feature without points is left out.
    ///
    /// - Parameter feature: The feature's lines and rings, as fine as the band needs.
    package mutating func add(_ feature: MapFeature, to band: MapBand) {
        guard feature.parts.contains(where: { !$0.points.isEmpty }) else { return }
        let number = band.number
        let box = MapPart.box(of: feature.parts)
        var area: Int64 = 0
        if MapKind(number: feature.kind)?.layer.shape == .polygon {
            for part in feature.parts {
                let ring = abs(MapPart.doubledArea(part.points))
                area += part.isInner ? -ring : ring
            }
        }
        bands[number].kinds.append(feature.kind)
        bands[number].flags.append(feature.flags.rawValue)
        bands[number].areas.append(Float(max(0, area)) / 2)
        bands[number].boxes.append(box)
        MapPartCoding.append(
            feature.parts, from: [box.x, box.y], to: &bands[number].bytes)
        bands[number].first.append(UInt64(bands[number].bytes.count))
    }

    package mutating func add(_ place: MapPlace) { places.append(place) }

    /// The number of features in each layer at the deepest zoom.
    package var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for kind in (bands.last?.kinds ?? []) + places.map(\.kind) {
            guard let kind = MapKind(number: kind) else { continue }
            counts[kind.layer.rawValue, default: 0] += 1
        }
        return counts
    }
}
