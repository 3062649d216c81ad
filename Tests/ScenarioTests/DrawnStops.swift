// Stops of requests on drawings.

import Geo
import RouteTesting

/// The stops of a request on a drawing: letters, as in `"abc"`, or coordinates.
protocol DrawnStops {
    /// The stops' coordinates.
    func places(on sketch: NetworkSketch) -> [Coordinate]
}

extension String: DrawnStops {
    func places(on sketch: NetworkSketch) -> [Coordinate] { sketch.places(self) }
}

extension [Coordinate]: DrawnStops {
    func places(on sketch: NetworkSketch) -> [Coordinate] { self }
}
