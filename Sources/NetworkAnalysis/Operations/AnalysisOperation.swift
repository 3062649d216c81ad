// The operations of layers: start here to add an analysis.

public import RouteAPI

/// An operation of a layer: its name, its parameters, and the function that answers it.
///
/// URLs, forms, pages, the OpenAPI document and the command line are made from a list of these, so
/// that every analysis that is declared is served.
public struct AnalysisOperation: Sendable, Equatable {
    /// The name and the parameters.
    package let description: LayerOperation
    /// The type of the layers that support it.
    public let layerType: LayerType
    /// Whether the network under a layer supports it as well.
    public let isOfNetwork: Bool
    /// Whether it passes the rows of a large answer on before all are found.
    public let passesRowsOn: Bool
    private let read:
        @Sendable (FormParameters, LocateSettings) throws(RouteRequestError)
            -> any OperationParameters
    private let estimate: @Sendable (any OperationParameters, NetworkLayer) -> SolveEffort
    private let divide: @Sendable (any OperationParameters, ServiceLimits) -> (any RequestParts)?
    private let run:
        @Sendable (any OperationParameters, NetworkLayer, SolveControl, (any AnswerRowReceiver)?)
            throws(RouteRequestError) -> AnalysisResult

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - layerType: The kind of the layers that have it.
    ///   - isOfNetwork: Whether the network under a layer has it as well.
    ///   - passesRowsOn: Whether it passes the rows of a large answer on before all are found.
    ///   - description: What it is called and reads, where that is not what its parameters say.
    ///   - estimate: What a request will take.
    ///   - divide: The parts that a job answers one by one, under the limits of the layer; `nil`
    ///     for a request that is answered at once.
    ///   - run: Answers a request; throws an error naming the input, the cause and what would work.
    package init<Parameters: OperationParameters>(
        _ type: Parameters.Type, on layerType: LayerType, isOfNetwork: Bool = false,
        passesRowsOn: Bool = false,
        as description: LayerOperation? = nil,
        estimate: @escaping @Sendable (Parameters, NetworkLayer) -> SolveEffort,
        divide: (@Sendable (Parameters, ServiceLimits) -> (any RequestParts)?)? = nil,
        run:
            @escaping @Sendable (
                Parameters, NetworkLayer, SolveControl, (any AnswerRowReceiver)?
            ) throws(RouteRequestError) -> AnalysisResult
    ) {
        let description = description ?? type.operation.layerOperation
        self.description = description
        self.layerType = layerType
        self.isOfNetwork = isOfNetwork
        self.passesRowsOn = passesRowsOn
        read = { form, locateDefaults throws(RouteRequestError) in
            try Parameters(
                form: description.translated(form), locateDefaults: locateDefaults)
        }
        self.estimate = { estimate(Self.own($0), $1) }
        self.divide = { divide?(Self.own($0), $1) }
        self.run = { parameters, layer, control, rows throws(RouteRequestError) in
            try run(Self.own(parameters), layer, control, rows)
        }
    }

    /// Parameters as those of the operation that read them.
    private static func own<Parameters: OperationParameters>(
        _ parameters: any OperationParameters
    ) -> Parameters {
        guard let own = parameters as? Parameters else {
            preconditionFailure("an operation must get parameters that it has read itself")
        }
        return own
    }

    /// Whether two operations have the same name and parameters.
    public static func == (a: AnalysisOperation, b: AnalysisOperation) -> Bool {
        a.description == b.description
    }

    /// Reads a request from a form.
    ///
    /// - Parameter locateDefaults: The values of `locateSettings` that the form leaves out.
    /// - Throws: A `RouteRequestError` that names the field.
    public func request(
        _ form: FormParameters, locateDefaults: LocateSettings
    ) throws(RouteRequestError) -> AnalysisRequest {
        AnalysisRequest(operation: self, parameters: try read(form, locateDefaults))
    }

    fileprivate func effort(
        of parameters: any OperationParameters, on layer: NetworkLayer
    ) -> SolveEffort { estimate(parameters, layer) }

    fileprivate func parts(
        of parameters: any OperationParameters, under limits: ServiceLimits
    ) -> (any RequestParts)? { divide(parameters, limits) }

    fileprivate func answer(
        _ parameters: any OperationParameters, on layer: NetworkLayer, _ control: SolveControl,
        _ rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult { try run(parameters, layer, control, rows) }
}

/// A request to a layer: an operation with its parameters.
public struct AnalysisRequest: Sendable {
    /// The operation.
    public let operation: AnalysisOperation
    /// Its parameters.
    public var parameters: any OperationParameters

    /// The parameters that all operations have.
    public var analysis: AnalysisParameters {
        get { parameters.analysis }
        set { parameters.analysis = newValue }
    }

    /// The parts of the request that a job answers one by one, under the limits of the layer;
    /// `nil` for a request that is answered at once.
    package func parts(under limits: ServiceLimits) -> (any RequestParts)? {
        operation.parts(of: parameters, under: limits)
    }

    /// The form fields of the request with some changes applied.
    ///
    /// - Throws: When a change has a value that the form does not accept.
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
    /// Estimates the effort of a request from its inputs.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    public func effort(of request: AnalysisRequest) -> SolveEffort {
        request.operation.effort(of: request.parameters, on: self)
    }

    /// Answers a request.
    ///
    /// - Parameter rows: Receives the rows of a large answer while others are searched, where the
    ///   operation passes rows on. The answer that is returned then lacks them.
    /// - Throws: An error naming the input, the cause and what would work.
    public func answer(
        _ request: AnalysisRequest, control: SolveControl = SolveControl(),
        passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        try request.operation.answer(request.parameters, on: self, control, rows)
    }
}
