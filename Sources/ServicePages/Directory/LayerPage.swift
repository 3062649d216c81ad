// A layer's page: its operations, its defaults and its network.

import Geo
import Preparation
package import PublishedServices
package import RouteAPI

/// A layer's page, as tables.
package struct LayerPage {
    package let layer: PublishedLayer
    /// The limits that apply to one caller: the layer's and the server's.
    package let usage: UsageLimits

    package init(layer: PublishedLayer, usage: UsageLimits) {
        self.layer = layer
        self.usage = usage
    }

    private var description: LayerDescription { layer.description }
    private var configuration: RouteLayerConfiguration { layer.description.configuration }

    package var page: DirectoryPage {
        var page = DirectoryPage(
            title: "\(layer.layer) (\(layer.type.title))", trail: ServiceResource.trail(to: layer),
            lead: layer.summary, jsonPath: ResourcePath.layer(layer))
        page.section("operations", "Operations", writeOperations)
        page.section("modes", "Travel modes", writeModes)
        page.section("costs", "Costs", writeCosts)
        page.section("restrictions", "Restrictions", writeRestrictions)
        page.section("defaults", "Defaults", writeDefaults)
        page.section("classes", "Analysis classes", writeClasses)
        if !layer.stored.layers.isEmpty {
            page.section("stored", "Stored layers", writeStoredLayers)
        }
        page.section("directions", "Directions", writeDirections)
        page.section("limits", "Limits", writeLimits)
        page.section("network", "Network", writeNetwork)
        return page
    }

    private func writeOperations(_ html: inout HTML) {
        let operations =
            layer.answering.operations.map { operation in
                (operation.description.name, "\(operation.description.summary).")
            } + [("retrieveTravelModes", "The available travel modes, with all their settings.")]
            + (layer.answering is NetworkLayer
                ? [("traffic", "The live speeds and closures of the streets.")] : []) + maps
        html.cards(operations.map { ($0, "\(ResourcePath.layer(layer))/\($0)", $1) })
    }

    /// The map's resources that have a page or a document.
    private var maps: [(String, String)] {
        guard layer.answering.mapFacts != nil else { return [] }
        let page =
            layer.type == .route ? [("map", "Routes drawn on the network's streets.")] : []
        return page + [
            ("tiles.json", "Vector tiles of the streets, for QGIS and others (TileJSON)."),
            ("style.json", "How maps draw the tiles (MapLibre)."),
        ]
    }

    private func writeModes(_ html: inout HTML) {
        guard !configuration.travelModes.isEmpty else {
            html.element("p", "The layer has none; its defaults apply.")
            return
        }
        html.table(
            caption: "Sets of travel settings, by id or by name", id: "table-modes",
            columns: ["Name", "Id", "Type", "Minimizes", "Restrictions", "U-turns", "Description"],
            rows: configuration.travelModes.map { mode in
                [
                    Self.named(
                        mode.name,
                        tag: mode.id == configuration.defaultTravelMode ? "preselected" : nil),
                    HTML(code: mode.id), HTML(mode.type), HTML(code: mode.impedanceAttributeName),
                    Self.words(mode.restrictionAttributeNames),
                    HTML(code: mode.uTurnPolicy.rawValue),
                    Self.text(mode.summary),
                ]
            })
    }

    private func writeCosts(_ html: inout HTML) {
        let costs = description.attributes.filter { $0.usage == .cost }
        let others = description.attributes.filter { $0.usage == .descriptor }
        html.table(
            caption: "Costs that a route can minimize or total",
            id: "table-costs", columns: ["Name", "Unit", "Default use", "Parameters"],
            rows: costs.map { cost in
                var uses: [String] = []
                if let original = cost.aliasOf { uses.append("another name of \(original)") }
                if cost.name == configuration.impedanceAttributeName { uses.append("minimized") }
                if configuration.accumulateAttributeNames.contains(cost.name) {
                    uses.append("totaled")
                }
                if cost.name == configuration.directionsTimeAttributeName {
                    uses.append("times of directions")
                }
                return [
                    HTML(code: cost.name), HTML(code: cost.units.rawValue),
                    HTML(uses.joined(separator: ", ")), Self.parameters(cost.parameters),
                ]
            })
        guard !others.isEmpty else { return }
        html.table(
            caption: "Other attributes", id: "table-descriptors", columns: ["Name", "Parameters"],
            rows: others.map { [HTML(code: $0.name), Self.parameters($0.parameters)] })
    }

    private func writeRestrictions(_ html: inout HTML) {
        let restrictions = description.attributes.filter { $0.usage == .restriction }
        html.table(
            caption: "Restrictions that prohibit, avoid or prefer roads", id: "table-restrictions",
            columns: ["Name", "Active by default", "Default usage", "Other parameters"],
            rows: restrictions.map { restriction in
                let usage = restriction.parameters.first { Self.isUsage($0) }
                let others = restriction.parameters.filter { !Self.isUsage($0) }
                let isActive = configuration.restrictionAttributeNames.contains(restriction.name)
                return [
                    HTML(code: restriction.name), HTML(isActive ? "yes" : "no"),
                    HTML(code: usage.map { value(of: $0, restriction) } ?? ""),
                    Self.parameters(others),
                ]
            })
    }

    /// Returns a parameter's value in the layer, which may have its own.
    private func value(
        of parameter: NetworkAttributeDescription.Parameter,
        _ attribute: NetworkAttributeDescription
    ) -> String {
        let own = configuration.attributeParameterValues.last {
            $0.attributeName == attribute.name && $0.parameterName == parameter.name
        }
        return own?.value ?? parameter.defaultValue
    }

    private static func isUsage(_ parameter: NetworkAttributeDescription.Parameter) -> Bool {
        parameter.name.lowercased() == "restriction usage"
    }

    private func writeDefaults(_ html: inout HTML) {
        html.table(
            caption: "Defaults of requests", id: "table-defaults",
            columns: ["Parameter", "Default", "Meaning"],
            rows: layer.type.operation.parameters.compactMap { parameter in
                guard let text = parameter.defaultText(of: configuration) else { return nil }
                return [
                    HTML(code: parameter.name), HTML(value: text),
                    Self.text(Self.explanation(of: parameter)),
                ]
            })
        html.element("p", "Times without a zone are read in \(configuration.timeZoneName).")
    }

    private static func explanation(of parameter: ParameterDeclaration) -> String {
        let effect =
            switch parameter.travelModeEffect {
            case .overrides: " A travel mode's setting takes precedence over it."
            case .supplies: " A travel mode's setting applies where it is absent."
            case nil: ""
            }
        return parameter.explanation + effect
    }

    private func writeClasses(_ html: inout HTML) {
        for found in AnalysisClass.all(of: description) {
            html.element("details") { html in
                html.element("summary", "\(found.name) (\(found.fields.count) fields)")
                html.table(
                    caption: "Fields of \(found.name)", id: "class-\(found.name)",
                    columns: ["Field", "Type", "Default", "Direction", "Meaning"],
                    rows: found.fields.map { field in
                        [
                            HTML(code: field.name), HTML(field.type.word),
                            HTML(code: field.defaultValue), HTML(field.direction.word),
                            Self.text(field.explanation),
                        ]
                    })
            }
        }
    }

    private func writeStoredLayers(_ html: inout HTML) {
        html.element(
            "p", "Inputs of requests may name these layers in place of rows of their own.")
        html.table(
            caption: "Layers that {\"type\":\"layer\",\"layerName\":…} may name",
            id: "table-stored", columns: ["Name", "Shapes", "In every request", "Edited"],
            rows: description.storedLayers.map { stored in
                [
                    HTML(code: stored.name), HTML(code: stored.geometryType?.rawValue ?? ""),
                    HTML(stored.standing.map { "\($0.words)s" } ?? ""),
                    HTML(stored.isEditable ? "by editors" : "no"),
                ]
            })
    }

    private func writeDirections(_ html: inout HTML) {
        html.facts([
            ("Languages", configuration.directionsSupportedLanguages.joined(separator: ", ")),
            ("Default language", configuration.directionsLanguage),
            ("Styles", configuration.directionsStyleNames.joined(separator: ", ")),
            ("Lengths in", configuration.directionsLengthUnits.rawValue),
        ])
    }

    private func writeLimits(_ html: inout HTML) {
        let limits = configuration.limits
        var keys: Set<String> = []
        let own = layer.answering.operations.flatMap(\.description.limits)
        let counts = (own + RequestLimit.common).filter { keys.insert($0.key).inserted }
        html.table(
            caption: "Limits of one request", id: "table-limits",
            columns: ["Limit", "At most"],
            rows: counts.map {
                [HTML($0.title), HTML(ShownNumber.grouped(limits[keyPath: $0.path]))]
            } + [
                [HTML("Seconds of solving"), HTML(ShownNumber.text(limits.maximumSolveSeconds))]
            ])
        html.table(
            caption: "Limits of one user, or of one address without a token, over time",
            id: "table-usage", columns: ["Limit", "At most"],
            rows: [
                ("Requests a minute", usage.requestsPerMinute.map { ShownNumber.grouped($0) }),
                (
                    "Seconds of solving a minute",
                    usage.solveSecondsPerMinute.map { ShownNumber.text($0) }
                ),
                ("Solves that run or wait at once", usage.runningSolves.map { "\($0)" }),
            ].map { [HTML($0.0), HTML($0.1 ?? "no limit")] })
    }

    /// By a copy: read in place, the property's inlined switch crashes the optimizer of Swift 6.3.
    private var referenceText: String {
        let reference = configuration.outputSpatialReference
        guard let wkid = reference.wkid else { return "by text" }
        return "WKID \(wkid)"
    }

    private func writeNetwork(_ html: inout HTML) {
        html.facts([
            ("Name", description.networkName),
            ("Edge source", description.edgeSourceName),
            (
                "Data of",
                description.buildTime == 0 ? "unknown" : ISODateTime.text(description.buildTime)
            ),
            ("Fingerprint", description.fingerprint),
            ("Output spatial reference", referenceText),
            ("Copyright", description.attribution),
        ])
    }

    private static func named(_ name: String, tag: String?) -> HTML {
        var html = HTML(name)
        if let tag { html.element("span", ["class": "tag"], tag) }
        return html
    }

    private static func text(_ text: String) -> HTML {
        var html = HTML()
        if !text.isEmpty { html.element("p", ["class": "cell"], text) }
        return html
    }

    private static func words(_ words: [String]) -> HTML {
        text(words.isEmpty ? "none" : words.joined(separator: ", "))
    }

    private static func parameters(
        _ parameters: [NetworkAttributeDescription.Parameter]
    ) -> HTML {
        text(parameters.map { "\($0.name) = \($0.defaultValue)" }.joined(separator: "; "))
    }
}

extension FieldType {
    fileprivate var word: String {
        switch self {
        case .objectID: "object id"
        case .integer: "integer"
        case .double: "number"
        case .string: "text"
        case .date: "time"
        }
    }
}

extension Column.Direction {
    fileprivate var word: String {
        switch self {
        case .input: "input"
        case .output: "output"
        case .both: "both"
        }
    }
}
