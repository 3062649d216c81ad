// The coordinate systems a request names.

package import Geo
package import RouteAPI
import SpatialOperations

/// A request's coordinate systems: for its answer, its context, its inputs, and single features.
package struct NamedSystems {
    /// The most systems a request may name. PROJ may take tens of milliseconds for each, and cannot
    /// be interrupted.
    package static let most = SourceTransformers.most

    /// The systems; counting ends soon after ``most``.
    ///
    /// A list without duplicates: comparing a few is faster than hashing.
    private(set) var references: [SpatialReference] = []

    package init(_ parameters: AnalysisParameters) {
        let context = parameters.locations.context
        for reference in [
            parameters.output.outSR, context?.outSR, context?.extent?.spatialReference,
        ] {
            if let reference { insert(reference) }
        }
        for input in parameters.sentInputs { add(input.features) }
    }

    /// Collects a list's systems, skipping `nil`.
    package init(_ list: [SpatialReference?]) { add(list) }

    private mutating func add(_ input: FeatureSet) {
        insert(input.spatialReference)
        add(input.features.lazy.map(\.spatialReference))
    }

    private mutating func add(_ list: some Sequence<SpatialReference?>) {
        var last: SpatialReference?
        for reference in list {
            // Most features have the same system.
            guard let reference, reference != last else { continue }
            last = reference
            insert(reference)
            if references.count > Self.most { return }
        }
    }

    private mutating func insert(_ reference: SpatialReference) {
        if !references.contains(reference) { references.append(reference) }
    }

    /// Whether all systems are WGS 84 or Web Mercator, as in nearly every request. PROJ may take
    /// tens of milliseconds for others, and cannot be interrupted.
    package var areUsual: Bool {
        references.allSatisfy { [4326, 3857].contains($0.effectiveWKID) }
    }

    /// How many systems have not been looked up yet.
    package var unreadCount: Int {
        references.count { !TransformationPool.shared.hasRead($0) }
    }

    /// The systems that have not been looked up yet.
    package var unread: Set<SpatialReference> {
        Set(references).filter { !TransformationPool.shared.hasRead($0) }
    }

    /// Checks the number of systems.
    ///
    /// - Throws: If there are more than a request may name.
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
