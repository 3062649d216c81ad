// Tests where streets are built up: by tags, otherwise by the density of streets.

import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct BuiltUpTests {
    private static func ruling(_ tags: [String: String]) throws -> DirectionRuling {
        let rules = RoadRules(try NetworkDefinition.shipped())
        guard
            case .kept(let ruling) = rules.verdict(
                on: TagSet(["highway": "primary"].merging(tags) { $1 }))
        else { throw BuildError("dropped") }
        return ruling.forward
    }

    @Test(arguments: [
        ["zone:traffic": "DE:urban"], ["maxspeed": "FR:urban"], ["maxspeed:type": "AT:urban"],
        ["source:maxspeed": "PT:urban"], ["zone:traffic": "IT:urban", "maxspeed": "50"],
    ])
    func `tags that say so are in a built-up area wherever they are`(tags: [String: String]) throws
    {
        let ruling = try Self.ruling(tags)
        #expect(ruling.speeds == ruling.builtUpSpeeds)
        var plain = tags.filter { !$0.value.contains(":") }
        plain["zone:traffic"] = "DE:rural"
        let other = try Self.ruling(plain)
        #expect(other.speeds == other.builtUpSpeeds)
        #expect(ruling.speeds[0] < other.speeds[0] || tags["maxspeed"] == "50")
    }

    @Test func `without tags a main road is slower among streets than between towns`() throws {
        let ruling = try Self.ruling([:])
        #expect(ruling.builtUpSpeeds[0] < ruling.speeds[0])
        #expect(ruling.builtUpSpeeds.last == ruling.speeds.last, "a length")
    }

    /// A main road from a to z, with so many streets across its first half, each 400 m long and 100
    /// m apart: about 7 km of streets for each square kilometer.
    private func road(streets: Int) throws -> (near: Double, far: Double) {
        var drawing = [[Character]](repeating: [Character](repeating: "-", count: 81), count: 5)
        drawing[2][0] = "a"
        drawing[2][40] = "m"
        drawing[2][80] = "z"
        let letters = Array("bcdefghijklnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXY")
        for street in 0..<streets {
            let column = 2 + street * 2
            drawing[0][column] = letters[2 * street]
            drawing[4][column] = letters[2 * street + 1]
        }
        var town = Town(drawing.map { String($0) }.joined(separator: "\n"))
        town.way("am", ["highway": "primary"])
        town.way("mz", ["highway": "primary"])
        for street in 0..<streets {
            let ends = "\(letters[2 * street])\(letters[2 * street + 1])"
            town.way(ends)
        }
        let built = try town.build()
        func speed(_ name: String) throws -> Double {
            Double(try #require(built.cost("Length", name))) * 36
                / Double(try #require(built.cost("TravelTime", name)))
        }
        return (try speed("am"), try speed("mz"))
    }

    @Test func `a density of streets makes an area built up, road by road`() throws {
        let lonely = try road(streets: 0)
        #expect(abs(lonely.near - lonely.far) < 0.1)
        let town = try road(streets: 19)
        #expect(town.near < lonely.near - 5)
        #expect(town.far > town.near + 5)
        #expect(town.far <= lonely.far + 0.1)
    }

    @Test func `the end of a value is compared by a star before it`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        #expect(rules.definition.builtUp.inside.holds(for: ["zone:traffic": "DE:urban"]))
        #expect(!rules.definition.builtUp.inside.holds(for: ["zone:traffic": "DE:urban_x"]))
        #expect(rules.definition.builtUp.isBuiltUp(["zone:traffic": "DE:rural"], .forward) == false)
        #expect(rules.definition.builtUp.isBuiltUp(["highway": "primary"], .forward) == nil)
    }
}
