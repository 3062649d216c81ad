// Checks the sides reported by directions on real streets. `Benchmarks reported-sides` checks many
// more.

import Preparation
import RouteAnalysis
import RouteTesting
import Testing

struct ReportedSideProperties {
    private static let extracts = Extract.sampleAndShared(
        "krems-2013.osm.gz", "tiny/herrenberg-minimal.osm.pbf", "tiny/rome.osm.pbf",
        "tiny/bayfront_singapore.osm.pbf")

    @Test(arguments: extracts)
    func `the side reported is that of the path behind the junction`(extract: Extract) async throws
    {
        let layer = NetworkLayer(network: try await extract.build())
        var sides = ReportedSides()
        try sides.check(layer, routes: 120, seed: 1)
        #expect(sides.mistakes.map(\.description) == [])
        #expect(sides.turns > 100, "or nothing is proven")
    }
}
