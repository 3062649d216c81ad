// The form that a person solves with. It sends exactly what a client would.

import Geo
import RouteAPI

/// The form of a layer's solve operation.
struct SolveFormResource: Resource {
    let layer: PublishedLayer
    /// What was sent already, shown again.
    let fields: FormParameters

    func json(pretty: Bool) -> [UInt8] {
        ErrorEnvelope.json(
            .invalidParameter("stops", "is missing; at least two stops are needed"),
            pretty: pretty)
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Solve",
            trail: ServiceResource.trail(to: layer) + [
                DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer))
            ])
        page.content.append(SolveForm(layer: layer, fields: fields).html)
        return page
    }
}

/// The controls of the form.
struct SolveForm {
    let layer: PublishedLayer
    let fields: FormParameters

    /// The form with its controls.
    var html: HTML {
        var html = HTML()
        let action = "\(ResourcePath.layer(layer))/solve"
        html.element("form", ["action": action, "method": "get"]) { html in
            for control in controls { write(control, to: &html) }
            html.element("p") { html in
                html.element("button", ["type": "submit"], "Solve (GET)")
                html.text(" ")
                html.element("button", ["type": "submit", "formmethod": "post"], "Solve (POST)")
            }
        }
        return html
    }

    private enum Kind {
        case line
        case area
        case choice([(value: String, label: String)])
    }

    private struct Control {
        var name: String
        var label: String
        var hint = ""
        var kind = Kind.line
    }

    private var controls: [Control] {
        let defaults = layer.description.configuration
        return inputs + costs(defaults) + order(defaults) + outputs(defaults) + [
            Control(
                name: "f", label: "Format",
                kind: .choice(["html", "json", "pjson", "geojson"].map { ($0, $0) }))
        ]
    }

    private var inputs: [Control] {
        [
            Control(
                name: "stops", label: "Stops",
                hint: "x,y; x,y in WGS 84, or an Esri JSON feature set", kind: .area),
            Control(
                name: "barriers", label: "Point barriers", hint: "as stops", kind: .area),
            Control(
                name: "polylineBarriers", label: "Line barriers", hint: "Esri JSON feature set",
                kind: .area),
            Control(
                name: "polygonBarriers", label: "Polygon barriers", hint: "Esri JSON feature set",
                kind: .area),
        ]
    }

    private func costs(_ defaults: RouteLayerConfiguration) -> [Control] {
        let attributes = layer.description.attributes.filter { $0.usage == .cost }.map(\.name)
        return [
            choice(
                "travelMode", "Travel mode", "none: the settings below apply",
                defaults.travelModes.map { ($0.id, $0.name) }),
            choice(
                "impedanceAttributeName", "Cost to minimize",
                "default \(defaults.impedanceAttributeName)", attributes.map { ($0, $0) }),
            Control(
                name: "restrictionAttributeNames", label: "Restrictions",
                hint: "default \(defaults.restrictionAttributeNames.joined(separator: ", ")); "
                    + "none for no restriction"),
            Control(
                name: "accumulateAttributeNames", label: "Costs to total as well",
                hint: "default \(defaults.accumulateAttributeNames.joined(separator: ", "))"),
            Control(
                name: "attributeParameterValues", label: "Attribute parameters",
                hint: "JSON list of attributeName, parameterName and value"),
            choice(
                "restrictUTurns", "U-turns", "default \(defaults.restrictUTurns.rawValue)",
                UTurnPolicy.allCases.map { ($0.rawValue, $0.rawValue) }),
        ]
    }

    private func order(_ defaults: RouteLayerConfiguration) -> [Control] {
        [
            Control(
                name: "startTime", label: "Departure", hint: "milliseconds since 1970, or now"),
            flag("startTimeIsUTC", "Departure is UTC", false),
            flag("useTimeWindows", "Use time windows", defaults.useTimeWindows),
            flag("findBestSequence", "Find the best order", defaults.findBestSequence),
            flag("preserveFirstStop", "Keep the first stop", defaults.preserveFirstStop),
            flag("preserveLastStop", "Keep the last stop", defaults.preserveLastStop),
            flag(
                "ignoreInvalidLocations", "Skip stops that cannot be placed",
                defaults.ignoreInvalidLocations),
        ]
    }

    private func outputs(_ defaults: RouteLayerConfiguration) -> [Control] {
        [
            flag("returnRoutes", "Return routes", true),
            flag("returnStops", "Return stops", false),
            flag("returnDirections", "Return directions", defaults.returnDirections),
            choice(
                "directionsLengthUnits", "Unit of lengths in directions",
                "default \(defaults.directionsLengthUnits.rawValue)",
                NetworkUnit.allCases.filter { $0.meters != nil }
                    .map { ($0.rawValue, $0.rawValue) }),
            choice(
                "outputLines", "Route shape", "default \(defaults.outputLines.rawValue)",
                OutputLineType.allCases.map { ($0.rawValue, $0.rawValue) }),
            Control(
                name: "outSR", label: "Output spatial reference",
                hint: "WKID or JSON; default "
                    + (defaults.outputSpatialReference.wkid.map { String($0) } ?? "the layer's")),
            Control(
                name: "outputGeometryPrecision", label: "Generalization",
                hint: "0 for none; default \(defaults.outputGeometryPrecision)"),
        ]
    }

    private func choice(
        _ name: String, _ label: String, _ hint: String, _ options: [(String, String)]
    ) -> Control {
        Control(
            name: name, label: label, hint: hint,
            kind: .choice([("", "as the layer says")] + options.map { ($0.0, $0.1) }))
    }

    private func flag(_ name: String, _ label: String, _ isOn: Bool) -> Control {
        choice(name, label, "default \(isOn)", [("true", "true"), ("false", "false")])
    }

    private func write(_ control: Control, to html: inout HTML) {
        let value = fields.text(control.name) ?? ""
        html.element("div") { html in
            html.element("label", ["for": control.name]) { html in
                html.text("\(control.label) ")
                html.element("span", ["class": "hint"], control.hint)
            }
            switch control.kind {
            case .line:
                html.void(
                    "input", ["id": control.name, "name": control.name, "value": value])
            case .area:
                html.element(
                    "textarea", ["id": control.name, "name": control.name, "rows": "3"], value)
            case .choice(let options):
                html.element("select", ["id": control.name, "name": control.name]) { html in
                    for option in options {
                        if option.value == value {
                            html.element(
                                "option", ["value": option.value, "selected": ""], option.label)
                        } else {
                            html.element("option", ["value": option.value], option.label)
                        }
                    }
                }
            }
        }
    }
}
