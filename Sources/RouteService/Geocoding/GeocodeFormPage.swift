// The form of a geocode service's operation, alone or below an answer.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// A page to ask a geocode service without a program.
struct GeocodeFormPage: Resource {
    let service: GeocodeService
    let operation: GeocodeOperation
    /// The fields as sent, shown again.
    let fields: FormParameters

    var isCacheable: Bool { false }

    private var servicePath: String {
        PathPattern<GeocodeService>.geocodeService.path(of: service)
    }

    private var path: String { "\(servicePath)/\(operation.rawValue)" }

    private var trail: [DirectoryPage.Crumb] {
        ServiceResource.trail(to: service.layer.folder) + [
            DirectoryPage.Crumb(
                name: "\(service.layer.service) (GeocodeServer)", path: servicePath)
        ]
    }

    /// The pages above an answer.
    var trailBelow: [DirectoryPage.Crumb] {
        trail + [DirectoryPage.Crumb(name: operation.rawValue, path: path)]
    }

    /// Whether the request asks anything; a page that does not shows the form.
    var isAsked: Bool {
        GeocodeParameter.all(of: operation).contains { fields.hasText($0.name) }
    }

    /// The form, sent by GET.
    var form: HTML {
        let controls = GeocodeParameter.all(of: operation).map {
            ControlForm.Control(name: $0.name, hint: $0.explanation, isTall: $0.isLong)
        }
        return ControlForm(action: path, fields: fields).html(
            controls + [
                ControlForm.Control(
                    name: "f", hint: "The form of the answer.",
                    options: ["html", "json", "pjson"], initial: "html")
            ], button: "\(operation.rawValue) (GET)", method: "get")
    }

    func json(pretty: Bool) -> [UInt8] { object(pretty: pretty) { _ in } }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: operation.rawValue, trail: trail,
            lead: "\(operation.summary).")
        page.section("form", "Question") { html in html.append(form) }
        return page
    }
}
