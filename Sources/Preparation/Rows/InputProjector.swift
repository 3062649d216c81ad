// Transforms input coordinates from any spatial reference to longitude and latitude.

import Geo
import RouteAPI
import SpatialOperations

/// Transforms input shapes to longitude and latitude, and reports shapes it cannot transform.
final class InputProjector {
    /// Why a coordinate or a shape cannot be transformed.
    struct Problem: Error {
        var text: String
    }

    let defaultReference: SpatialReference
    private var transformers: [SpatialReference: CoordinateTransformer] = [:]

    init(defaultReference: SpatialReference) { self.defaultReference = defaultReference }

    /// Transforms a coordinate to longitude and latitude.
    ///
    /// - Returns: The coordinate, or its problem.
    /// - Throws: If the spatial reference is unknown. The caller knows which input has it: see
    ///   `RouteRequestError.unknownSystem(_:of:)`.
    func project(
        _ coordinate: Coordinate, from reference: SpatialReference
    ) throws(SpatialReferenceError) -> Result<Coordinate, Problem> {
        let transformer = try transformer(from: reference)
        do throws(SpatialReferenceError) {
            let place = try transformer.transform(coordinate)
            return check(place, given: coordinate, reference)
        } catch {
            return .failure(Problem(text: "\(error)" + axisHint(coordinate, reference)))
        }
    }

    /// Transforms a shape to longitude and latitude.
    ///
    /// - Returns: The shape, or its problem.
    /// - Throws: If the spatial reference is unknown.
    func project(
        _ geometry: Geometry, from reference: SpatialReference
    ) throws(SpatialReferenceError) -> Result<Geometry, Problem> {
        let transformer = try transformer(from: reference)
        do throws(SpatialReferenceError) {
            let projected = try transformer.project(geometry)
            guard case .point(let place) = projected, case .point(let given) = geometry else {
                return .success(projected)
            }
            return check(place, given: given, reference).map { .point($0) }
        } catch {
            return .failure(Problem(text: "\(error)"))
        }
    }

    private func transformer(
        from reference: SpatialReference
    ) throws(SpatialReferenceError) -> CoordinateTransformer {
        if let known = transformers[reference] { return known }
        let fresh = try CoordinateTransformer(from: reference, to: .wgs84)
        transformers[reference] = fresh
        return fresh
    }

    private func check(
        _ place: Coordinate, given: Coordinate, _ reference: SpatialReference
    ) -> Result<Coordinate, Problem> {
        guard let place = place.onEarth else {
            return .failure(
                Problem(
                    text: "(\(given.x), \(given.y)) is not a longitude and latitude"
                        + axisHint(given, reference)))
        }
        return .success(place)
    }

    private func axisHint(_ given: Coordinate, _ reference: SpatialReference) -> String {
        let isSwapped = reference.effectiveWKID == 4326 && abs(given.y) > 90 && abs(given.x) <= 90
        return isSwapped ? "; x is longitude and y is latitude, they look swapped" : ""
    }
}

extension RouteRequestError {
    /// Makes the error for an input whose coordinate system is unknown.
    ///
    /// - Parameters:
    ///   - parameter: The parameter with the input.
    ///   - row: The row that names the system, from 0; `nil` if the whole input does.
    static func unknownSystem(
        _ error: SpatialReferenceError, of parameter: String, row: Int? = nil
    ) -> RouteRequestError {
        RouteRequestError(
            .unknownSpatialReference, extendedCode: .invalidInput, parameter: parameter,
            (row.map { "feature \($0 + 1): " } ?? "") + "\(error)")
    }
}
