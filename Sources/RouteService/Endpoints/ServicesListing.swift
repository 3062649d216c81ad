// `{root}/services` and its folders.

import Geo

/// What a folder holds; `""` is the root.
struct ServicesListing: Resource {
    /// The way back to the root, for pages.
    static let rootCrumb = DirectoryPage.Crumb(name: "Services", path: ResourcePath.services)

    let folder: String
    let catalog: ServiceCatalog

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            // Inside a folder the key stays: clients take a body with `folders` for a server.
            writer.strings("folders", folder.isEmpty ? catalog.folders : [])
            writer.array("services") { writer in
                for service in catalog.services(in: folder) {
                    writer.beginObject()
                    writer.member("name", folder.isEmpty ? service : "\(folder)/\(service)")
                    writer.member("type", "NAServer")
                    writer.endObject()
                }
                guard folder.isEmpty else { return }
                writer.beginObject()
                writer.member("name", RoutingTask.service)
                writer.member("type", "GPServer")
                writer.endObject()
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: folder.isEmpty ? "Services" : folder,
            trail: folder.isEmpty ? [] : [Self.rootCrumb],
            lead: folder.isEmpty
                ? "Routes over street networks, as clients of ArcGIS ask them." : "",
            jsonPath: ResourcePath.folder(folder))
        let folders = folder.isEmpty ? catalog.folders : []
        if !folders.isEmpty {
            page.section("folders", "Folders") { html in
                html.cards(folders.map { ($0, ResourcePath.folder($0), "") })
            }
        }
        page.section("services", "Services") { html in
            let services = catalog.services(in: folder)
            if services.isEmpty { html.element("p", "There are none here.") }
            html.cards(
                services.map { service in
                    let layers = catalog.layers(of: service, in: folder)
                    return (
                        "\(service) (NAServer)", ResourcePath.service(service, in: folder),
                        layers.first?.summary ?? ""
                    )
                })
            guard folder.isEmpty else { return }
            html.cards([
                (
                    "\(RoutingTask.service) (GPServer)", ResourcePath.utilities,
                    TaskServiceResource.summary
                )
            ])
        }
        return page
    }
}
