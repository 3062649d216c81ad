// `{root}/services` and its folders.

import Geo
package import PublishedServices

/// The services in a folder; `""` is the root.
package struct ServicesListing: Resource {
    /// The root, which comes first in every trail of pages.
    package static let rootCrumb = DirectoryPage.Crumb(
        name: "Services", path: ResourcePath.services)

    package let folder: String
    package let catalog: ServiceCatalog
    /// Whether the services' tasks are served.
    package var hasJobs = false

    package init(folder: String, catalog: ServiceCatalog, hasJobs: Bool = false) {
        self.folder = folder
        self.catalog = catalog
        self.hasJobs = hasJobs
    }

    package func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            // Folders have the key too: clients recognize a server by a body with `folders`.
            writer.strings("folders", folder.isEmpty ? catalog.folders : [])
            writer.array("services") { writer in
                for service in catalog.services(in: folder) {
                    writer.beginObject()
                    writer.member("name", folder.isEmpty ? service : "\(folder)/\(service)")
                    writer.member("type", "NAServer")
                    writer.endObject()
                    if FeatureService(service, in: folder, of: catalog) != nil {
                        writer.beginObject()
                        writer.member("name", folder.isEmpty ? service : "\(folder)/\(service)")
                        writer.member("type", "FeatureServer")
                        writer.endObject()
                    }
                    if GeocodeService(catalog.layers(of: service, in: folder)) != nil {
                        writer.beginObject()
                        writer.member("name", folder.isEmpty ? service : "\(folder)/\(service)")
                        writer.member("type", "GeocodeServer")
                        writer.endObject()
                    }
                    guard hasJobs else { continue }
                    writer.beginObject()
                    writer.member("name", folder.isEmpty ? service : "\(folder)/\(service)")
                    writer.member("type", "GPServer")
                    writer.endObject()
                }
                guard folder.isEmpty else { return }
                if hasJobs, let tools = TaskServer.tools(in: catalog) {
                    writer.beginObject()
                    writer.member("name", tools.name)
                    writer.member("type", "GPServer")
                    writer.endObject()
                }
                writer.beginObject()
                writer.member("name", RoutingTask.service)
                writer.member("type", "GPServer")
                writer.endObject()
            }
        }
    }

    package func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: folder.isEmpty ? "Services" : folder,
            trail: folder.isEmpty ? [] : [Self.rootCrumb],
            lead: folder.isEmpty
                ? "Routes over street networks, for clients of ArcGIS." : "",
            jsonPath: ResourcePath.folder(folder))
        if folder.isEmpty, !PathPattern<PublishedLayer>.mapPage.all(catalog).isEmpty {
            page.section("map", "Map") { html in
                html.cards([
                    (
                        "Map", PathPattern<Void>.map.path,
                        "Routes drawn on the network's streets: drag stops, barriers and the line."
                    )
                ])
            }
        }
        if folder.isEmpty {
            page.section("guide", "Guide") { html in
                html.cards([
                    (
                        "Guide", PathPattern<Void>.guide.path,
                        "How to ask for routes, field by field, and how to run a server."
                    )
                ])
            }
        }
        let folders = folder.isEmpty ? catalog.folders : []
        if !folders.isEmpty {
            page.section("folders", "Folders") { html in
                html.cards(folders.map { ($0, ResourcePath.folder($0), "") })
            }
        }
        page.section("services", "Services") { html in
            let services = catalog.services(in: folder)
            if services.isEmpty { html.element("p", "This folder has no services.") }
            html.cards(
                services.map { service in
                    let layers = catalog.layers(of: service, in: folder)
                    let summary = layers.first?.summary ?? ""
                    return (
                        "\(service) (NAServer)", ResourcePath.service(service, in: folder),
                        summary.isEmpty ? layers.map(\.layer).joined(separator: ", ") : summary
                    )
                })
            html.cards(
                services.compactMap { FeatureService($0, in: folder, of: catalog) }.map { service in
                    (
                        "\(service.name) (FeatureServer)", ResourcePath.featureService(service),
                        service.layers.map(\.stored.name).joined(separator: ", ")
                    )
                })
            writeSearches(of: services, to: &html)
            if hasJobs { writeTasks(of: services, to: &html) }
            guard folder.isEmpty else { return }
            html.cards([
                (
                    "\(RoutingTask.service) (GPServer)", ResourcePath.utilities,
                    RoutingTask.serviceSummary
                )
            ])
        }
        return page
    }

    private func writeSearches(of services: [String], to html: inout HTML) {
        html.cards(
            services.compactMap { GeocodeService(catalog.layers(of: $0, in: folder)) }.map {
                (
                    "\($0.layer.service) (GeocodeServer)",
                    PathPattern<GeocodeService>.geocodeService.path(of: $0),
                    "Finds places, addresses and streets of the network by name."
                )
            })
    }

    private func writeTasks(of services: [String], to html: inout HTML) {
        var servers = services.map {
            TaskServer(folder: folder, service: $0, layers: catalog.layers(of: $0, in: folder))
        }
        if folder.isEmpty, let tools = TaskServer.tools(in: catalog) { servers.append(tools) }
        html.cards(servers.map { ("\($0.name) (GPServer)", $0.path, $0.summary) })
    }
}
