// The rows of search by name.

import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

extension ResourceTable {
    /// The geocode services and their operations.
    static let geocoding: [ResourceRow] =
        [
            ResourceRow(
                PathPattern<GeocodeService>.geocodeService, described: .geocodeService,
                layer: \.layer, isListed: true,
                help: { PathPattern<GeocodeService>.geocodeService.path(of: $0) }
            ) { service, asking, _ in
                asking.writer.response(GeocodeServiceResource(service: service))
            }
        ]
        + GeocodeOperation.allCases.map { operation in
            ResourceRow(
                PathPattern<GeocodeService>.geocodeService / operation.rawValue,
                described: .operation(operation), layer: \.layer,
                maximumBodyBytes: { $0.layer.limits.maximumRequestBytes }, isListed: true,
                help: { PathPattern<GeocodeService>.geocodeService.path(of: $0) }
            ) { service, asking, server in
                try await GeocodeEndpoint(
                    service: service, operation: operation, asking: asking, queue: server.queue,
                    client: server.clients.presence(on: asking.context.channel)
                ).respond()
            }
        }
}
