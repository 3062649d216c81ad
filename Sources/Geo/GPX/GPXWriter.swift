// Writes waypoints, routes and tracks as GPX 1.1.

/// Writes GPX 1.1: waypoints, then routes, then tracks, in the schema's order.
///
/// All positions must be WGS 84 longitude and latitude.
public struct GPXWriter: Sendable {
    /// A position with a name and a remark.
    public struct Point: Sendable {
        /// The position in WGS 84.
        public var coordinate: Coordinate
        /// The name shown on a map.
        public var name: String?
        /// A remark, such as a direction's sentence.
        public var description: String?
        /// Other values. Their names must be valid XML names; ``GPXReader`` reads them as columns.
        public var extensions: [(name: String, value: String)]

        /// Makes a point.
        public init(
            _ coordinate: Coordinate, name: String? = nil, description: String? = nil,
            extensions: [(name: String, value: String)] = []
        ) {
            self.coordinate = coordinate
            self.name = name
            self.description = description
            self.extensions = extensions
        }
    }

    private var waypoints = ""
    private var routes = ""
    private var tracks = ""
    private var hasExtensions = false
    /// The namespace for values that GPX has no elements for.
    private static let extensionSpace = "urn:waypost:stop"

    /// Makes an empty file.
    public init() {}

    /// Adds a waypoint (`wpt`).
    public mutating func addWaypoint(_ point: Point) {
        waypoints += Self.element("wpt", point, indent: " ")
        if !point.extensions.isEmpty { hasExtensions = true }
    }

    /// Adds a route (`rte`): points to pass in order.
    public mutating func addRoute(name: String, points: [Point]) {
        routes += " <rte>\n  <name>\(Markup.escaped(name))</name>\n"
        for point in points { routes += Self.element("rtept", point, indent: "  ") }
        routes += " </rte>\n"
    }

    /// Adds a track (`trk`): lines that were or will be traveled.
    public mutating func addTrack(name: String, paths: [[Coordinate]]) {
        tracks += " <trk>\n  <name>\(Markup.escaped(name))</name>\n"
        for path in paths {
            tracks += "  <trkseg>\n"
            for coordinate in path {
                tracks += Self.element("trkpt", Point(coordinate), indent: "   ")
            }
            tracks += "  </trkseg>\n"
        }
        tracks += " </trk>\n"
    }

    /// Returns the whole file.
    ///
    /// - Parameter creator: The program's name, which the schema requires.
    public func text(creator: String) -> String {
        // The schema allows elements from other namespaces only in extensions.
        let space = hasExtensions ? " xmlns:stop=\"\(Self.extensionSpace)\"" : ""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<gpx version=\"1.1\" creator=\"\(Markup.escaped(creator))\" "
            + "xmlns=\"http://www.topografix.com/GPX/1/1\"\(space)>\n"
            + waypoints + routes + tracks + "</gpx>\n"
    }

    private static func element(_ name: String, _ point: Point, indent: String) -> String {
        // Seven decimals are a centimeter; the schema allows no exponents.
        let longitude = JSONWriter.text(ofCoordinate: point.coordinate.x, decimals: 7)
        let latitude = JSONWriter.text(ofCoordinate: point.coordinate.y, decimals: 7)
        let opening = "\(indent)<\(name) lat=\"\(latitude)\" lon=\"\(longitude)\""
        if point.name == nil, point.description == nil, point.extensions.isEmpty {
            return opening + "/>\n"
        }
        let label = point.name.map { "<name>\(Markup.escaped($0))</name>" } ?? ""
        let remark = point.description.map { "<desc>\(Markup.escaped($0))</desc>" } ?? ""
        let values = point.extensions.map {
            "<stop:\($0.name)>\(Markup.escaped($0.value))</stop:\($0.name)>"
        }
        let others = values.isEmpty ? "" : "<extensions>\(values.joined())</extensions>"
        return "\(opening)>\(label)\(remark)\(others)</\(name)>\n"
    }
}
