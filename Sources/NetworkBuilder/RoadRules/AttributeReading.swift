// Reads the attributes a network definition declares: costs, restrictions, limits, descriptors.

import DefinitionFiles
import RoadNetwork

/// A definition's cost attributes, with the evaluators of their stored columns.
struct DeclaredCosts {
    var attributes: [CostAttribute] = []
    var speeds: [SpeedTable?] = []
    var turns: [TurnCoefficients?] = []
}

/// A restriction attribute and the evaluator that flags edges.
struct DeclaredRestriction {
    var attribute: RestrictionAttribute
    var evaluator: RestrictionEvaluator
    var place: DefinitionNode
}

/// A limit attribute and the reader of its tags.
struct DeclaredLimit {
    var attribute: LimitAttribute
    var reader: LimitReader
}

/// A descriptor attribute and the reader of its codes.
struct DeclaredDescriptor {
    var attribute: DescriptorAttribute
    var reader: DescriptorReader
}

extension [DeclaredRestriction] {
    /// Checks that restrictions refer only to declared restrictions.
    func checkNames() throws {
        let known = Set(map(\.attribute.name))
        for restriction in self {
            let attribute = restriction.attribute
            let under = attribute.under ?? [:]
            let named = attribute.includes + under.keys.sorted() + under.values.sorted()
            if let unknown = named.first(where: { !known.contains($0) }) {
                throw restriction.place.error("\"\(unknown)\" is not a restriction")
            }
        }
    }

    /// Checks that restrictions refer only to declared families.
    func checkFamilies(_ families: [ModeFamily]) throws {
        for restriction in self {
            guard let name = restriction.attribute.family else { continue }
            if !families.contains(where: { $0.name == name }) {
                throw restriction.place.error("there is no family \"\(name)\"")
            }
        }
    }
}

/// A unit of reported costs.
private struct CostUnit {
    var esriName: String
    var kind: CostKind
    /// Milliseconds or centimeters per unit.
    var quanta: Double

    static let known: KeyValuePairs<String, CostUnit> = [
        "seconds": CostUnit(esriName: "esriNAUSeconds", kind: .time, quanta: 1000),
        "minutes": CostUnit(esriName: "esriNAUMinutes", kind: .time, quanta: 60_000),
        "hours": CostUnit(esriName: "esriNAUHours", kind: .time, quanta: 3_600_000),
        "meters": CostUnit(esriName: "esriNAUMeters", kind: .length, quanta: 100),
        "kilometers": CostUnit(esriName: "esriNAUKilometers", kind: .length, quanta: 100_000),
        "feet": CostUnit(esriName: "esriNAUFeet", kind: .length, quanta: 30.48),
        "yards": CostUnit(esriName: "esriNAUYards", kind: .length, quanta: 91.44),
        "miles": CostUnit(esriName: "esriNAUMiles", kind: .length, quanta: 160_934.4),
        "nauticalMiles": CostUnit(
            esriName: "esriNAUNauticalMiles", kind: .length, quanta: 185_200),
    ]
}

extension DefinitionNode {
    func costs(tables: [String: SpeedTable], families: [ModeFamily]) throws -> DeclaredCosts {
        var result = DeclaredCosts()
        for element in try elements() {
            let fields = try element.fields(
                "name", "aliases", "units", "quantum", "derivedFrom", "speed", "turns", "points",
                "family", "parameters", "followsSpeeds", "greatestSpeed")
            let name = try fields.required("name").text()
            let aliases = try fields["aliases"]?.texts()
            let known = result.attributes.flatMap(\.names).map { $0.lowercased() }
            for name in [name] + (aliases ?? []) where known.contains(name.lowercased()) {
                throw element.error("there are two costs \"\(name)\"")
            }
            let unit = try fields.required("units").word(of: CostUnit.known)
            var attribute = CostAttribute(
                name: name, kind: unit.kind, units: unit.esriName, column: result.speeds.count,
                unitsPerQuantum: 1 / unit.quanta, family: try fields["family"]?.text())
            attribute.aliases = aliases
            attribute.parameters = try fields["parameters"]?.elements().map { try $0.parameter() }
            attribute.liveSpeeds = try fields.liveSpeeds(kind: unit.kind)
            if let family = attribute.family, !families.contains(where: { $0.name == family }) {
                throw element.error("there is no family \"\(family)\"")
            }
            if let source = fields["derivedFrom"] {
                let base = result.attributes.first { $0.name == (try? source.text()) }
                guard let base, base.isStored, base.kind == unit.kind else {
                    throw source.error("derive \(name) from a stored cost of its kind above it")
                }
                attribute.column = base.column
                attribute.isStored = false
            } else {
                try fields.checkQuantum(of: unit.kind)
                result.speeds.append(try fields.speedTable(kind: unit.kind, in: tables))
                result.turns.append(try fields.turnCosts())
            }
            result.attributes.append(attribute)
        }
        guard result.attributes.contains(where: { $0.kind == .length && $0.isStored }) else {
            throw error("a stored cost of length is needed")
        }
        return result
    }

    func limits() throws -> [DeclaredLimit] {
        try elements().map { element in
            let fields = try element.fields("name", "units", "keys", "plausible")
            let name = try fields.required("name").text()
            let units = try fields.required("units")
            let kind = try units.word(of: [
                "meters": VehicleMeasure.Kind.length, "tonnes": .mass, "count": .count,
            ])
            let attribute = LimitAttribute(name: name, units: try units.text())
            var reader = LimitReader(keys: try fields["keys"]?.texts() ?? [name], kind: kind)
            if let range = fields["plausible"] {
                reader.plausible = try range.plausibleRange(
                    quantaPerUnit: attribute.quantaPerUnit)
            }
            return DeclaredLimit(attribute: attribute, reader: reader)
        }
    }

    /// Reads `[least, greatest]` in a limit's unit.
    private func plausibleRange(quantaPerUnit: Double) throws -> ClosedRange<UInt32> {
        let bounds = try elements().map { try $0.number(in: 0.01...10_000) * quantaPerUnit }
        guard bounds.count == 2, bounds[0] < bounds[1] else {
            throw error("write the least and the greatest plausible value, such as [1, 10]")
        }
        return UInt32(bounds[0].rounded())...UInt32(bounds[1].rounded())
    }

    func descriptors() throws -> [DeclaredDescriptor] {
        try elements().map { element in
            let fields = try element.fields("name", "roadClass", "labels", "speedLimit", "count")
            let name = try fields.required("name").text()
            let (kind, value) = try fields.exactlyOne(
                of: "roadClass", "labels", "speedLimit", "count")
            let (labels, reader) = try value.descriptor(kind)
            return DeclaredDescriptor(
                attribute: DescriptorAttribute(name: name, labels: labels), reader: reader)
        }
    }

    private func descriptor(_ kind: String) throws -> ([String], DescriptorReader) {
        switch kind {
        case "roadClass":
            return (RoadClass.allCases.map { "\($0)" }, .roadClass)
        case "labels":
            var labels = ["unknown"]
            let rules = try rules { value in
                let label = try value.text()
                if let code = labels.firstIndex(of: label) { return UInt8(code) }
                guard labels.count < 256 else { throw value.error("more than 255 labels") }
                labels.append(label)
                return UInt8(labels.count - 1)
            }
            return (labels, .label(rules))
        case "speedLimit":
            return ([], .speedLimit(keys: try texts()))
        default:
            return ([], .count(keys: try texts()))
        }
    }
}

extension DefinitionFields {
    fileprivate func checkQuantum(of kind: CostKind) throws {
        let quantum = kind == .time ? "millisecond" : "centimeter"
        guard let value = self["quantum"] else { return }
        guard try value.text() == quantum else {
            throw value.error("the quantum of a \(kind.rawValue) cost is the \(quantum)")
        }
    }

    /// Whether a cost follows live speeds; `nil` if the definition does not say.
    fileprivate func liveSpeeds(kind: CostKind) throws -> LiveSpeedRule? {
        for key in ["followsSpeeds", "greatestSpeed"] where kind == .length {
            if let value = self[key] { throw value.error("a length has no \"\(key)\"") }
        }
        let follows = try self["followsSpeeds"]?.word(of: ["true": true, "false": false])
        let greatest = try self["greatestSpeed"]?.number(in: SpeedTable.least...500)
        guard let follows else {
            guard let value = self["greatestSpeed"] else { return nil }
            throw value.error("\"greatestSpeed\" requires \"followsSpeeds: true\"")
        }
        return LiveSpeedRule(follows: follows, greatestKilometersPerHour: greatest)
    }

    /// Reads what turns and points cost; `nil` if both are free.
    fileprivate func turnCosts() throws -> TurnCoefficients? {
        var turns = try self["turns"]?.turnCoefficients()
        if let points = self["points"] {
            turns = turns ?? TurnCoefficients()
            turns?.pointSeconds = try points.pointSeconds()
        }
        return turns
    }

    fileprivate func speedTable(
        kind: CostKind, in tables: [String: SpeedTable]
    ) throws -> SpeedTable? {
        guard kind == .time else {
            for key in ["speed", "turns", "points"] {
                if let value = self[key] { throw value.error("a length has no \"\(key)\"") }
            }
            return nil
        }
        let name = try required("speed")
        guard let table = tables[try name.text()] else {
            throw name.error("there is no speed table \"\(try name.text())\"")
        }
        return table
    }
}
