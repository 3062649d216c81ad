// Start here: the geoprocessing tasks of a layer. A task is an operation under its own parameters,
// or one of Esri's tools, which is translated into an operation.

package import Geo
package import RouteAPI

/// A geoprocessing task: its parameters, the reading of a request and the writing of its outputs.
///
/// ```swift
/// let task = GPTask(.findRoutes, of: layer)
/// let request = try task.request(fields)            // Stops, Travel_Mode, …
/// let parameters = try RouteParameters(form: request.fields)
/// // … solve …
/// let outputs = task.outputs(of: result, for: request)    // Output_Routes, …
/// ```
package struct GPTask: Sendable {
    /// What a task does.
    package enum Kind: Hashable, Sendable {
        /// One of Esri's tools.
        case tool(GPTool)
        /// An operation of the layer, by its name.
        case operation(String)
    }

    /// What the task does.
    package let kind: Kind
    /// The last segment of its URL.
    package let name: String
    /// A summary in a few words.
    package let summary: String
    /// The inputs, then the outputs, in the order of the resource and of the results.
    package let parameters: [GPParameter]
    /// The name of the operation that does the work.
    package let operationName: String
    /// The layer that the task belongs to.
    let layer: LayerDescription
    /// The operation that does the work.
    let operation: LayerOperation

    /// Declares one of Esri's tools on a layer of its type.
    package init(_ tool: GPTool, of layer: LayerDescription) {
        kind = .tool(tool)
        name = tool.rawValue
        summary = tool.summary
        parameters = tool.parameters(of: layer)
        operation = tool.layerType.operation
        operationName = operation.name
        self.layer = layer
    }

    /// Declares an operation of a layer as a task.
    ///
    /// - Parameter layerNames: The names of all layers of the service that have the operation; the
    ///   input `layer` selects one where there are several.
    package init(
        _ operation: LayerOperation, of layer: LayerDescription, layerNames: [String] = []
    ) {
        kind = .operation(operation.name)
        name = operation.name
        summary = operation.summary
        parameters = OperationTask(operation: operation, layer: layer)
            .parameters(layerNames: layerNames)
        self.operation = operation
        operationName = operation.name
        self.layer = layer
    }

    /// The inputs.
    package var inputs: [GPParameter] { parameters.filter(\.isInput) }

    /// The outputs.
    package var outputs: [GPParameter] { parameters.filter { !$0.isInput } }

    /// Reads a request for the task.
    ///
    /// - Throws: `RouteRequestError` naming the parameter of the task, what was found and what is
    ///   accepted.
    package func request(_ form: FormParameters) throws(RouteRequestError) -> GPRequest {
        switch kind {
        case .tool(let tool):
            var reader = ToolReader(tool: tool, form: form, layer: layer)
            return try reader.read(inputs)
        case .operation:
            return OperationTask(operation: operation, layer: layer).request(form)
        }
    }

    /// The outputs of an answer, in the order of the parameters; one for each.
    package func outputs(of result: AnalysisResult, for request: GPRequest) -> [GPOutput] {
        let values: [String: GPValue]
        switch kind {
        case .tool(let tool):
            values = ToolOutputs(tool: tool, settings: request.settings, result: result).values
        case .operation:
            values = OperationTask(operation: operation, layer: layer).values(of: result)
        }
        return outputs.map {
            GPOutput(name: $0.name, type: $0.type, value: values[$0.name] ?? .null)
        }
    }

    /// The output of some rows of an answer, for rows that are passed on while others are searched.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - known: What is known of the answer before its rows, such as its locations.
    /// - Returns: `nil` when the task has no output of these rows.
    package func output(
        of table: AnswerTable, known: AnalysisResult, for request: GPRequest
    ) -> GPOutput? {
        let name: String
        switch kind {
        case .tool(.generateCostMatrix) where table.key == "odLines":
            name = "Output_Origin_Destination_Lines"
        case .tool: return nil
        case .operation: name = table.key
        }
        guard let parameter = outputs.first(where: { $0.name == name }) else { return nil }
        var rows = known
        rows[table: table.key] = table.rows
        let value: GPValue
        if case .tool(let tool) = kind {
            value = ToolOutputs(tool: tool, settings: request.settings, result: rows).pairs
        } else {
            value = .features(
                table.rows, decimals: known.geometryPrecision,
                measureDecimals: known.measurePrecision)
        }
        return GPOutput(name: name, type: parameter.type, value: value)
    }

    /// An error of the operation in terms of the task: it names the task's parameters.
    package func renamed(_ error: RouteRequestError) -> RouteRequestError {
        guard case .tool(let tool) = kind else { return error }
        return tool.renamed(error)
    }

    /// A text without what ends a text of Python.
    static func plain(_ text: String) -> String {
        text.replacing("\\", with: "/").replacing("\"\"\"", with: "''")
    }
}

/// A request for a task, as a request for the operation that does the work.
package struct GPRequest: Sendable {
    /// The fields of the operation.
    package var fields: FormParameters
    /// The layer that was named, where a service has several with the operation.
    package var layerName: String?
    /// Remarks on inputs that are not supported or not known.
    package var messages: [Message]
    /// What the outputs of a tool are written with.
    var settings: ToolSettings
    /// What some routes have in place of the request's own settings, as it was sent.
    package var routeSettings: String?
}

/// An output of a task.
package struct GPOutput: Hashable, Sendable {
    /// The name of the parameter.
    package var name: String
    /// The type of its values.
    package var type: GPDataType
    /// The value.
    package var value: GPValue

    /// Makes an output.
    package init(name: String, type: GPDataType, value: GPValue) {
        self.name = name
        self.type = type
        self.value = value
    }
}

/// The value of an output.
package enum GPValue: Hashable, Sendable {
    /// No value.
    case null
    /// `true` or `false`.
    case truth(Bool)
    /// Text.
    case text(String)
    /// Features or rows, with the decimals of coordinates and of measures, `nil` for all.
    case features(FeatureSet, decimals: Int? = nil, measureDecimals: Int? = nil)
    /// A JSON array as text, by its elements.
    case list([[UInt8]])
    /// The number of results, as text of what a use costs: nothing.
    case usage(objects: Int)
    /// The outputs as files.
    case file(ResultFile)
}
