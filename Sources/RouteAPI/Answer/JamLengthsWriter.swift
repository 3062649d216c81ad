// Writes how much traffic a route has.

import Geo

extension JSONWriter {
    /// Writes the meters in each jam class, in the order of `jamClasses`: for the route, and for
    /// each of its legs.
    mutating func jamMeters(of route: RouteConditions) {
        array("jamMeters") { $0.meters(route.jamLengths) }
        array("legJamMeters") { writer in
            for leg in route.legJams {
                writer.beginArray()
                writer.meters(leg)
                writer.endArray()
            }
        }
    }

    private mutating func meters(_ lengths: JamLengths) {
        for jam in JamClass.allCases { number(lengths[jam]) }
    }
}
