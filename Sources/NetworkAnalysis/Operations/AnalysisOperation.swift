// What a layer can be asked, with what answers it: start here for a further analysis.

public import RouteAPI

/// An operation of a layer: what it is called and reads, and what answers it.
///
/// Addresses, forms, pages, the description for machines and the command line come from a list of
/// these, so that an analysis which is declared is served.
public struct AnalysisOperation: Sendable, Equatable {
    /// What it is called, and what it reads.
    package let description: LayerOperation
    /// The kind of the layers that have it.
    public let layerType: LayerType
    /// Whether the network under a layer has it as well.
    public let isOfNetwork: Bool
    private let read:
        @Sendable (FormParameters, LocateSettings) throws(RouteRequestError)
            -> any OperationParameters
    private let estimate: @Sendable (any OperationParameters, NetworkLayer) -> SolveEffort
    private let run:
        @Sendable (any OperationParameters, NetworkLayer, SolveControl) throws(RouteRequestError)
            -> AnalysisResult

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - layerType: The kind of the layers that have it.
    ///   - isOfNetwork: Whether the network under a layer has it as well.
    ///   - description: What it is called and reads, where that is not what its parameters say.
    ///   - estimate: What a request will take.
    ///   - run: Answers a request; throws an error naming the input, the cause and what would work.
    package init<Parameters: OperationParameters>(
        _ type: Parameters.Type, on layerType: LayerType, isOfNetwork: Bool = false,
        as description: LayerOperation? = nil,
        estimate: @escaping @Sendable (Parameters, NetworkLayer) -> SolveEffort,
        run:
            @escaping @Sendable (Parameters, NetworkLayer, SolveControl) throws(RouteRequestError)
            -> AnalysisResult
    ) {
        let description = description ?? type.operation.layerOperation
        self.description = description
        self.layerType = layerType
        self.isOfNetwork = isOfNetwork
        read = { form, locateDefaults throws(RouteRequestError) in
            try Parameters(
                form: description.translated(form), locateDefaults: locateDefaults)
        }
        self.estimate = { Self.estimate($0, on: $1, estimate) }
        self.run = { parameters, layer, control throws(RouteRequestError) in
            guard let own = parameters as? Parameters else {
                preconditionFailure("an operation runs what it has read")
            }
            return try run(own, layer, control)
        }
    }

    private static func estimate<Parameters: OperationParameters>(
        _ parameters: any OperationParameters, on layer: NetworkLayer,
        _ estimate: (Parameters, NetworkLayer) -> SolveEffort
    ) -> SolveEffort {
        (parameters as? Parameters).map { estimate($0, layer) } ?? .heavy
    }

    /// Operations are known by their names.
    public static func == (a: AnalysisOperation, b: AnalysisOperation) -> Bool {
        a.description == b.description
    }

    /// Reads a request.
    ///
    /// - Parameter locateDefaults: What `locateSettings` completes when it states only a part.
    /// - Throws: ``RouteRequestError`` naming the field.
    public func request(
        _ form: FormParameters, locateDefaults: LocateSettings
    ) throws(RouteRequestError) -> AnalysisRequest {
        AnalysisRequest(operation: self, parameters: try read(form, locateDefaults))
    }

    fileprivate func effort(
        of parameters: any OperationParameters, on layer: NetworkLayer
    ) -> SolveEffort { estimate(parameters, layer) }

    fileprivate func answer(
        _ parameters: any OperationParameters, on layer: NetworkLayer, _ control: SolveControl
    ) throws(RouteRequestError) -> AnalysisResult { try run(parameters, layer, control) }
}

/// What a layer is asked: an operation with its parameters.
public struct AnalysisRequest: Sendable {
    /// The operation.
    public let operation: AnalysisOperation
    /// Its parameters.
    public var parameters: any OperationParameters

    /// The common parameters.
    public var analysis: AnalysisParameters {
        get { parameters.analysis }
        set { parameters.analysis = newValue }
    }

    /// The fields of the request with changes made, under the names of the operation.
    ///
    /// - Throws: When a change's value is none that the form takes.
    package func fields(
        applying changes: [RequestChange]
    ) throws(RouteRequestError) -> [String: String] {
        func changed(
            _ parameters: some OperationParameters
        ) throws(RouteRequestError) -> [String: String] {
            try parameters.applying(changes).formFields
        }
        return try changed(parameters)
    }
}

extension NetworkLayer {
    /// What a request will take, judged by its inputs.
    ///
    /// - Complexity: O(n) of the features that it sends.
    public func effort(of request: AnalysisRequest) -> SolveEffort {
        request.operation.effort(of: request.parameters, on: self)
    }

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func answer(
        _ request: AnalysisRequest, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        try request.operation.answer(request.parameters, on: self, control)
    }
}
