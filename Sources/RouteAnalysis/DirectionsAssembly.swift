// Directions of an answer.

import Geo
import RouteAPI

struct DirectionsAssembly {
    let assembly: ResultAssembly
    let lines: RouteLines

    func directions() throws(RouteRequestError) -> [RouteDirections] { [] }
}
