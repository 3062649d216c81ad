// The two geoprocessing tasks from which clients read the travel modes and the network before they
// request routes. TaskAnswer.swift has their answers.

import Geoprocessing
import RouteAPI

/// A task of the utilities.
enum RoutingTask: String, Sendable, CaseIterable {
    /// Returns the travel modes and the default one.
    case travelModes = "GetTravelModes"
    /// Returns the network of a tool, and the tool's limits.
    case toolInfo = "GetToolInfo"

    /// The name of the service that has the tasks, as portals of ArcGIS Enterprise have it.
    static let service = "NetworkAnalysisUtilities"
    /// Synchronous for the whole service, as clients require.
    static let execution = "esriExecutionTypeSynchronous"

    /// A task by its name, in any case.
    init?(name: String) {
        let wanted = name.lowercased()
        guard let task = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
            return nil
        }
        self = task
    }

    /// The description of the task. Clients compile it as Python, so it must not have backslashes.
    var summary: String {
        switch self {
        case .travelModes: "The available travel modes, and the default one."
        case .toolInfo: "The network that a tool runs on, and the tool's limits."
        }
    }

    /// The parameters of the task, in the order of the page and of the results.
    var parameters: [TaskParameter] {
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
                .input("toolName", "Tool Name", .string, default: GPTool.findRoutes.rawValue),
                .input(
                    "includeNetworkSourceInfo", "Include Network Source Info", .boolean,
                    default: "false"),
                .output("toolInfo", "Tool Info", .string),
            ]
        }
    }
}

/// A parameter of a task.
struct TaskParameter: Sendable {
    /// The type of a value.
    enum DataType: String, Sendable {
        case string = "GPString"
        case boolean = "GPBoolean"
        case recordSet = "GPRecordSet"
    }

    let name: String
    let title: String
    let type: DataType
    /// Whether it is an input.
    let isInput: Bool
    /// The default of an input.
    let defaultValue: String?

    static func input(
        _ name: String, _ title: String, _ type: DataType, default value: String
    ) -> TaskParameter {
        TaskParameter(name: name, title: title, type: type, isInput: true, defaultValue: value)
    }

    static func output(_ name: String, _ title: String, _ type: DataType) -> TaskParameter {
        TaskParameter(name: name, title: title, type: type, isInput: false, defaultValue: nil)
    }
}
