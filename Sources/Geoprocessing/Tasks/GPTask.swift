// Start here: a layer's geoprocessing tasks. A task is an operation under its own parameters, or an
// Esri tool, which is translated into an operation.

import Geo
package import RouteAPI

/// A geoprocessing task: declares its parameters, reads a request and writes its outputs.
///
/// ```swift
/// let task = GPTask(.findRoutes, of: layer)
/// let request = try task.request(fields)            // Stops, Travel_Mode, …
/// let parameters = try RouteParameters(form: request.fields)
/// // … solve …
/// let outputs = task.outputs(of: result, for: request)    // Output_Routes, …
/// ```
///
/// ArcGIS clients run long work as jobs, and a job has a tool's parameters (`Stops`, `Travel_Mode`)
/// and outputs (`Output_Routes`), not an operation's. A task translates in both directions and does
/// nothing else: RouteService solves the request and stores the outputs.
///
/// There are two kinds. One of Esri's tools (``GPTool``) is read by `ToolReader` and written by
/// `ToolOutputs`. An operation under its own name (`OperationTask`) keeps its parameters, and each
/// table in its answer is an output.
///
/// Three rules follow from what clients do. Every declared output gets a value, `null` if need be,
/// because clients fail on a missing one. A tool's declared defaults must be a valid request,
/// because clients send them back; operations declare none, since they would then count as the
/// caller's own settings. And texts must not contain what would end a Python string, because
/// clients compile them.
package struct GPTask: Sendable {
    /// What a task does.
    package enum Kind: Hashable, Sendable {
        /// A tool from Esri.
        case tool(GPTool)
        /// An operation of the layer, by its name.
        case operation(String)
    }

    package let kind: Kind
    /// The last segment of its URL.
    package let name: String
    /// A summary in a few words.
    package let summary: String
    /// The inputs, then the outputs, in the order for the resource and the results.
    package let parameters: [GPParameter]
    /// The name of the operation that does the work.
    package let operationName: String
    let layer: LayerDescription
    let operation: LayerOperation

    /// Declares a tool from Esri on a layer of its type.
    package init(_ tool: GPTool, of layer: LayerDescription) {
        kind = .tool(tool)
        name = tool.name
        summary = tool.summary
        parameters = tool.parameters(of: layer)
        operation = tool.layerType.operation
        operationName = operation.name
        self.layer = layer
    }

    /// Declares a layer's operation as a task.
    ///
    /// - Parameter layerNames: The names of all layers in the service that have the operation. If
    ///   there are several, the input `layer` selects one.
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

    package var inputs: [GPParameter] { parameters.filter(\.isInput) }

    package var outputs: [GPParameter] { parameters.filter { !$0.isInput } }

    /// Reads a request for the task.
    ///
    /// - Throws: `RouteRequestError` naming the task's parameter, what was found and what is
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

    /// Returns an answer's outputs in the order of the parameters, one for each.
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

    /// Returns the output for some of an answer's rows, if rows are passed on while others are
    /// being found.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - known: What is known about the answer before its rows, such as its locations.
    /// - Returns: `nil` if the task has no output for these rows.
    package func output(
        of table: AnswerTable, known: AnalysisResult, for request: GPRequest
    ) -> GPOutput? {
        let name: String
        switch kind {
        case .tool(let tool) where tool.has(.pairs) && table.key == tool.rows.key:
            name = tool.rows.output
        case .tool: return nil
        case .operation: name = table.key
        }
        guard let parameter = outputs.first(where: { $0.name == name }) else { return nil }
        var rows = known
        rows[table: table.key] = table.rows
        let value: GPValue
        if case .tool(let tool) = kind {
            value =
                ToolOutputs(tool: tool, settings: request.settings, result: rows).rows ?? .null
        } else {
            value = .features(
                table.rows, decimals: known.geometryPrecision,
                measureDecimals: known.measurePrecision)
        }
        return GPOutput(name: name, type: parameter.type, value: value)
    }

    /// Returns an operation's messages in the task's terms.
    package func renamed(_ messages: [Message]) -> [Message] {
        guard case .tool(let tool) = kind else { return messages }
        return tool.renamed(messages)
    }

    /// Returns an operation's error in the task's terms: it names the task's parameters.
    package func renamed(_ error: RouteRequestError) -> RouteRequestError {
        guard case .tool(let tool) = kind else { return error }
        return tool.renamed(error)
    }
}
