// An input of locations before its times are converted.

import Geo
import Preparation
import RouteAPI

/// One parameter's locations, as given in options.
struct InputDraft {
    /// The parameter for them.
    let name: String
    /// The locations; `nil` if no option gives any.
    let features: FeatureSet?
    /// The definition for rows from a stored layer on the server, as JSON.
    let definition: String?
    /// The columns with times; only stops have them.
    let windows: WindowTimes?
    /// What to give if there are no locations, for messages.
    let remedy: String
    /// The locations' file for messages, or the parameter if there are several files.
    let label: String

    init(name: String, features: FeatureSet?, definition: String? = nil, remedy: String) {
        self.name = name
        self.features = features
        self.definition = definition
        self.remedy = remedy
        label = name
        windows = nil
    }

    /// Creates the input for a route's stops.
    ///
    /// - Parameters:
    ///   - dates: The order of day and month in dates that do not show it.
    ///   - label: The stops' file, if it is the only one.
    init(
        stops: FeatureSet?, definition: String? = nil, remedy: String, dates: DateOrder? = nil,
        label: String? = nil
    ) {
        name = RouteParameters.stopsName
        self.label = label ?? name
        features = stops
        self.definition = definition
        windows = stops.map { WindowTimes($0, dates: dates, advice: FileOptions.advice.dates) }
        self.remedy = remedy
    }

    /// Reads inputs that take places and files. Options and parameters have the same names.
    ///
    /// - Parameter rows: Which rows of stored layers to read.
    /// - Throws: ``CommandFailure`` naming the place, or the file, row and column; also if standard
    ///   input would be read twice.
    static func inputs(
        _ given: KeyValuePairs<String, [String]>, rows: RowSelection = RowSelection()
    ) throws -> [InputDraft] {
        try rows.requireSource(among: given.flatMap(\.value))
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

    /// Whether no option gives any locations.
    var isEmpty: Bool { features == nil && definition == nil }

    /// Uses the same locations for another input.
    func copied(as name: String) -> InputDraft {
        InputDraft(name: name, features: features, definition: definition, remedy: remedy)
    }

    /// The parameter that puts the locations into the answer.
    var returnParameter: String { "return\(name.prefix(1).uppercased())\(name.dropFirst())" }
}
