// Cached verdicts equal new ones.

import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct VerdictCacheTests {
    /// Judges real streets by all of their tags and by the tags that rules read, with the same
    /// result.
    @Test(
        arguments: Extract.sampleAndShared(
            "registry/helsinki-center-2019.osm.pbf", "tiny/herrenberg-minimal.osm.pbf"))
    func `a kept verdict is the verdict`(extract: Extract) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        var verdicts = VerdictCache(rules)
        let reader = try OSMReader(path: extract.path, kinds: .ways)
        var ways = 0
        while let way = try reader.next() {
            let tags = way.tags
            #expect(Self.text(verdicts.verdict(on: tags)) == Self.text(rules.verdict(on: tags)))
            ways += 1
        }
        #expect(ways > 1_000, "or nothing is proven")
    }

    @Test func `tags of one direction are considered, names are not`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        for key in ["highway", "maxspeed:forward", "hgv", "cycleway:left", "surface", "duration"] {
            #expect(rules.isRelevant(key), "\(key)")
        }
        for key in ["name", "note", "name:forward", "building"] {
            #expect(!rules.isRelevant(key), "\(key)")
        }
    }

    private static func text(_ verdict: WayVerdict) -> String {
        switch verdict {
        case .kept(let ruling): "\(ruling)"
        case .notARoad: "no road"
        case .dropped(let reason): reason
        }
    }
}
