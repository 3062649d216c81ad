// Places on a layer's own network for examples of requests, so that copied examples work.

package import Geo

/// The places of stops and barriers in examples.
package struct ExamplePlaces: Sendable {
    private let from: Coordinate
    private let to: Coordinate
    /// On a street, but not a stop.
    private let barrier: Coordinate

    /// Takes the first three places. Returns `nil` if there are fewer.
    package init?(_ places: [Coordinate]) {
        guard places.count >= 3 else { return nil }
        (from, barrier, to) = (places[0], places[1], places[2])
    }

    /// Half the size of example barriers in degrees, about 30 m.
    private static let reach = 0.000_3

    package var stops: String { [from, to].map { Self.pair($0) }.joined(separator: ";") }

    /// A straight leg between the stops.
    var legs: String {
        let points = [from, to].map { "[\(Self.pair($0))]" }
        return #"[{"supportingPoints":[\#(points.joined(separator: ","))]}]"#
    }

    /// A vehicle's position on the route.
    var position: String { Self.pair(barrier) }

    /// Two positions of a trace, a minute apart.
    var trace: String {
        let rows = zip([from, to], [0, 60_000]).map { place, time in
            #"{"geometry":{"x":\#(Self.number(place.x)),"y":\#(Self.number(place.y))},"#
                + #""attributes":{"Time":\#(1_700_000_000_000 + time),"Accuracy":8}}"#
        }
        return #"{"features":[\#(rows.joined(separator: ","))]}"#
    }

    var pointBarrier: String {
        Self.features(
            #"{"x":\#(Self.number(barrier.x)),"y":\#(Self.number(barrier.y))}"#)
    }

    var lineBarrier: String {
        Self.features(#"{"paths":[[\#(list([(-1, -1), (1, 1)]))]]}"#)
    }

    var polygonBarrier: String {
        Self.features(
            #"{"rings":[[\#(list([(-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]))]]}"#)
    }

    private func list(_ corners: [(x: Double, y: Double)]) -> String {
        corners.map { corner in
            let place = Coordinate(
                x: barrier.x + corner.x * Self.reach, y: barrier.y + corner.y * Self.reach)
            return "[\(Self.pair(place))]"
        }.joined(separator: ",")
    }

    private static func features(_ geometry: String) -> String {
        #"{"features":[{"geometry":\#(geometry)}]}"#
    }

    private static func pair(_ place: Coordinate) -> String {
        "\(number(place.x)),\(number(place.y))"
    }

    private static func number(_ degrees: Double) -> String {
        JSONValue.number((degrees * 1e5).rounded() / 1e5).text
    }
}
