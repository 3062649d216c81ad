// The transformers of rows that name coordinate systems of their own.

package import Geo

/// Transformers from the systems that rows name to one system.
///
/// Their number is limited: PROJ may take tens of milliseconds for each system, cannot be
/// interrupted, and takes as long for one that it refuses.
package struct SourceTransformers {
    /// The most systems of the rows of one request or file.
    package static let most = 16

    /// Why there is no transformer.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The system cannot be used.
        case reference(SpatialReferenceError)
        /// The rows named ``SourceTransformers/most`` other systems before.
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

    /// The transformer from a system.
    ///
    /// - Throws: The same failure again for a system that cannot be used.
    /// - Complexity: O(1) for a system that was named before.
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
