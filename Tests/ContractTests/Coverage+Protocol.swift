// The contract's tables for addresses, formats, tokens and codes, and for words as values.

import Geo

extension Coverage {
    /// Tables about the protocol around a solve.
    var protocolSections: [CoverageSection] {
        [addresses, formats, errorCodes, outerMessages, tokenParameters, directoryKeys]
    }

    /// Tables for words and numbers in requests and answers.
    var valueSections: [CoverageSection] {
        [
            commonParameters, modeKeys, inputCodes, usages, references, relations,
            keys("Network dataset, words", ContractTables.networkWords, shownInLayer),
            answerKeys,
            keys("Types of maneuvers", ContractTables.maneuverTypes) {
                $0.maneuverTypes.contains($1)
            },
            keys("Types of direction points", ContractTables.pointTypes) {
                $0.pointTypes.contains(Int($1.prefix { $0 != " " }) ?? -1)
            },
            keys("Types of messages", ContractTables.messageTypes) {
                $0.messageTypes.contains(Int($1.prefix { $0 != " " }) ?? -1)
            },
        ]
    }

    private func keys(
        _ title: String, _ names: [String], _ shows: (ReadCase, String) -> Bool
    ) -> CoverageSection {
        CoverageSection(title: title, rows: names.map { name in row(name) { shows($0, name) } })
    }

    private var addresses: CoverageSection {
        CoverageSection(
            title: "Addresses",
            rows: ContractTables.addresses.map { name, ending in
                row(name) { read in
                    let path = read.golden.path
                    return path.lowercased().hasPrefix("/arcgis") && path.hasSuffix(ending)
                }
            })
    }

    private var formats: CoverageSection {
        keys("Formats", ["json", "pjson", "html", "kmz", "help"]) { read, format in
            read.field(["f"])?.lowercased() == format
        }
    }

    private var errorCodes: CoverageSection {
        keys("Codes of errors", ContractTables.errorCodes) { read, code in
            read.answer["error"]?["code"]?.integer.map { "\($0)" } == code
        }
    }

    private var outerMessages: CoverageSection {
        keys("Messages of errors", ContractTables.outerMessages) { read, text in
            read.answer["error"]?["message"]?.string?.hasPrefix(text) ?? false
        }
    }

    private var tokenParameters: CoverageSection {
        keys("Parameters of tokens", ContractTables.tokenParameters) { read, name in
            let parts = name.split(separator: "=").map(String.init)
            guard read.golden.operation == "tokens", let value = read.field([parts[0]]) else {
                return false
            }
            return parts.count == 1 || parts[1] == value
        }
    }

    private var directoryKeys: CoverageSection {
        CoverageSection(
            title: "Directory",
            rows: ContractTables.directoryKeys.flatMap { operation, names in
                names.map { name in
                    row("\(operation): \(name)") {
                        $0.golden.operation == operation && Self.has(name, $0.answer)
                    }
                }
            })
    }

    private var commonParameters: CoverageSection {
        keys("Parameters beside a solve's", ["f", "token", "travel_mode"]) { read, name in
            read.golden.operation == "solve" && read.field([name]) != nil
        }
    }

    private var modeKeys: CoverageSection {
        keys("Travel mode, input", ContractTables.modeKeys) { read, key in
            read.requestJSON("travelMode", "travel_mode")?[key] != nil
        }
    }

    /// Codes in input rows, as `stops.CurbApproach=1`.
    private var inputCodes: CoverageSection {
        keys("Codes in inputs", ContractTables.inputCodes) { read, name in
            let parts = name.split { ".=".contains($0) }.map(String.init)
            let features = read.requestJSON(parts[0])?["features"]?.array ?? []
            return features.contains { feature in
                let value = feature["attributes"]?[parts[1]]?.integer
                return value == Int(parts[2])
            }
        }
    }

    private var usages: CoverageSection {
        keys("Restriction usage", ContractTables.usages) { read, word in
            (read.requestJSON("attributeParameterValues")?.array ?? []).contains {
                $0["value"]?.string?.uppercased() == word
            }
        }
    }

    private var references: CoverageSection {
        keys("Layer by reference", ContractTables.layerReferenceKeys) { read, key in
            read.requestJSON("stops")?["layerName"] != nil && read.requestJSON("stops")?[key] != nil
        }
    }

    private var relations: CoverageSection {
        keys("Spatial relations", ContractTables.spatialRelations) { read, word in
            read.requestJSON("stops")?["spatialRel"]?.string == word
        }
    }

    private func shownInLayer(_ read: ReadCase, _ word: String) -> Bool {
        guard read.golden.operation == "layer", let network = read.answer["networkDataset"] else {
            return false
        }
        let rows =
            (network["networkAttributes"]?.array ?? []) + (network["networkSources"]?.array ?? [])
        let words = (rows + [network]).flatMap { $0.object?.members ?? [] }.map(\.value.string)
        return words.contains(word)
    }

    private var answerKeys: CoverageSection {
        keys("Answer of a solve", ContractTables.answerKeys) { read, key in
            read.golden.operation == "solve" && read.answer[key] != nil
        }
    }
}

extension ReadCase {
    /// A request field as JSON, under any of its names.
    func requestJSON(_ names: String...) -> JSONValue? {
        guard let text = field(names) else { return nil }
        do { return try JSONValue.parse(text) } catch { return nil }
    }

    var maneuverTypes: Set<String> {
        Set(steps.compactMap { $0["attributes"]?["maneuverType"]?.string })
    }

    var pointTypes: Set<Int> {
        Set(
            (answer["directionPoints"]?["features"]?.array ?? []).compactMap {
                $0["attributes"]?["DirectionPointType"]?.integer
            })
    }

    var messageTypes: Set<Int> {
        Set((answer["messages"]?.array ?? []).compactMap { $0["type"]?.integer })
    }
}
