// Finds the columns with shapes by what programs and people call them.

/// The columns of a table that may hold its shapes, by their names.
struct ShapeColumnNames {
    private let header: [String]
    private let names: [String]

    init(_ header: [String]) {
        self.header = header
        names = header.map { $0.trimmingBlanks.lowercased() }
    }

    /// Names of columns for x and for y.
    private typealias NamePair = ([String], [String])

    private static let pairs: [NamePair] = [
        (["longitude"], ["latitude"]), (["lon", "lng", "long"], ["lat"]),
        (["longitude", "lon", "lng", "long"], ["latitude", "lat"]),
        (["längengrad", "länge"], ["breitengrad", "breite"]), (["longitud"], ["latitud"]),
        (["longitudine"], ["latitudine"]), (["lengtegraad"], ["breedtegraad"]),
        (["долгота"], ["широта"]), (["długość"], ["szerokość"]), (["boylam"], ["enlem"]),
        (["zeměpisná délka", "délka"], ["zeměpisná šířka", "šířka"]),
        (["经度", "經度", "経度"], ["纬度", "緯度"]),
        (["x"], ["y"]), (["x", "point_x"], ["y", "point_y"]),
    ]

    /// Names in timetables, Overpass, Darwin Core, the census of the United States, and surveys.
    private static let pairsOfPrograms: [NamePair] = [
        (["stop_lon"], ["stop_lat"]), (["@lon"], ["@lat"]),
        (["decimallongitude"], ["decimallatitude"]), (["intptlon"], ["intptlat"]),
        (["easting"], ["northing"]),
    ]

    /// Names of columns with shapes in OGR, in the clipboard of QGIS, and in open data.
    private static let textsOfPrograms = [
        "wkt_geom", "geom_wkt", "geometry_wkt", "wkb_geometry", "geo_shape", "geo shape",
        "geojson", "shape",
    ]

    /// The usual names for x and y.
    var pair: (x: Int, y: Int)? { pair(among: Self.pairs) }
    /// Names for x and y that belong to a program.
    var pairOfPrograms: (x: Int, y: Int)? { pair(among: Self.pairsOfPrograms) }
    /// The usual names for a shape.
    var text: Int? { column(["wkt", "geometry", "the_geom", "geom"]) }
    /// Names for a shape that belong to a program.
    var textOfPrograms: Int? { column(Self.textsOfPrograms) }

    /// Whether a column has addresses, by its name.
    var hasAddresses: Bool { column(Self.addresses) != nil }

    private static let addresses = [
        "address", "adresse", "anschrift", "dirección", "direccion", "endereço", "endereco",
        "morada", "indirizzo", "adres", "adresa", "adress", "адрес", "street", "straße", "strasse",
        "rue", "calle", "rua", "住所", "地址",
    ]

    private func column(_ candidates: [String]) -> Int? {
        candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }

    private func pair(among candidates: [NamePair]) -> (x: Int, y: Int)? {
        for (xs, ys) in candidates {
            if let x = column(xs), let y = column(ys) { return (x, y) }
        }
        return nil
    }

    /// A column with two ordinates, by a name that says which comes first. Open data has the point
    /// of a shape as `Geo Point`.
    var joined: (column: Int, isNorthFirst: Bool)? {
        for (column, name) in names.enumerated() {
            switch name.filter({ $0.isLetter || $0.isNumber }) {
            case "geopoint2d", "geopoint", "latlng", "latlon", "latlong", "latitudelongitude":
                return (column, true)
            case "lonlat", "lnglat", "longlat", "longitudelatitude": return (column, false)
            default: continue
            }
        }
        return nil
    }
}

// MARK: - Similar names

extension ShapeColumnNames {
    private static let xWords: Set<String> = ["longitude", "lon", "lng", "long"]
    private static let yWords: Set<String> = ["latitude", "lat"]
    private static let axisWords = xWords.union(yWords).union(["x", "y"])
    private static let mostWords = 12
    /// What may stand beside `x` and `y`, which alone say little.
    private static let wordsBesideX: Set<String> = [
        "coord", "coords", "coordinate", "coordinates", "wgs84", "wgs", "84", "utm", "etrs89",
        "lv95", "epsg", "4326", "gps", "geo", "location", "position", "koordinate", "coordonnee",
    ]

    /// The only two columns whose names differ in the word for an axis: `gps_lng` and `gps_lat`,
    /// `Longitude (deg)` and `Latitude (deg)`, `startLon` and `startLat`, `X_coord` and `Y_coord`;
    /// `nil` if several pairs do.
    var similarPair: (x: Int, y: Int)? {
        var xs: [[String]: [Int]] = [:]
        var ys: [[String]: [Int]] = [:]
        for column in header.indices {
            let words = Self.words(of: header[column])
            // Each word is looked at beside all others.
            guard words.count <= Self.mostWords else { continue }
            for place in words.indices where Self.axisWords.contains(words[place]) {
                var rest = words
                let word = rest.remove(at: place)
                let isPlain = !rest.isEmpty && rest.allSatisfy(Self.wordsBesideX.contains)
                if Self.xWords.contains(word) || word == "x" && isPlain {
                    xs[rest, default: []].append(column)
                } else if Self.yWords.contains(word) || word == "y" && isPlain {
                    ys[rest, default: []].append(column)
                }
            }
        }
        let found = xs.filter { ys[$0.key] != nil }
        guard found.count == 1, let (rest, x) = found.first, x.count == 1, let y = ys[rest],
            y.count == 1, x[0] != y[0]
        else { return nil }
        return (x[0], y[0])
    }

    /// Splits a name at signs and where capitals begin: `startLat`, `xCoord`, `LON_WGS84`. The
    /// letter of an axis is also split from the word for coordinates: `xcoord`, `coordy`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        func end() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        for character in name {
            if !character.isLetter && !character.isNumber {
                end()
            } else {
                if character.isUppercase && wasLower { end() }
                word.append(character)
            }
            wasLower = character.isLowercase
        }
        end()
        return words.flatMap { word -> [String] in
            for axis in ["x", "y"] {
                if word.hasPrefix(axis), wordsBesideX.contains(String(word.dropFirst())) {
                    return [axis, String(word.dropFirst())]
                }
                if word.hasSuffix(axis), wordsBesideX.contains(String(word.dropLast())) {
                    return [axis, String(word.dropLast())]
                }
            }
            return [word]
        }
    }
}
