// Transforms answer shapes to the requested spatial reference.

package import Geo
package import Preparation
package import RouteAPI
import SpatialOperations

/// Transforms shapes to the output spatial reference.
package struct OutputProjector {
    package let request: Shared<ResolvedRequest>

    package init(request: Shared<ResolvedRequest>) {
        self.request = request
    }

    /// Transforms a line from longitude and latitude.
    ///
    /// - Throws: If a coordinate cannot be transformed.
    package func line(_ coordinates: [Coordinate]) throws(RouteRequestError) -> [Coordinate] {
        do throws(SpatialReferenceError) {
            return try request.toOutput.transform(coordinates)
        } catch {
            throw Self.unplaceable(error)
        }
    }

    /// Transforms a straight line from longitude and latitude. Across the 180th meridian it runs
    /// on, as routes do.
    ///
    /// - Throws: If a coordinate cannot be transformed.
    package func straightLine(
        _ coordinates: [Coordinate]
    ) throws(RouteRequestError) -> [Coordinate] {
        var places = try line(coordinates)
        guard let width = request.outputReference.worldWidth else { return places }
        for place in places.indices.dropFirst() {
            let turns = ((places[place - 1].x - places[place].x) / width).rounded()
            places[place].x += width * turns
        }
        return places
    }

    /// Transforms an input shape; returns it unchanged if it already has the output reference.
    ///
    /// - Throws: If a coordinate cannot be transformed.
    package func echo(
        _ geometry: Geometry, _ reference: SpatialReference
    ) throws(RouteRequestError) -> Geometry {
        if reference.isSame(as: request.outputReference) { return geometry }
        do throws(SpatialReferenceError) {
            return try CoordinateTransformer(from: reference, to: request.outputReference)
                .project(geometry)
        } catch {
            throw Self.unplaceable(error)
        }
    }

    /// Transforms an input point; returns `nil` if the row has no usable point.
    package func echo(
        _ original: (coordinate: Coordinate, reference: SpatialReference)?
    ) throws(RouteRequestError) -> Geometry? {
        guard let original, original.coordinate.isFinite else { return nil }
        do throws(RouteRequestError) {
            return try echo(.point(original.coordinate), original.reference)
        } catch {
            return nil
        }
    }

    private static func unplaceable(_ error: SpatialReferenceError) -> RouteRequestError {
        RouteRequestError(
            .unknownSpatialReference, extendedCode: .invalidInput,
            parameter: "outSR", "\(error) Choose a system that covers the region.")
    }
}
