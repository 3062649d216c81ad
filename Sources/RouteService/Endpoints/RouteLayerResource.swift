// `…/NAServer/{layer}`: a layer's defaults, and the network under it.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

struct RouteLayerResource: Resource {
    let layer: PublishedLayer
    /// How many running and waiting solves the server accepts from one caller, over all its layers.
    let solvesOfOneCaller: Int

    /// The layer's usage limits, or the server's where they are lower.
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
