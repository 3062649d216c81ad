// The contents of a picture of the answer.

import Geo
import RoadNetwork
import RouteAPI

extension ResultAssembly {
    /// The picture: all vertices of the routes, all stops and barriers, and the streets around.
    ///
    /// - Throws: When a coordinate cannot be transformed to the output spatial reference.
    func picture(along lines: [RouteLine]) throws(RouteRequestError) -> AnswerPicture {
        var picture = AnswerPicture()
        picture.routeLines = lines.map(\.vertices)
        if request.returns.conditions {
            let drawing = RouteLines(network: network, request: request)
            picture.jams = ConditionsAssembly(assembly: self, drawing: drawing).jams(along: lines)
        }
        picture.stops = try StopRows(assembly: self).featureSet()
        if request.locations.count == 2 {
            picture.placeGroups = request.locations.map {
                AnswerPicture.PlaceGroup(name: $0.name, rows: $0.range)
            }
        }
        let rows = BarrierRows(assembly: self)
        for kind in BarrierClass.allCases where !barriers[kind].isEmpty {
            picture.barriers[kind] = try rows.featureSet(kind)
        }
        picture.streets = StreetLines(network: network).around(box).compactMap { street in
            do throws(RouteRequestError) {
                let line = try OutputProjector(request: request).line(street.line)
                return StreetLine(rank: street.rank, line: line)
            } catch {
                // A street that cannot be transformed is left out of the background.
                return nil
            }
        }
        return picture
    }

    /// The bounding box of the routes and of the places of stops, in degrees.
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
