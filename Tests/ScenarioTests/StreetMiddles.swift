// Stops in the middles of streets.

import Geo
import RouteTesting

/// Stops in the middles of streets, each written as the letters of its two ends.
struct StreetMiddles: DrawnStops {
    let streets: [String]

    func places(on sketch: NetworkSketch) -> [Coordinate] {
        streets.map { street in
            let ends = Array(street)
            return sketch.place(ends[0], ends[1], at: 0.5)
        }
    }
}

extension DrawnStops where Self == StreetMiddles {
    /// The middles of streets: `.middles("ab", "cd")` lies between a and b, and between c and d.
    static func middles(_ streets: String...) -> StreetMiddles { StreetMiddles(streets: streets) }
}
