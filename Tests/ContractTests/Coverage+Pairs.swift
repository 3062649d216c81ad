// The contract's tables for matrices and closest facilities, as far as routes do not share them.

import Geo
import RouteAPI

extension Coverage {
    /// The tables for each pair analysis.
    var pairSections: [CoverageSection] {
        let types: [LayerType] = [.odCostMatrix, .closestFacility]
        return types.flatMap { type -> [CoverageSection] in
            [
                parameters(of: type), words(of: type), inputAttributes(of: type),
                answerKeys(of: type),
            ]
                + outputFields(of: type)
        }
    }

    /// A row for cases of the type's own operation alone.
    private func row(
        _ name: String, of type: LayerType, where shows: (ReadCase) -> Bool
    ) -> CoverageRow {
        row(name) { $0.golden.operation == type.operation.name && shows($0) }
    }

    private func title(_ title: String, of type: LayerType) -> String {
        "\(type.operation.name), \(title)"
    }

    /// The parameters that routes lack.
    private func ownParameters(of type: LayerType) -> [ParameterDeclaration] {
        type.operation.parameters.filter { parameter in
            !RouteParameters.fields.contains { $0.name == parameter.name }
        }
    }

    private func parameters(of type: LayerType) -> CoverageSection {
        CoverageSection(
            title: title("parameters", of: type),
            rows: ownParameters(of: type).map { parameter in
                row(parameter.name, of: type) { $0.field(parameter.names) != nil }
            })
    }

    private func words(of type: LayerType) -> CoverageSection {
        CoverageSection(
            title: title("words of parameters", of: type),
            rows: ownParameters(of: type).flatMap { parameter -> [CoverageRow] in
                guard case .word(let words) = parameter.kind else { return [] }
                return words.map { word in
                    row("\(parameter.name)=\(word)", of: type) {
                        $0.field([parameter.name]) == word
                    }
                }
            })
    }

    /// Attributes in input rows, as `origins.Name`.
    private func inputAttributes(of type: LayerType) -> CoverageSection {
        CoverageSection(
            title: title("input", of: type),
            rows: (ContractTables.pairInputs[type] ?? []).map { name in
                let parts = name.split(separator: ".").map(String.init)
                return row(name, of: type) {
                    $0.inputAttributes(of: parts[0]).contains(parts[1].lowercased())
                }
            })
    }

    private func answerKeys(of type: LayerType) -> CoverageSection {
        CoverageSection(
            title: title("answer", of: type),
            rows: (ContractTables.pairAnswerKeys[type] ?? []).map { key in
                row(key, of: type) { $0.answer[key] != nil }
            })
    }

    private func outputFields(of type: LayerType) -> [CoverageSection] {
        let sets = ContractTables.pairOutputs[type] ?? []
        return AnalysisClass.all(of: type, over: layer.attributes)
            .filter { sets.contains($0.answerKey) }.map { rows in
                CoverageSection(
                    title: title("\(rows.answerKey), output", of: type),
                    rows: names(rows.fields.filter { $0.direction != .input }).map { name in
                        row(name, of: type) { read in
                            read.outputFields(of: rows.answerKey).contains {
                                Self.collapsed($0, layer) == name
                            }
                        }
                    })
            }
    }
}

extension ContractTables {
    /// Input attributes used only by a pair analysis.
    static let pairInputs: [LayerType: [String]] = [
        .odCostMatrix: [
            "origins.ObjectID", "origins.Name", "origins.TargetDestinationCount",
            "origins.Cutoff_TravelTime", "origins.SourceID", "origins.SourceOID",
            "origins.PosAlong", "origins.SideOfEdge", "origins.Bearing", "origins.BearingTol",
            "origins.NavLatency", "destinations.ObjectID", "destinations.Name",
            "destinations.SourceOID",
        ],
        .closestFacility: [
            "incidents.ObjectID", "incidents.Name", "incidents.TargetFacilityCount",
            "incidents.Cutoff_TravelTime", "incidents.Attr_TravelTime", "facilities.ObjectID",
            "facilities.Name", "facilities.Attr_TravelTime", "facilities.Cutoff_TravelTime",
        ],
    ]

    /// Its answers' top-level keys.
    static let pairAnswerKeys: [LayerType: [String]] = [
        .odCostMatrix: [
            "messages", "odCostMatrix", "odLines", "origins", "destinations", "barriers",
            "polylineBarriers", "polygonBarriers", "error",
        ],
        .closestFacility: [
            "messages", "routes", "facilities", "incidents", "barriers", "polylineBarriers",
            "polygonBarriers", "directions", "directionPoints", "directionLines",
            "traversedEdges", "traversedJunctions", "traversedTurns", "error",
        ],
    ]

    /// The sets in which every field must have a value somewhere.
    static let pairOutputs: [LayerType: [String]] = [
        .odCostMatrix: ["odLines", "origins", "destinations"],
        .closestFacility: ["routes", "incidents", "facilities"],
    ]
}
