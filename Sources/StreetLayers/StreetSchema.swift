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
    /// Canada's road segments (Statistics Canada, *National Road Network*, feature catalogue).
    case nationalRoadNetwork
    /// France's road sections: troncon_de_route (IGN, *BD TOPO 3, Descriptif de contenu*).
    case bdTopo

    /// The columns with what a street is, in small letters; a later one counts more.
    /// If a layer has all of them, it is of this kind.
    var classColumns: [String] {
        switch self {
        case .openStreetMap: ["highway"]
        case .geofabrik: ["fclass"]
        case .tiger: ["mtfcc"]
        case .nationalRoadNetwork: ["roadclass"]
        case .bdTopo: ["importance", "nature", "acces_vehicule_leger", "etat_de_l_objet"]
        }
    }

    /// Columns' names for a tag in these layers only, in small letters.
    var columns: [String: [String]] {
        switch self {
        case .openStreetMap, .geofabrik, .tiger: [:]
        // Speeds are in km/h.
        case .nationalRoadNetwork:
            [
                "name": ["l_stname_c"], "oneway": ["trafficdir"], "maxspeed": ["speed"],
                "lanes": ["nbrlanes"], "ref": ["rtnumber1"],
            ]
        case .bdTopo:
            [
                "name": ["nom_voie_ban_gauche", "nom_1_gauche"], "oneway": ["sens_de_circulation"],
                "lanes": ["nombre_de_voies"], "ref": ["cpx_numero"],
            ]
        }
    }

    /// Words for no value, in small letters.
    var missingWords: Set<String> {
        self == .nationalRoadNetwork ? ["unknown", "none"] : []
    }

    /// The tags whose names columns have.
    static let tags = [
        "highway", "name", "ref", "oneway", "maxspeed", "lanes", "access", "vehicle",
        "motor_vehicle", "motorcar", "hgv", "bus", "bicycle", "foot", "junction", "bridge",
        "tunnel", "layer", "surface", "tracktype", "service", "toll", "route", "duration",
        "maxheight", "maxweight", "maxwidth", "maxlength", "maxaxleload", "hazmat", "destination",
        "int_ref", "cycleway", "sidewalk", "footway", "crossing", "incline", "smoothness",
    ].sorted()

    /// Other layers' names for a tag, in small letters.
    static let aliases = [
        "name": [
            "name", "fullname", "full_name", "streetname", "street_name", "st_name", "roadname",
            "road_name", "str_name", "stname", "strassenname",
        ],
        "oneway": ["oneway", "one_way", "dir_travel", "oneway_dir"],
        "ref": ["ref", "road_no", "route_no", "roadnumber", "road_number"],
    ]

    /// Names of columns with the makers' ids, in small letters: in OpenStreetMap, at the Census
    /// Bureau and at HERE, then in databases.
    static let ids = [
        "osm_id", "osmid", "tlid", "linearid", "link_id", "objectid", "gid", "fid", "id",
    ]

    /// Columns' names for the levels at a line's ends.
    static let levels = [
        ("f_zlev", "t_zlev"), ("f_elev", "t_elev"), ("from_zlev", "to_zlev"),
        ("fromzlev", "tozlev"),
    ]

    /// Returns the tags for a value in a column of ``classColumns``; none if it is no street's.
    func tags(of text: String, in column: String) -> [StreetTag] {
        switch self {
        case .openStreetMap: return [StreetTag(key: "highway", value: text)]
        case .geofabrik: return geofabrikTags(text.lowercased())
        case .tiger:
            return Self.tags(Self.tigerTags[text.uppercased()])
        case .nationalRoadNetwork: return Self.tags(Self.canadianTags[text.lowercased()])
        case .bdTopo: return Self.tags(Self.frenchTags[column]?[text.lowercased()])
        }
    }

    private static func tags(_ pairs: [(String, String)]?) -> [StreetTag] {
        (pairs ?? []).map { StreetTag(key: $0.0, value: $0.1) }
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

    /// Canada's classes as tags, without railways and winter roads.
    private static let canadianTags: [String: [(String, String)]] = [
        "freeway": [("highway", "motorway")], "expressway / highway": [("highway", "trunk")],
        "arterial": [("highway", "primary")], "collector": [("highway", "secondary")],
        "local / street": [("highway", "residential")],
        "local / strata": [("highway", "service"), ("access", "private")],
        "local / unknown": [("highway", "unclassified")],
        "alleyway / lane": [("highway", "service"), ("service", "alley")],
        "ramp": [("highway", "motorway_link")],
        "resource / recreation": [("highway", "unclassified"), ("surface", "unpaved")],
        "service lane": [("highway", "service")],
    ]

    /// France's values as tags, by column. Ferries are no streets, nor are roads not yet built.
    private static let frenchTags: [String: [String: [(String, String)]]] = [
        "importance": [
            "1": [("highway", "trunk")], "2": [("highway", "primary")],
            "3": [("highway", "secondary")], "4": [("highway", "tertiary")],
            "5": [("highway", "residential")], "6": [("highway", "service")],
        ],
        "nature": [
            "type autoroutier": [("highway", "motorway")],
            "bretelle": [("highway", "trunk_link")],
            "route empierrée": [("highway", "unclassified"), ("surface", "unpaved")],
            "chemin": [("highway", "track")], "sentier": [("highway", "path")],
            "escalier": [("highway", "steps")], "piste cyclable": [("highway", "cycleway")],
            "bac ou liaison maritime": [("highway", "")],
        ],
        "acces_vehicule_leger": [
            "restreint aux ayants droit": [("access", "private")],
            "physiquement impossible": [("motor_vehicle", "no")],
            "a péage": [("toll", "yes")], "à péage": [("toll", "yes")],
        ],
        "etat_de_l_objet": [
            "en projet": [("highway", "")], "en construction": [("highway", "")],
        ],
    ]
}
