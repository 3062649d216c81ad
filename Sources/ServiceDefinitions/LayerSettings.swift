// The body of a service definition: defaults, travel modes, time zone and limits.

import DataStructures
import DefinitionFiles
import Foundation
import Geo
import Preparation
package import RouteAPI

/// Reads a layer's settings against its network.
///
/// Settings start from the network's shipped defaults, and a definition states only differences.
/// Every name is checked against the network's attributes; all problems are collected before any is
/// thrown.
package struct LayerSettings {
    private let check: AttributeCheck
    private let problems: ProblemList
    private var configuration: RouteLayerConfiguration
    /// Whether the definition names phrases that could not be read.
    private var lacksPhrases = false

    /// Returns the configuration that a definition describes.
    ///
    /// - Parameter standard: The network and the defaults shipped for it.
    /// - Throws: ``InvalidDefinitions`` with every problem.
    package static func configuration(
        of definition: ServiceDefinition, over standard: LayerDescription
    ) throws -> RouteLayerConfiguration {
        let problems = ProblemList(file: definition.file)
        var settings = LayerSettings(
            check: AttributeCheck(standard), problems: problems,
            configuration: standard.configuration)
        if let reader = ServiceDefinition.reader(of: definition.source, problems) {
            settings.read(reader, definition)
        }
        guard problems.problems.isEmpty else {
            throw InvalidDefinitions(problems: problems.problems)
        }
        return settings.configuration
    }

    private mutating func read(_ file: MappingReader, _ definition: ServiceDefinition) {
        var file = file
        // The head was read before the network was opened.
        for key in [
            "folder", "service", "layer", "type", "network", "description", "copyright", "access",
            "usageLimits", "storedLayers", "traffic",
        ] {
            file.pass(key)
        }
        configuration = configuration.layer(of: definition.type)
        configuration.layerName = definition.layer
        readTimeZone(&file)
        if var directions = file.mapping("directions") {
            readPhrases(&directions, of: definition)
            directions.finish()
        }
        if var defaults = file.mapping("defaults") {
            readSettings(&defaults)
            readCosts(&defaults)
            readPlaces(&defaults)
            readDirections(&defaults)
            defaults.finish()
        }
        if let modes = file.mappings("travelModes") {
            configuration.travelModes = modes.compactMap { readMode($0) }
            configuration.defaultTravelMode = configuration.travelModes.first?.id ?? ""
            refuseRepeatedModes(modes)
        }
        readDefaultMode(&file)
        if let hosts = file.names("featureHosts") {
            configuration.featureHosts = hosts.map { $0.value.lowercased() }
        }
        if let hosts = file.names("privateFeatureHosts") {
            configuration.privateFeatureHosts = hosts.map { $0.value.lowercased() }
        }
        if var inputs = file.mapping("preload") {
            configuration.preloaded = PreloadedFiles(directory: definition.directory)
                .inputs(&inputs, of: definition.type.operation)
            inputs.finish()
        }
        if var limits = file.mapping("limits") {
            readLimits(&limits)
            limits.finish()
        }
        file.finish()
    }

    private mutating func readTimeZone(_ file: inout MappingReader) {
        guard let name = file.text("timeZone") else { return }
        if TimeZone(identifier: name) == nil {
            let names = TimeZone.knownTimeZoneIdentifiers
            let nearest = NearestName.of(name, among: names) ?? "Europe/Monaco"
            file.fault(
                "timeZone",
                "is \"\(name)\", which is not an IANA time zone; write one such as \"\(nearest)\"")
        } else {
            configuration.timeZoneName = name
        }
    }

    /// Reads what operations' parameters declare as settings of a layer, each as its parameter
    /// reads a request.
    private mutating func readSettings(_ defaults: inout MappingReader) {
        for parameter in LayerType.settings {
            guard let text = text(of: parameter, in: &defaults) else { continue }
            do throws(RouteRequestError) {
                try parameter.setDefault(text, of: &configuration)
            } catch {
                for fault in error.faults { defaults.fault(parameter.name, fault.text) }
            }
        }
    }

    private func text(
        of parameter: ParameterDeclaration, in defaults: inout MappingReader
    ) -> String? {
        switch parameter.kind {
        case .truth: defaults.flag(parameter.name).map { "\($0)" }
        case .integer(let range): defaults.count(parameter.name, in: range).map { "\($0)" }
        case .word(let words): defaults.word(parameter.name, among: words)
        default: defaults.text(parameter.name)
        }
    }

    private mutating func readCosts(_ defaults: inout MappingReader) {
        if let name = attribute("impedanceAttributeName", .cost, &defaults) {
            configuration.impedanceAttributeName = name
        }
        if let names = attributes("restrictionAttributeNames", .restriction, &defaults) {
            configuration.restrictionAttributeNames = names
        }
        if let names = attributes("accumulateAttributeNames", .cost, &defaults) {
            configuration.accumulateAttributeNames = names
        }
        if let values = parameterValues(&defaults) {
            configuration.attributeParameterValues = values
        }
    }

    private mutating func readPlaces(_ defaults: inout MappingReader) {
        if var locate = defaults.mapping("locateSettings") {
            let unit = locate.word("toleranceUnits", of: MapUnit.self) ?? .meters
            if let tolerance = locate.number("tolerance", in: 0...1_000_000) {
                configuration.locateSettings.toleranceMeters = tolerance * unit.meters
            }
            if let relocates = locate.flag("allowAutoRelocate") {
                configuration.locateSettings.allowAutoRelocate = relocates
            }
            locate.finish()
        }
        if let number = defaults.count("outSR", in: 1...999_999) {
            configuration.outputSpatialReference = SpatialReference(wkid: number)
        }
    }

    private mutating func readPhrases(
        _ directions: inout MappingReader, of definition: ServiceDefinition
    ) {
        guard let folder = directions.text("phrases") else { return }
        let path = URL(
            fileURLWithPath: folder,
            relativeTo: URL(fileURLWithPath: definition.directory + "/")
        ).path
        do {
            try configuration.addPhrases(in: path)
        } catch {
            directions.fault("phrases", "is \"\(folder)\", which cannot be used: \(error)")
            lacksPhrases = true
        }
    }

    private mutating func readDirections(_ defaults: inout MappingReader) {
        if let language = defaults.text("directionsLanguage") {
            let languages = configuration.directionsSupportedLanguages
            if let nearest = configuration.language(nearest: language) {
                configuration.directionsLanguage = nearest
            } else if !lacksPhrases {
                // The refused phrases may have been for this language.
                defaults.fault(
                    "directionsLanguage",
                    "is \"\(language)\", \(NearestName.hint(for: language, among: languages))")
            }
        }
        if let name = attribute("directionsTimeAttributeName", .timeCost, &defaults) {
            configuration.directionsTimeAttributeName = name
        }
    }

    private mutating func readLimits(_ limits: inout MappingReader) {
        for limit in RequestLimit.all {
            let least = limit.key.hasPrefix("maximumStops") ? 2 : 0
            if let value = limits.count(limit.key, in: least...1_000_000_000) {
                configuration.limits[keyPath: limit.path] = value
            }
        }
        if let seconds = limits.number("maximumSolveSeconds", in: 0.001...86_400) {
            configuration.limits.maximumSolveSeconds = seconds
        }
    }
}

// MARK: - Travel modes

extension LayerSettings {
    private func readMode(_ reader: MappingReader) -> TravelMode? {
        var reader = reader
        let id = reader.required("id")
        let name = reader.required("name")
        let type = modeType(&reader)
        let impedance = requiredAttribute("impedanceAttributeName", .cost, &reader)
        let time = requiredAttribute("timeAttributeName", .timeCost, &reader)
        let distance = requiredAttribute("distanceAttributeName", .lengthCost, &reader)
        let summary = reader.text("description") ?? ""
        let restrictions = attributes("restrictionAttributeNames", .restriction, &reader) ?? []
        let values = parameterValues(&reader) ?? []
        let usesHierarchy = reader.flag("useHierarchy") ?? false
        let policy = reader.word("uturnAtJunctions", of: UTurnPolicy.self)
        let tolerance = reader.number("simplificationTolerance", in: 0...1_000_000)
        let units = reader.word("simplificationToleranceUnits", of: MapUnit.self) ?? .meters
        reader.finish()
        guard let id, let name, let impedance, let time, let distance else { return nil }
        return TravelMode(
            id: id, name: name, type: type, summary: summary, impedanceAttributeName: impedance,
            timeAttributeName: time, distanceAttributeName: distance,
            restrictionAttributeNames: restrictions, attributeParameterValues: values,
            useHierarchy: usesHierarchy, uTurnPolicy: policy ?? configuration.restrictUTurns,
            simplificationTolerance: tolerance, simplificationToleranceUnits: units)
    }

    private func modeType(_ reader: inout MappingReader) -> String {
        let types = ["AUTOMOBILE", "TRUCK", "WALK", "OTHER"]
        guard let type = reader.text("type") else { return "OTHER" }
        if !types.contains(type) {
            reader.fault("type", "is \"\(type)\", \(NearestName.hint(for: type, among: types))")
        }
        return type
    }

    private func refuseRepeatedModes(_ readers: [MappingReader]) {
        var seen: Set<String> = []
        for reader in readers {
            var reader = reader
            for key in ["id", "name"] {
                guard let text = reader.text(key) else { continue }
                if !seen.insert("\(key) \(text.lowercased())").inserted {
                    reader.fault(key, "is \"\(text)\", as in an earlier travel mode")
                }
            }
        }
    }

    private mutating func readDefaultMode(_ file: inout MappingReader) {
        guard let wanted = file.text("defaultTravelMode") else { return }
        let modes = configuration.travelModes
        if let mode = modes.first(where: { $0.id == wanted || $0.name == wanted }) {
            configuration.defaultTravelMode = mode.id
        } else {
            file.fault(
                "defaultTravelMode",
                "is \"\(wanted)\", \(NearestName.hint(for: wanted, among: modes.map(\.name)))")
        }
    }
}

// MARK: - Attributes

extension LayerSettings {
    private func attribute(
        _ key: String, _ role: AttributeCheck.Role, _ reader: inout MappingReader
    ) -> String? {
        guard let name = reader.text(key) else { return nil }
        return check.verify(
            Located(value: name, line: reader.line(of: key)), as: role, for: reader.name(of: key),
            problems)
    }

    private func requiredAttribute(
        _ key: String, _ role: AttributeCheck.Role, _ reader: inout MappingReader
    ) -> String? {
        guard reader.required(key) != nil else { return nil }
        return attribute(key, role, &reader)
    }

    private func attributes(
        _ key: String, _ role: AttributeCheck.Role, _ reader: inout MappingReader
    ) -> [String]? {
        reader.names(key)?.compactMap {
            check.verify($0, as: role, for: reader.name(of: key), problems)
        }
    }

    private func parameterValues(_ reader: inout MappingReader) -> [AttributeParameterValue]? {
        reader.mappings("attributeParameterValues")?.compactMap { item in
            var item = item
            defer { item.finish() }
            let attribute = item.required("attributeName")
            let parameter = item.required("parameterName")
            let value = item.required("value")
            guard let attribute, let parameter, let value,
                check.verify(
                    parameter: Located(value: parameter, line: item.line(of: "parameterName")),
                    of: Located(value: attribute, line: item.line(of: "attributeName")),
                    for: item.path, problems)
            else { return nil }
            return AttributeParameterValue(
                attributeName: attribute, parameterName: parameter, value: value)
        }
    }
}
