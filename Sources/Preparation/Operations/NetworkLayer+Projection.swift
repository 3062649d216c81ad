// Request coordinates that are not input rows.

package import Geo
package import RouteAPI

extension NetworkLayer {
    /// Transforms a request's coordinate to longitude and latitude.
    ///
    /// - Parameter parameter: The parameter that carries it.
    /// - Throws: If its system is unknown, or does not contain the coordinate.
    package func projected(
        _ coordinate: Coordinate, from system: SpatialReference, parameter: String
    ) throws(RouteRequestError) -> Coordinate {
        let projector = InputProjector(defaultReference: system)
        switch try projector.project(coordinate, from: system) {
        case .success(let place): return place
        case .failure(let problem):
            throw .invalidParameter(parameter, "cannot be placed: \(problem.text)")
        }
    }
}
