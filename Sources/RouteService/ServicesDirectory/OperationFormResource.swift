// The page with an operation's form.

import RouteAPI

/// The form for a layer's operation.
struct OperationFormResource: Resource {
    let layer: PublishedLayer
    let operation: LayerOperation
    /// The fields as sent, shown again.
    let fields: FormParameters

    func json(pretty: Bool) -> [UInt8] {
        ErrorEnvelope.json(
            RouteRequestError.invalidParameter(
                operation.fieldName(of: operation.locations.first ?? ""),
                "is missing; send places as x,y;x,y"),
            pretty: pretty)
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: operation.title, trail: Self.trail(to: layer), lead: operation.explanation)
        page.content.append(OperationForm(layer: layer, operation: operation, fields: fields).html)
        return page
    }

    /// Returns the pages from the root to a layer's operations.
    static func trail(to layer: PublishedLayer) -> [DirectoryPage.Crumb] {
        ServiceResource.trail(to: layer) + [
            DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer))
        ]
    }

    /// Returns the pages from the root to an operation's answers.
    static func trail(
        to layer: PublishedLayer, _ operation: LayerOperation
    ) -> [DirectoryPage.Crumb] {
        trail(to: layer) + [
            DirectoryPage.Crumb(
                name: operation.title, path: "\(ResourcePath.layer(layer))/\(operation.name)")
        ]
    }
}

extension LayerOperation {
    /// The name as a heading.
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}
