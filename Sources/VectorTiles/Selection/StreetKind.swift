// Names road classes in the Shortbread schema's words, and sets the zooms to draw them at.

import RoadNetwork

/// A road class in the Shortbread schema, with its word and its first zoom.
///
/// Method: shortbread-tiles.org, *Vector Tile Schema 1.0*, with two differences. If a road's class
/// is `other`, its kind has the same word. Links are left out below ``leastLinkZoom``, where they
/// are shorter than a pixel.
struct StreetKind: Hashable, Sendable {
    static let leastLinkZoom = 9
    /// The least zoom at which to tell links, tunnels and bridges apart.
    static let leastFlagZoom = 11
    /// The least zoom with any street.
    static let leastZoom = 5

    let roadClass: RoadClass

    init(_ roadClass: RoadClass) { self.roadClass = roadClass }

    /// The value for `kind`.
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

    /// The least zoom at which to draw the class.
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

    /// Returns the least zoom at which to write names.
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

    /// Returns the classes to draw at a zoom, as bits by their raw values.
    static func classes(at zoom: Int) -> UInt32 {
        RoadClass.allCases.reduce(0) { mask, roadClass in
            StreetKind(roadClass).leastZoom <= zoom ? mask | 1 << UInt32(roadClass.rawValue) : mask
        }
    }
}
