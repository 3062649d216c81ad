// What the outputs of a tool are written with.

import Geo
import RouteAPI

/// A cost of the network with its unit.
struct ToolCost: Hashable, Sendable {
    /// The name under which answers total it.
    var name: String
    /// The unit of its values.
    var unit: NetworkUnit
}

/// What the outputs of a tool are written with.
struct ToolSettings: Hashable, Sendable {
    /// The unit of the request: `Measurement_Units`.
    var unit = NetworkUnit.minutes
    /// The unit of `Total_Time`.
    var timeUnit = NetworkUnit.minutes
    /// The unit of `Total_Distance`.
    var lengthUnit = NetworkUnit.kilometers
    /// The cost of which times are made; `nil` when the network has none.
    var time: ToolCost?
    /// The cost of which lengths are made; `nil` when the network has none.
    var length: ToolCost?
    /// Other costs that are totaled.
    var accumulated: [ToolCost] = []
    /// Whether directions were asked for.
    var hasDirections = false
    /// Whether edges were asked for.
    var hasEdges = false
    /// The format of the outputs as files; `nil` when none are asked for.
    var fileFormat: ResultFileFormat?
    /// The name of the network's edges.
    var edgeSourceName = ""
}
