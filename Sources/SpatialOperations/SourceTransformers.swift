// Transformers for rows that name their own coordinate systems.

package import Geo

/// Transformers from the systems that rows name to a common target system.
///
/// The number of systems is limited: PROJ may take tens of milliseconds for each, cannot be
/// interrupted, and takes as long to refuse a system.
package struct SourceTransformers {
    /// The most systems that the rows in a request or file may name.
    package static let most = 16

    /// The reason why there is no transformer.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The system cannot be used.
        case reference(SpatialReferenceError)
        /// The rows have already named ``SourceTransformers/most`` other systems.
        case tooMany

        package var description: String {
            switch self {
            case .reference(let error): error.description
            case .tooMany:
                "The rows name more than \(SourceTransformers.most) coordinate systems; project "
                    + "them to one, for example 4326 (longitude and latitude)."
            }
        }
    }

    private let target: SpatialReference
    private var known: [SpatialReference: Result<CoordinateTransformer, SpatialReferenceError>] =
        [:]

    /// Prepares to transform to a system.
    package init(to target: SpatialReference) { self.target = target }

    /// Returns the transformer from a system.
    ///
    /// - Throws: ``Failure``; for an unusable system the same failure each time.
    /// - Complexity: O(1) if the system has been named before.
    package mutating func transformer(
        from source: SpatialReference
    ) throws(Failure) -> CoordinateTransformer {
        let found: Result<CoordinateTransformer, SpatialReferenceError>
        if let earlier = known[source] {
            found = earlier
        } else {
            guard known.count < Self.most else { throw .tooMany }
            do throws(SpatialReferenceError) {
                found = .success(try CoordinateTransformer(from: source, to: target))
            } catch {
                found = .failure(error)
            }
            known[source] = found
        }
        do throws(SpatialReferenceError) { return try found.get() } catch {
            throw .reference(error)
        }
    }
}
