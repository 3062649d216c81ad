// The page with an operation's form.

package import PublishedServices
package import RouteAPI

/// The form for a layer's operation.
package struct OperationFormResource: Resource {
    package let layer: PublishedLayer
    package let operation: LayerOperation
    /// The fields as sent, shown again.
    package let fields: FormParameters

    package init(layer: PublishedLayer, operation: LayerOperation, fields: FormParameters) {
        self.layer = layer
        self.operation = operation
        self.fields = fields
    }

    package func json(pretty: Bool) -> [UInt8] {
        ErrorEnvelope.json(
            RouteRequestError.invalidParameter(
                operation.fieldName(of: operation.locations.first ?? ""),
                "is missing; send places as x,y;x,y"),
            pretty: pretty)
    }

    package func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: operation.title, trail: Self.trail(to: layer), lead: operation.explanation)
        page.content.append(OperationForm(layer: layer, operation: operation, fields: fields).html)
        return page
    }

    /// Returns the pages from the root to a layer's operations.
    package static func trail(to layer: PublishedLayer) -> [DirectoryPage.Crumb] {
        ServiceResource.trail(to: layer) + [
            DirectoryPage.Crumb(name: layer.layer, path: ResourcePath.layer(layer))
        ]
    }

    /// Returns the pages from the root to an operation's answers.
    package static func trail(
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
    package var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}
