// Builds the hierarchies of a network's mode families when its columns are complete.

package import RoadNetwork
import RoutingEngine
import Synchronization

/// Adds the hierarchies for fast queries.
package enum HierarchyStage {
    /// Builds each mode family's hierarchy and adds it to the contents.
    ///
    /// - Parameter progress: Called with the share of work done. If it throws, building ends after
    ///   the current family's hierarchy.
    /// - Throws: What `progress` throws, or `DatasetError` if the contents are not a valid network.
    /// - Complexity: About O(*n*) in the network, once per family.
    package static func add(
        to contents: inout NetworkContents, progress: @Sendable (Double) throws -> Void = { _ in }
    ) throws {
        contents.hierarchies = []
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        let families = network.description.families.indices
        try withoutActuallyEscaping(progress) { progress in
            let failure = Mutex<(any Error)?>(nil)
            for family in families {
                let built = HierarchyBuilder.build(network, family: family) { share in
                    do {
                        try progress((Double(family) + share) / Double(families.count))
                    } catch {
                        failure.withLock { $0 = $0 ?? error }
                    }
                }
                if let error = failure.withLock(\.self) { throw error }
                contents.hierarchies.append(built)
            }
        }
    }
}
