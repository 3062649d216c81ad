// Rows of an answer in another coordinate system.

package import Geo
package import SpatialOperations

extension FeatureSet {
    /// The rows with their shapes in another system. A row whose shape has no place there has none.
    ///
    /// - Throws: When either system is unknown, or no transformation between them is.
    /// - Complexity: O(*n*) in the number of vertices.
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
