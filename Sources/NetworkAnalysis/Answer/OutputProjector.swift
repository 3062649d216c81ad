// Shapes of the answer in the system the request asked for.

package import Geo
package import RouteAPI
import SpatialOperations

/// Carries shapes to the output system.
package struct OutputProjector {
    package let request: Shared<ResolvedRequest>

    package init(request: Shared<ResolvedRequest>) {
        self.request = request
    }

    /// A line in longitude and latitude, in the output system.
    package func line(_ coordinates: [Coordinate]) throws(RouteRequestError) -> [Coordinate] {
        do throws(SpatialReferenceError) {
            return try request.toOutput.transform(coordinates)
        } catch {
            throw Self.unplaceable(error)
        }
    }

    /// An input shape, in the output system; as it came when both systems are the same.
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

    /// An input point in the output system, or `nil` for a row that had none or had no place.
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
