// Compares the signs of directions on the answer's page with those on the map's page.

import Directions
import MapPage
@testable import ServicePages
import Testing

@Suite struct ManeuverSignTests {
    /// The table `signs` of the map's script: types without their prefix, and their signs.
    private static let table: [String: String] = {
        let script = String(decoding: MapFile.results.bytes, as: UTF8.self)
        let begun = script.split(separator: "const signs = {").last ?? ""
        let rows = begun.prefix { $0 != "}" }.matches(of: #/(\w+): "([^"]+)"/#)
        return Dictionary(rows.map { (String($0.output.1), String($0.output.2)) }) { $1 }
    }()

    @Test(arguments: ManeuverType.allCases)
    func `a step has one sign on both pages`(type: ManeuverType) {
        let name = String(type.rawValue.dropFirst("esriDMT".count))
        #expect(ManeuverSign.sign(of: type.rawValue) == Self.table[name] ?? "↑", "\(name)")
    }

    @Test func `the map's page has signs for the types that there are`() {
        let names = Set(ManeuverType.allCases.map { $0.rawValue.dropFirst("esriDMT".count) })
        #expect(!Self.table.isEmpty && Self.table.keys.allSatisfy { names.contains($0[...]) })
        // What the table leaves out.
        let script = String(decoding: MapFile.results.bytes, as: UTF8.self)
        #expect(script.contains("signs[step.kind?.replace(\"esriDMT\", \"\")] ?? \"↑\""))
    }
}
