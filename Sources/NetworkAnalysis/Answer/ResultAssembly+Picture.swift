// What a picture of the answer shows.

import Geo
import RoadNetwork
import RouteAPI

extension ResultAssembly {
    /// The picture: every vertex of the routes, all stops and barriers, and the streets round them.
    ///
    /// - Throws: When a coordinate has no place in the output system.
    func picture(along lines: [RouteLine]) throws(RouteRequestError) -> AnswerPicture {
        var picture = AnswerPicture()
        picture.routeLines = lines.map(\.vertices)
        picture.stops = try StopRows(assembly: self).featureSet()
        let rows = BarrierRows(assembly: self)
        for kind in BarrierClass.allCases where !barriers[kind].isEmpty {
            picture.barriers[kind] = try rows.featureSet(kind)
        }
        picture.streets = StreetLines(network: network).around(box).compactMap { street in
            do throws(RouteRequestError) {
                let line = try OutputProjector(request: request).line(street.line)
                return StreetLine(rank: street.rank, line: line)
            } catch {
                // Below a picture a street without a place in the output system is no loss.
                return nil
            }
        }
        return picture
    }

    /// The box round the routes and the stops on the network, in degrees.
    private var box: Envelope {
        var box = Envelope(stops.lazy.compactMap { $0.place?.coordinate })
        for leg in found.routes.lazy.flatMap(\.legs) {
            for element in leg.path.elements {
                box.add(network.coordinate(of: network.head(of: element.edge)))
            }
        }
        return box
    }
}
