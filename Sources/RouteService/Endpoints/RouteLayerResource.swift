// `…/NAServer/{layer}`: the defaults of a layer, and the network under it.

import Geo
import RouteAPI

/// One layer.
struct RouteLayerResource: Resource {
    let layer: PublishedLayer

    func json(pretty: Bool) -> [UInt8] {
        LayerResourceWriter.json(layer.description, pretty: pretty)
    }

    func page() -> DirectoryPage { LayerPage(layer: layer).page }
}
