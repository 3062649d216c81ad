// Search by name over a layer's network.

package import Geo
package import Geocoding
package import RouteAPI
import SpatialOperations

extension NetworkLayer {
    /// Finds the network's places, addresses and streets by name, for all layers over it.
    package var geocoder: Geocoder { layer.geocoder }

    /// Transforms longitudes and latitudes to another system.
    ///
    /// - Parameter parameter: The parameter that names the system.
    /// - Throws: If the system is unknown, or does not contain one of the places.
    package func transformed(
        _ places: [Coordinate], to system: SpatialReference, parameter: String
    ) throws(RouteRequestError) -> [Coordinate] {
        if system.isSame(as: .wgs84) { return places }
        var transformed: [Coordinate] = []
        transformed.reserveCapacity(places.count)
        do throws(SpatialReferenceError) {
            let transformer = try CoordinateTransformer(from: .wgs84, to: system)
            for place in places { transformed.append(try transformer.transform(place)) }
        } catch {
            throw RouteRequestError(
                .unknownSpatialReference, extendedCode: .invalidInput, parameter: parameter,
                "\(error)")
        }
        return transformed
    }
}
