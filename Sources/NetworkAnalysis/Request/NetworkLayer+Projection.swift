// Coordinates of requests that are not rows of an input.

package import Geo
package import RouteAPI

extension NetworkLayer {
    /// A coordinate of a request in longitude and latitude.
    ///
    /// - Parameter parameter: The parameter that carries it.
    /// - Throws: When its system is unknown, or the coordinate lies outside of that.
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
