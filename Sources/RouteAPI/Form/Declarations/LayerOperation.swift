// What a layer can be asked, and which parameters each question reads.

/// An operation of a route layer whose parameters are declared.
package struct LayerOperation: Sendable, Equatable {
    /// The last segment of its URL.
    package let name: String
    /// What it does, in a few words.
    package let summary: String
    /// A sentence for the page it is asked from.
    package let explanation: String
    /// The parameters that a form for it offers, in order.
    package let parameters: [SolveParameter]
    /// The name of the parameter `stops` in it.
    package let stopsName: String

    /// Operations are known by their names.
    package static func == (a: LayerOperation, b: LayerOperation) -> Bool { a.name == b.name }

    /// The field that carries a parameter.
    package func fieldName(of parameter: SolveParameter) -> String {
        parameter.name == "stops" ? stopsName : parameter.name
    }

    /// Finds routes.
    package static let solve = LayerOperation(
        name: "solve", summary: "Routes through stops",
        explanation: "Finds routes through stops. What is left as it is takes the layer's default.",
        parameters: SolveParameter.all, stopsName: "stops")

    /// Places locations on the network. It reads what a solve reads of where streets may be used.
    package static let locate = LayerOperation(
        name: "locate", summary: "Where places lie on the streets",
        explanation: "Places locations on the streets that may be used. Nothing is solved.",
        parameters: SolveParameter.all.filter { parameter in
            switch parameter.group {
            case .inputs, .travel: parameter.name != "accumulateAttributeNames"
            case .order, .directions: false
            case .time: parameter.name.hasPrefix("startTime")
            case .output, .service: ofLocate.contains(parameter.name)
            }
        }, stopsName: "inputLocations")

    /// What a locate reads of how an answer is told.
    private static let ofLocate: Set = [
        "outSR", "geometryPrecision", "preserveObjectID", "explainParameters", "strict",
    ]
}
