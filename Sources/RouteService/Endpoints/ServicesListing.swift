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
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: folder.isEmpty ? "Services" : folder,
            trail: folder.isEmpty ? [] : [Self.rootCrumb], jsonPath: ResourcePath.folder(folder))
        let folders = folder.isEmpty ? catalog.folders : []
        if !folders.isEmpty {
            page.content.element("h2", "Folders")
            page.content.list(folders) { $0.link($1, to: ResourcePath.folder($1)) }
        }
        let services = catalog.services(in: folder)
        page.content.element("h2", "Services")
        if services.isEmpty { page.content.element("p", "There are none here.") }
        page.content.list(services) { html, service in
            html.link(service, to: ResourcePath.service(service, in: folder))
            html.text(" (NAServer) ")
            html.text(catalog.layers(of: service, in: folder).first?.summary ?? "")
        }
        return page
    }
}
