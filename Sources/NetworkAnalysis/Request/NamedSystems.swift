// The coordinate systems that a request names, before any is looked up.

import Geo
package import RouteAPI
import SpatialOperations

/// The coordinate systems of a request: of its answer, its context, its inputs, and of single
/// features in them.
package struct NamedSystems {
    /// So many systems one request may name. Each may take PROJ tens of milliseconds, which nothing
    /// stops.
    package static let most = 16

    /// The systems, of which no more are gathered than tell that they are too many.
    private(set) var references: Set<SpatialReference> = []

    package init(_ parameters: AnalysisParameters) {
        let context = parameters.locations.context
        for reference in [
            parameters.output.outSR, context?.outSR, context?.extent?.spatialReference,
        ] {
            if let reference { references.insert(reference) }
        }
        for input in parameters.sentInputs { add(input.features) }
    }

    private mutating func add(_ input: FeatureSet) {
        references.insert(input.spatialReference)
        var last: SpatialReference?
        for feature in input.features {
            // Features mostly agree, and comparing is less than hashing a text.
            guard let reference = feature.spatialReference, reference != last else { continue }
            last = reference
            references.insert(reference)
            if references.count > Self.most { return }
        }
    }

    /// Whether all are those of nearly every request; another system, which may be any text, takes
    /// PROJ tens of milliseconds to look up, and nothing stops it.
    package var areAtHand: Bool {
        references.allSatisfy { [4326, 3857].contains($0.effectiveWKID) }
    }

    /// How many have not been looked up yet.
    package var unreadCount: Int { references.count { !TransformationPool.shared.hasRead($0) } }

    /// - Throws: When they are more than a request may name.
    package func check() throws(RouteRequestError) {
        guard references.count > Self.most else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: .invalidInput,
            details: [
                "The request names more than \(Self.most) coordinate systems; project its features "
                    + "to one, for example 4326 (longitude and latitude)."
            ])
    }
}
