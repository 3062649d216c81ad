// Feature rows in another coordinate system.

package import Geo
package import SpatialOperations

extension FeatureSet {
    /// Returns the rows with their shapes in another system. A row loses its shape if the shape has
    /// no place there.
    ///
    /// - Throws: If a system is unknown, or no transformation between the two exists.
    /// - Complexity: O(*n*) for *n* vertices.
    package func projected(to target: SpatialReference) throws(SpatialReferenceError) -> FeatureSet
    {
        let transformer = try CoordinateTransformer(from: spatialReference, to: target)
        var set = self
        set.spatialReference = target
        for place in set.features.indices {
            guard let shape = set.features[place].geometry else { continue }
            do throws(SpatialReferenceError) {
                set.features[place].geometry = try transformer.project(shape)
            } catch {
                set.features[place].geometry = nil
            }
            set.features[place].spatialReference = nil
        }
        return set
    }
}
