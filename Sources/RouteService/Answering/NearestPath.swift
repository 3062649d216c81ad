// Suggests a resource for a path with one misspelled segment.

import DataStructures
import PublishedServices
import RouteAPI
import ServiceTransport

/// Finds paths in the services directory that differ from a given path in a single segment.
struct NearestPath {
    private let catalog: ServiceCatalog

    /// Longer lists are not searched, so that a misspelled path costs no more than an answer.
    private static let mostLayers = 200

    init(_ catalog: ServiceCatalog) { self.catalog = catalog }

    /// Finds the path that differs from a given one by a misspelling in a single segment, or only
    /// in case.
    ///
    /// - Parameter path: The path as requested.
    func of(_ path: String) -> String? {
        let asked = Self.segments(path)
        var best: (edits: Int, path: String)?
        for candidate in paths {
            let known = Self.segments(candidate)
            guard known.count == asked.count else { continue }
            let odd = known.indices.filter { known[$0].lowercased() != asked[$0].lowercased() }
            guard let place = odd.first else { return candidate }
            guard odd.count == 1, NearestName.of(asked[place], among: [known[place]]) != nil
            else { continue }
            let edits = NearestName.edits(
                from: asked[place].lowercased(), to: known[place].lowercased())
            if best.map({ edits < $0.edits }) ?? true { best = (edits, candidate) }
        }
        return best?.path
    }

    private var paths: [String] {
        ResourceTable().listed(in: catalog.first(Self.mostLayers))
    }

    private static func segments(_ path: String) -> [String] {
        path.split(separator: "/").map { FormFields.decode($0, plusIsSpace: false) }
    }
}
