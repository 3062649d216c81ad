// `…/{service}/GeocodeServer`: what a geocode service takes and returns.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

struct GeocodeServiceResource: Resource {
    let service: GeocodeService

    private var path: String { PathPattern<GeocodeService>.geocodeService.path(of: service) }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("serviceDescription", service.layer.summary)
            writer.array("addressFields") { writer in
                for field in GeocodeForm.addressFields { writer.addressField(field, field) }
            }
            writer.array("categories") { _ in }
            writer.key("singleLineAddressField")
            writer.addressField(GeocodeForm.singleLineField, "Single Line Input")
            writer.array("candidateFields") { writer in
                for field in GeocodeField.allCases {
                    writer.field(
                        field.rawValue,
                        field == .score ? "esriFieldTypeDouble" : "esriFieldTypeString")
                }
            }
            writer.key("spatialReference")
            writer.esriSpatialReference(.wgs84)
            writer.object("locatorProperties") { writer in
                writer.member("SuggestedBatchSize", 150)
                writer.member("MaxBatchSize", GeocodeForm.mostRecords)
                writer.member("LoadBalancerTimeOut", 60)
                writer.member("isAMLocator", true)
            }
            writer.member("capabilities", "Geocode,ReverseGeocode,Suggest")
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "\(service.layer.service) (GeocodeServer)",
            trail: ServiceResource.trail(to: service.layer.folder),
            lead: "Finds places, addresses and streets of the network by name.", jsonPath: path)
        page.section("operations", "Operations") { html in
            html.cards(
                GeocodeOperation.allCases.map {
                    ($0.rawValue, "\(path)/\($0.rawValue)", "\($0.summary).")
                })
        }
        return page
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ name: String, _ type: String) {
        beginObject()
        member("name", name)
        member("type", type)
        member("alias", name)
        member("required", false)
        endObject()
    }

    fileprivate mutating func addressField(_ name: String, _ alias: String) {
        beginObject()
        member("name", name)
        member("type", "esriFieldTypeString")
        member("alias", alias)
        member("required", false)
        member("length", GeocodeForm.mostTextBytes)
        endObject()
    }
}
