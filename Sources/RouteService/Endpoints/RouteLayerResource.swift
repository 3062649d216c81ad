// `…/NAServer/{layer}`: the defaults of a layer, and the network under it.

import Geo
import RouteAPI

/// One layer.
struct RouteLayerResource: Resource {
    let layer: PublishedLayer
    /// The running and waiting solves that the server accepts of one caller, at all of its layers.
    let solvesOfOneCaller: Int

    /// The usage limits of the layer, as far as they are lower than those of the server.
    private var usage: UsageLimits {
        var usage = layer.usage
        usage.runningSolves = min(usage.runningSolves ?? .max, solvesOfOneCaller)
        return usage
    }

    func json(pretty: Bool) -> [UInt8] {
        var description = layer.description
        description.usage = usage
        return LayerResourceWriter.json(description, pretty: pretty)
    }

    func page() -> DirectoryPage { LayerPage(layer: layer, usage: usage).page }
}
