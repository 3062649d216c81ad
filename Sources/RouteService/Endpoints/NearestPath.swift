// The resource that a path with one misspelled segment probably meant.

import DataStructures
import RouteAPI

/// Finds paths of the services directory by ones that differ from them in a segment.
struct NearestPath {
    private let catalog: ServiceCatalog

    /// Longer lists are not looked through: a slip shall not cost more than an answer.
    private static let mostLayers = 200

    init(_ catalog: ServiceCatalog) { self.catalog = catalog }

    /// The path that differs from one in a single segment, and there by a slip, or in nothing but
    /// the case of its letters.
    ///
    /// - Parameter path: As it was sent.
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
