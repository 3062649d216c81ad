// The extent of a request's context; inputs outside it are left out.

package import Geo
package import RouteAPI
import SpatialOperations

package struct ContextExtent {
    private let extent: MapContext.Extent
    private let toBox: CoordinateTransformer

    /// - Throws: If the extent's spatial reference is unknown.
    package init(_ extent: MapContext.Extent) throws(RouteRequestError) {
        self.extent = extent
        do throws(SpatialReferenceError) {
            toBox = try CoordinateTransformer(from: .wgs84, to: extent.spatialReference)
        } catch {
            throw RouteRequestError(
                .unknownSpatialReference, extendedCode: .badContext,
                parameter: "context", "\(error)")
        }
    }

    /// Returns this extent, enlarged just enough to hold a place; `nil` if the place has no
    /// coordinates in the extent's spatial reference.
    package func widened(to place: Coordinate) -> MapContext.Extent? {
        do throws(SpatialReferenceError) {
            var widened = extent
            let point = try toBox.project(.point(place)).envelope
            guard !point.isEmpty else { return nil }
            widened.envelope.add(point)
            return widened
        } catch {
            return nil
        }
    }

    /// The corners and the spatial reference, for messages.
    var text: String {
        let box = extent.envelope
        let system = extent.spatialReference.wkid.map { ", WKID \($0)" } ?? ""
        return "xmin \(box.minX.formattedForMessage), ymin \(box.minY.formattedForMessage), "
            + "xmax \(box.maxX.formattedForMessage), ymax \(box.maxY.formattedForMessage)"
            + system
    }

    /// Whether the bounding box of a shape in longitude and latitude intersects the extent.
    func meets(_ geometry: Geometry) -> Bool {
        do throws(SpatialReferenceError) {
            return extent.envelope.intersects(try toBox.project(geometry).envelope)
        } catch {
            // A shape without coordinates in the extent's spatial reference is outside.
            return false
        }
    }
}
