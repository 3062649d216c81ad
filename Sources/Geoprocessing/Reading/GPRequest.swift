// A request to a task.

package import RouteAPI

/// A request for a task, translated into a request for the operation that does the work.
package struct GPRequest: Sendable {
    package var fields: FormParameters
    /// The layer that the request names, if several layers in the service have the operation.
    package var layerName: String?
    /// Warnings about inputs that are not supported or not known.
    package var messages: [Message]
    /// What is needed to write a tool's outputs.
    var settings: ToolSettings
    /// What single routes use instead of the request's settings, as sent.
    package var routeSettings: String?
    /// What to do with rows that are fetched later, by the operation's parameter.
    var fetched: [String: ToolFeatures] = [:]

    /// Rewrites the rows that were fetched from elsewhere as those in the request are.
    package func rewriteFetched(_ parameters: inout AnalysisParameters) {
        for (name, rewriting) in fetched {
            guard let input = parameters[input: name], !input.isReference else { continue }
            parameters[input: name]?.features = rewriting.rewritten(input.features)
        }
    }
}
