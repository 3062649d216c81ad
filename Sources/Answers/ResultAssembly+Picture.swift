// What a picture of the answer shows.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

extension ResultAssembly {
    /// Makes the picture: all route vertices, stops and barriers, and the streets around them.
    ///
    /// - Throws: If a coordinate cannot be transformed to the output spatial reference.
    func picture(along lines: [RouteLine]) throws(RouteRequestError) -> AnswerPicture {
        var picture = AnswerPicture()
        picture.routeLines = lines.map(\.vertices)
        if request.returns.conditions {
            let drawing = RouteLines(network: network, request: request)
            picture.jams = ConditionsAssembly(assembly: self, drawing: drawing).jams(along: lines)
        }
        picture.stops = try StopRow.featureSet(of: self)
        if request.locations.count == 2 {
            picture.placeGroups = request.locations.map {
                AnswerPicture.PlaceGroup(name: $0.name, rows: $0.range)
            }
        }
        for kind in BarrierClass.allCases where !barriers[kind].isEmpty {
            picture.barriers[kind] = try BarrierRow.featureSet(kind, of: self)
        }
        picture.streets = StreetLines(network: network).around(box).compactMap { street in
            do throws(RouteRequestError) {
                let line = try OutputProjector(request: request).line(street.line)
                return StreetLine(rank: street.rank, line: line)
            } catch {
                // Leave a street out of the background if it cannot be transformed.
                return nil
            }
        }
        return picture
    }

    /// The bounding box of routes and located stops, in degrees.
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
