// The two geoprocessing tasks with which clients look up travel modes and the network before they
// request routes. TaskAnswer.swift has their answers.

import Geoprocessing
import RouteAPI

/// A task in the utilities service.
package enum RoutingTask: String, Sendable, CaseIterable {
    /// Returns the travel modes and the default one.
    case travelModes = "GetTravelModes"
    /// Returns a tool's network and limits.
    case toolInfo = "GetToolInfo"

    /// The name of the service that has the tasks, as in ArcGIS Enterprise portals.
    package static let service = "NetworkAnalysisUtilities"
    /// Synchronous for the whole service, as clients require.
    package static let execution = "esriExecutionTypeSynchronous"

    package static let serviceSummary =
        "Lookups of clients before a solve: the travel modes, and the network of the tools."

    /// Finds a task by its name, in any case.
    package init?(name: String) {
        let wanted = name.lowercased()
        guard let task = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
            return nil
        }
        self = task
    }

    /// What the task does. Clients compile it as Python, so it must not have backslashes.
    package var summary: String {
        switch self {
        case .travelModes: "The available travel modes, and the default one."
        case .toolInfo: "The network that a tool runs on, and the tool's limits."
        }
    }

    /// The task's parameters, in the order for the page and the results.
    package var parameters: [TaskParameter] {
        switch self {
        case .travelModes:
            [
                .output("supportedTravelModes", "Supported Travel Modes", .recordSet),
                .output("defaultTravelMode", "Default Travel Mode", .string),
            ]
        case .toolInfo:
            [
                .input(
                    "serviceName", "Service Name", .string, default: GPTool.findRoutes.helperService
                ),
                .input("toolName", "Tool Name", .string, default: GPTool.findRoutes.name),
                .input(
                    "includeNetworkSourceInfo", "Include Network Source Info", .boolean,
                    default: "false"),
                .output("toolInfo", "Tool Info", .string),
            ]
        }
    }
}

package struct TaskParameter: Sendable {
    /// A value's type.
    package enum DataType: String, Sendable {
        case string = "GPString"
        case boolean = "GPBoolean"
        case recordSet = "GPRecordSet"
    }

    package let name: String
    package let title: String
    package let type: DataType
    package let isInput: Bool
    package let defaultValue: String?

    package static func input(
        _ name: String, _ title: String, _ type: DataType, default value: String
    ) -> TaskParameter {
        TaskParameter(name: name, title: title, type: type, isInput: true, defaultValue: value)
    }

    package static func output(_ name: String, _ title: String, _ type: DataType) -> TaskParameter {
        TaskParameter(name: name, title: title, type: type, isInput: false, defaultValue: nil)
    }
}
