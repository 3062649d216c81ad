// An input of locations before its times are converted.

import Geo
import RouteAPI

/// The locations of one parameter, as they are given in options.
struct InputDraft {
    /// The parameter that contains them.
    let name: String
    /// The locations; `nil` when no option gave any.
    let features: FeatureSet?
    /// The definition of rows of a stored layer of the server, as JSON.
    let definition: String?
    /// The columns that hold times; only stops have them.
    let windows: WindowTimes?
    /// What to give when there are none, for messages.
    let remedy: String
    /// The file of the locations for messages, or the parameter where there are several.
    let label: String

    /// An input without times.
    init(name: String, features: FeatureSet?, definition: String? = nil, remedy: String) {
        self.name = name
        self.features = features
        self.definition = definition
        self.remedy = remedy
        label = name
        windows = nil
    }

    /// The stops of routes.
    ///
    /// - Parameters:
    ///   - dates: The order of day and month in dates that do not show it.
    ///   - label: The file of the stops, if it is the only one.
    init(
        stops: FeatureSet?, definition: String? = nil, remedy: String, dates: DateOrder? = nil,
        label: String? = nil
    ) {
        name = RouteParameters.stopsName
        self.label = label ?? name
        features = stops
        self.definition = definition
        windows = stops.map { WindowTimes($0, dates: dates) }
        self.remedy = remedy
    }

    /// Inputs that take places and files, by the options' names, which are the parameters'.
    ///
    /// - Parameter rows: Which rows of stored layers are taken.
    /// - Throws: ``CommandFailure`` naming the place, or the file, row and column; also when
    ///   standard input would be read twice.
    static func inputs(
        _ given: KeyValuePairs<String, [String]>, rows: RowSelection = RowSelection()
    ) throws -> [InputDraft] {
        try rows.requireLayer(among: given.flatMap(\.value))
        let readers = given.filter { $0.value.contains("-") }.map { "--\($0.key)" }
        let count = given.flatMap(\.value).filter { $0 == "-" }.count
        guard count <= 1 else {
            throw CommandFailure(
                .usage,
                "\(readers.joined(separator: " and ")) read standard input (-) \(count) times, "
                    + "and it can be read once; give a file in place of the others")
        }
        return try given.map { (name, arguments) in
            let definition = try rows.definition(among: arguments, of: name)
            var features: FeatureSet?
            if definition == nil {
                features = try LocationArguments(noun: name, rows: rows).features(of: arguments)
            }
            return InputDraft(
                name: name, features: features, definition: definition,
                remedy: "give --\(name) FILE, or --\(name) with places \"lon,lat\"")
        }
    }

    /// Whether no option gave any locations.
    var isEmpty: Bool { features == nil && definition == nil }

    /// The same locations as another input.
    func copied(as name: String) -> InputDraft {
        InputDraft(name: name, features: features, definition: definition, remedy: remedy)
    }

    /// The parameter that has the answer contain the locations.
    var returnParameter: String { "return\(name.prefix(1).uppercased())\(name.dropFirst())" }
}
