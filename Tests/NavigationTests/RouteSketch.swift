// Routes drawn as text.

import Geo
import Navigation

/// Turns a drawing into places: a character is 10 m wide and a line is 10 m high.
struct RouteSketch {
    /// The drawing's upper left corner.
    static let corner = Coordinate(x: 7.4, y: 43.7)
    /// Meters between neighboring characters.
    static let spacing = 10.0

    private var places: [Character: Coordinate] = [:]

    /// Reads a drawing: letters are places, everything else is for the eye.
    init(_ drawing: String) {
        for (row, text) in drawing.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for (column, letter) in text.enumerated() where letter.isLetter {
                places[letter] = Self.place(
                    east: Double(column) * Self.spacing, north: -Double(row) * Self.spacing)
            }
        }
    }

    /// Returns the place a number of meters from the corner.
    static func place(east: Double, north: Double) -> Coordinate {
        let scale = Geodesic.metersPerDegree(atLatitude: corner.y)
        return Coordinate(x: corner.x + east / scale.x, y: corner.y + north / scale.y)
    }

    subscript(letter: Character) -> Coordinate {
        guard let place = places[letter] else { preconditionFailure("\(letter) is not drawn") }
        return place
    }

    /// Returns the route through letters, at a speed.
    func route(_ letters: String, metersPerSecond: Double = 10) -> FollowedRoute {
        FollowedRoute(line: letters.map { self[$0] }, metersPerSecond: metersPerSecond)
    }

    /// Returns the index of the route through letters, at a speed.
    func index(_ letters: String, metersPerSecond: Double = 10) throws -> RouteIndex {
        try RouteIndex(route(letters, metersPerSecond: metersPerSecond))
    }
}
