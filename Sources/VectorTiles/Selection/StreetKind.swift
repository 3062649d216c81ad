// Road classes in the words and zooms of the Shortbread schema.

import RoadNetwork

/// How the Shortbread schema names a road class, and from which zoom on it draws it.
///
/// Method: shortbread-tiles.org, *Vector Tile Schema 1.0*. Two things differ: roads of class
/// `other` have that word as their kind, and links are left out below ``leastLinkZoom``, where they
/// are shorter than a pixel.
struct StreetKind: Hashable, Sendable {
    /// The least zoom with links.
    static let leastLinkZoom = 9
    /// The least zoom at which links, tunnels and bridges are told apart.
    static let leastFlagZoom = 11
    /// The least zoom with any street.
    static let leastZoom = 5

    let roadClass: RoadClass

    init(_ roadClass: RoadClass) { self.roadClass = roadClass }

    /// The value of `kind`.
    var word: String {
        switch roadClass {
        case .motorway: "motorway"
        case .trunk: "trunk"
        case .primary: "primary"
        case .secondary: "secondary"
        case .tertiary: "tertiary"
        case .unclassified: "unclassified"
        case .residential: "residential"
        case .livingStreet: "living_street"
        case .service: "service"
        case .track: "track"
        case .pedestrian: "pedestrian"
        case .cycleway: "cycleway"
        case .footway: "footway"
        case .path: "path"
        case .steps: "steps"
        case .ferry: "ferry"
        case .other: "other"
        }
    }

    /// The least zoom with such streets.
    var leastZoom: Int {
        switch roadClass {
        case .motorway: Self.leastZoom
        case .trunk: 6
        case .primary: 8
        case .secondary: 9
        case .tertiary, .ferry: 10
        case .unclassified, .residential: 12
        case .livingStreet, .service, .track, .pedestrian, .cycleway, .footway, .path, .steps,
            .other:
            13
        }
    }

    /// The least zoom with their names.
    ///
    /// - Parameter isLink: Whether the street is a link.
    func leastLabelZoom(isLink: Bool) -> Int {
        switch roadClass {
        case .motorway: isLink ? 13 : 10
        case .trunk, .primary: isLink ? 13 : 12
        case .secondary: 13
        case .tertiary: isLink ? 14 : 13
        default: 14
        }
    }

    /// The classes with streets at a zoom, as bits of their raw values.
    static func classes(at zoom: Int) -> UInt32 {
        RoadClass.allCases.reduce(0) { mask, roadClass in
            StreetKind(roadClass).leastZoom <= zoom ? mask | 1 << UInt32(roadClass.rawValue) : mask
        }
    }
}
