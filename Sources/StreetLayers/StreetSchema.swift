// Layers whose columns are known by their names.

/// The columns of widespread street layers, and what their values are in OpenStreetMap.
enum StreetSchema: CaseIterable {
    /// Columns are called as tags are: layers made from OpenStreetMap by GDAL, QGIS, OSMnx or
    /// osm2pgsql.
    case openStreetMap
    /// Geofabrik's shapefiles (*OpenStreetMap Data in Layered GIS Format*, 2023).
    case geofabrik
    /// The roads of the US Census Bureau: TIGER/Line (*MAF/TIGER Feature Class Code Definitions*).
    case tiger

    /// The column that has the class, in small letters.
    var classColumn: String {
        switch self {
        case .openStreetMap: "highway"
        case .geofabrik: "fclass"
        case .tiger: "mtfcc"
        }
    }

    /// The tags that columns of the same name become.
    static let tags = [
        "highway", "name", "ref", "oneway", "maxspeed", "lanes", "access", "vehicle",
        "motor_vehicle", "motorcar", "hgv", "bus", "bicycle", "foot", "junction", "bridge",
        "tunnel", "layer", "surface", "tracktype", "service", "toll", "route", "duration",
        "maxheight", "maxweight", "maxwidth", "maxlength", "maxaxleload", "hazmat", "destination",
        "int_ref", "cycleway", "sidewalk", "footway", "crossing", "incline", "smoothness",
    ].sorted()

    /// Names that columns of other layers have for a tag, in small letters.
    static let aliases = [
        "name": [
            "name", "fullname", "full_name", "streetname", "street_name", "st_name", "roadname",
            "road_name", "str_name", "stname", "strassenname",
        ],
        "oneway": ["oneway", "one_way", "dir_travel", "oneway_dir"],
        "ref": ["ref", "road_no", "route_no", "roadnumber", "road_number"],
    ]

    /// Names of columns with ids that the layer's makers give each street, in small letters: those
    /// of OpenStreetMap, the Census Bureau and HERE, then those of databases.
    static let ids = [
        "osm_id", "osmid", "tlid", "linearid", "link_id", "objectid", "gid", "fid", "id",
    ]

    /// Names that columns have for the levels of a line's ends.
    static let levels = [
        ("f_zlev", "t_zlev"), ("f_elev", "t_elev"), ("from_zlev", "to_zlev"),
        ("fromzlev", "tozlev"),
    ]

    /// Returns a class's tags; none if it is no street's.
    func tags(ofClass text: String) -> [StreetTag] {
        switch self {
        case .openStreetMap: return [StreetTag(key: "highway", value: text)]
        case .geofabrik: return geofabrikTags(text.lowercased())
        case .tiger:
            return (Self.tigerTags[text.uppercased()] ?? []).map {
                StreetTag(key: $0.0, value: $0.1)
            }
        }
    }

    private func geofabrikTags(_ text: String) -> [StreetTag] {
        if text == "unknown" { return [StreetTag(key: "highway", value: "road")] }
        guard text.hasPrefix("track_grade"), let grade = text.last, grade.isNumber else {
            return [StreetTag(key: "highway", value: text)]
        }
        return [
            StreetTag(key: "highway", value: "track"),
            StreetTag(key: "tracktype", value: "grade\(grade)"),
        ]
    }

    /// The Census Bureau's classes as tags.
    private static let tigerTags: [String: [(String, String)]] = [
        "S1100": [("highway", "motorway")], "S1200": [("highway", "secondary")],
        "S1400": [("highway", "residential")], "S1500": [("highway", "track")],
        "S1630": [("highway", "motorway_link")], "S1640": [("highway", "service")],
        "S1710": [("highway", "footway")], "S1720": [("highway", "steps")],
        "S1730": [("highway", "service"), ("service", "alley")],
        "S1740": [("highway", "service"), ("access", "private")],
        "S1780": [("highway", "service"), ("service", "parking_aisle")],
        "S1820": [("highway", "cycleway")], "S1830": [("highway", "bridleway")],
    ]
}
