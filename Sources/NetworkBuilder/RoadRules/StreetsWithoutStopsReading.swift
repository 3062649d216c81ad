// Reads which streets of a family take no stops.

import DefinitionFiles
import RoadNetwork

extension DefinitionNode {
    /// Reads a list of streets; a plain text is the name of a restriction.
    func streetsWithoutStops() throws -> [StreetsWithoutStops] {
        try elements().map { element in
            guard element.isMapping else {
                return StreetsWithoutStops(restriction: try element.text())
            }
            let fields = try element.fields("restriction", "class", "flag", "otherWithin")
            let declared = StreetsWithoutStops(
                restriction: try fields["restriction"]?.text(),
                classes: try fields["class"]?.elements().map { try $0.roadClass() } ?? [],
                flags: try fields["flag"]?.elements()
                    .reduce(into: EdgeFlags()) { $0.insert(try $1.edgeFlag()) } ?? [],
                otherWithinMeters: try fields["otherWithin"]?.number(in: 0...20_000))
            guard declared.restriction != nil || !declared.classes.isEmpty || declared.flagBits != 0
            else {
                throw element.error(
                    "these would be all streets; name a restriction, a class or a flag")
            }
            return declared
        }
    }

    /// Reads an edge flag given as a text.
    func edgeFlag() throws -> EdgeFlags { try edgeFlag(named: text()) }

    /// Reads an edge flag given as this value's key.
    func edgeFlag(named name: String) throws -> EdgeFlags {
        let flags: [String: EdgeFlags] = [
            "roundabout": .roundabout, "link": .link, "tunnel": .tunnel, "bridge": .bridge,
            "ferry": .ferry, "toll": .toll, "unpaved": .unpaved,
            "restrictedAccess": .restrictedAccess,
        ]
        guard let flag = flags[name] else {
            let known = flags.keys.sorted().joined(separator: ", ")
            throw error("\"\(name)\" is not a flag; flags are: \(known)")
        }
        return flag
    }
}
