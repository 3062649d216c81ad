// What is needed to write a tool's outputs.

import Geo
import RouteAPI

/// A cost in the network with its unit.
struct ToolCost: Hashable, Sendable {
    /// The name under which answers total it.
    var name: String
    var unit: NetworkUnit
}

/// What is needed to write a tool's outputs.
struct ToolSettings: Hashable, Sendable {
    /// The request's unit: `Measurement_Units`.
    var unit = NetworkUnit.minutes
    /// The unit for `Total_Time`.
    var timeUnit = NetworkUnit.minutes
    /// The unit for `Total_Distance`.
    var lengthUnit = NetworkUnit.kilometers
    /// The cost from which times are computed; `nil` if the network has none.
    var time: ToolCost?
    /// The cost from which lengths are computed; `nil` if the network has none.
    var length: ToolCost?
    /// Other costs to total.
    var accumulated: [ToolCost] = []
    /// Whether directions were requested.
    var hasDirections = false
    /// Whether edges were requested.
    var hasEdges = false
    /// The format for outputs as files; `nil` if none were requested.
    var fileFormat: ResultFileFormat?
    /// The name the network gives its edges.
    var edgeSourceName = ""
}
