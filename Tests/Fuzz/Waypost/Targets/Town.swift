// A town of a few streets for targets that need a network: Corpus/osm/town.osm.

import Foundation
import NetworkBuilder
import Preparation
import RoadNetwork
import RouteAnalysis

/// The corpus's network.
struct Town {
    /// Two stops connected by a route.
    static let stops = "10.0000,50.0000;10.0040,50.0020"

    private let contents: NetworkContents

    /// Reads the town from the corpus of OpenStreetMap files.
    init(_ bench: FuzzBench) throws {
        var contents = try NetworkReading(.shipped())
            .contents(of: ["\(bench.corpus)/osm/town.osm"])
        try HierarchyStage.add(to: &contents)
        self.contents = contents
    }

    /// Its dataset's bytes.
    func dataset() throws -> [UInt8] { try DatasetEncoder.encode(contents) }

    func layer() throws -> NetworkLayer {
        NetworkLayer(network: try NetworkDataset(bytes: dataset()))
    }
}
