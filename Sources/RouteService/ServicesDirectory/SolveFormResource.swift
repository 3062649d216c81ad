// The page that a person solves from.

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
            title: "Solve", trail: Self.trail(to: layer),
            lead: "Finds routes through stops. What is left as it is takes the layer's default.")
        page.content.append(SolveForm(layer: layer, fields: fields).html)
        return page
    }

    /// The way to the operations of a layer.
    static func trail(to layer: PublishedLayer) -> [DirectoryPage.Crumb] {
        ServiceResource.trail(to: layer) + [
            DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer))
        ]
    }
}
