// Request coordinates that are not input rows.

package import Geo
package import RouteAPI
import SpatialOperations

extension NetworkLayer {
    /// Transforms a request's coordinate to longitude and latitude.
    ///
    /// - Parameter parameter: The parameter that carries it.
    /// - Throws: If its system is unknown, or does not contain the coordinate.
    package func projected(
        _ coordinate: Coordinate, from system: SpatialReference, parameter: String
    ) throws(RouteRequestError) -> Coordinate {
        let projector = InputProjector(defaultReference: system)
        let found: Result<Coordinate, InputProjector.Problem>
        do throws(SpatialReferenceError) {
            found = try projector.project(coordinate, from: system)
        } catch {
            throw .unknownSystem(error, of: parameter)
        }
        switch found {
        case .success(let place): return place
        case .failure(let problem):
            throw .invalidParameter(parameter, "cannot be placed: \(problem.text)")
        }
    }
}
