// A town of a few streets, which targets that need a network have: Corpus/osm/town.osm.

import Foundation
import NetworkBuilder
import RoadNetwork
import NetworkAnalysis
import RouteAnalysis

/// The network of the corpus.
struct Town {
    /// Two stops that a route leads between.
    static let stops = "10.0000,50.0000;10.0040,50.0020"

    private let contents: NetworkContents

    /// Reads the town from the corpus of OpenStreetMap files.
    init(_ bench: FuzzBench) throws {
        var contents = try NetworkReading(.shipped())
            .contents(of: ["\(bench.corpus)/osm/town.osm"])
        try HierarchyStage.add(to: &contents)
        self.contents = contents
    }

    /// The bytes of its dataset.
    func dataset() throws -> [UInt8] { try DatasetEncoder.encode(contents) }

    /// A layer over it.
    func layer() throws -> NetworkLayer {
        NetworkLayer(network: try NetworkDataset(bytes: dataset()))
    }
}
