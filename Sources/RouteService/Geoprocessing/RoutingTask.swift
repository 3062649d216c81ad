// The two geoprocessing tasks by which clients learn the ways of traveling and the network before
// they ask for routes. TaskAnswer.swift has what they answer.

import RouteAPI

/// A task of the utilities.
enum RoutingTask: String, Sendable, CaseIterable {
    /// Tells the travel modes and the one to begin with.
    case travelModes = "GetTravelModes"
    /// Tells the network under a tool, and the tool's limits.
    case toolInfo = "GetToolInfo"

    /// The name of the service that has the tasks, as portals of ArcGIS Enterprise have it.
    static let service = "NetworkAnalysisUtilities"
    /// Clients take tasks to be run at once only where the whole service is.
    static let execution = "esriExecutionTypeSynchronous"

    /// A task by its name, in any case.
    init?(name: String) {
        let wanted = name.lowercased()
        guard let task = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
            return nil
        }
        self = task
    }

    /// What the task does. Clients compile it as Python: it has no backslash.
    var summary: String {
        switch self {
        case .travelModes: "The travel modes on offer, and the one to begin with."
        case .toolInfo: "The network that a tool runs on, and the tool's limits."
        }
    }

    /// What the task takes and gives, in the order of the page and of the results.
    var parameters: [TaskParameter] {
        switch self {
        case .travelModes:
            [
                .output("supportedTravelModes", "Supported Travel Modes", .recordSet),
                .output("defaultTravelMode", "Default Travel Mode", .string),
            ]
        case .toolInfo:
            [
                .input("serviceName", "Service Name", .string, default: Self.toolService),
                .input("toolName", "Tool Name", .string, default: Self.tool),
                .input(
                    "includeNetworkSourceInfo", "Include Network Source Info", .boolean,
                    default: "false"),
                .output("toolInfo", "Tool Info", .string),
            ]
        }
    }

    /// The service and the tool whose information there is: those of routes.
    static let toolService = "asyncRoute"
    static let tool = "FindRoutes"
}

/// Something that a task takes or gives.
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
    /// Whether a caller gives it.
    let isInput: Bool
    /// What counts where a caller does not.
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
