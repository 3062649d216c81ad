// Start here to add an analysis: the operations that layers offer.

public import RouteAPI

/// An operation on a layer: its name, its parameters, and the function that answers it.
///
/// URLs, forms, pages, the OpenAPI document and the command line are all made from one list of
/// operations, so declaring an analysis is enough to serve it.
///
/// A declaration names the parameter type, which knows its own fields, defaults and documentation.
/// It adds closures to estimate the effort, to divide a request into parts a job can store one by
/// one, and to run it. The closures take their own parameter type; this type erases it, so callers
/// handle `any OperationParameters` and need no switch. Parameters must come from the operation
/// that answers them; anything else is a programmer error.
///
/// Rooms declare their operations (`RouteOperations`, `MatrixOperations`), the command line joins
/// the lists, and ``NetworkLayer`` offers each layer the ones for its type.
public struct AnalysisOperation: Sendable, Equatable {
    package let description: LayerOperation
    /// The layer type that declares it.
    public let layerType: LayerType
    /// Whether the network under a layer supports it as well.
    public let isOfNetwork: Bool
    /// Whether it passes on rows of a large answer before all are found.
    public let passesRowsOn: Bool
    private let read:
        @Sendable (FormParameters, LocateSettings) throws(RouteRequestError)
            -> any OperationParameters
    fileprivate let estimate: @Sendable (any OperationParameters, NetworkLayer) -> SolveEffort
    fileprivate let divide:
        @Sendable (any OperationParameters, ServiceLimits) -> (any RequestParts)?
    fileprivate let run:
        @Sendable (any OperationParameters, NetworkLayer, SolveControl, (any AnswerRowReceiver)?)
            throws(RouteRequestError) -> AnalysisResult

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - isOfNetwork: Whether the network under a layer has it as well.
    ///   - passesRowsOn: Whether it passes on rows of a large answer before all are found.
    ///   - description: Its name and fields, if they differ from the parameters' own.
    ///   - estimate: Estimates a request's effort.
    ///   - divide: Divides a request into parts a job answers one by one, under the layer's limits;
    ///     returns `nil` for a request that is answered at once.
    ///   - run: Answers a request; throws an error naming the input, the cause and what would work.
    package init<Parameters: OperationParameters>(
        _ type: Parameters.Type, isOfNetwork: Bool = false, passesRowsOn: Bool = false,
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
        layerType = .having(description)
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

    /// Casts parameters to the type the operation reads.
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
    /// - Parameter locateDefaults: Values for what the form's `locateSettings` leaves out.
    /// - Throws: A `RouteRequestError` naming the field.
    public func request(
        _ form: FormParameters, locateDefaults: LocateSettings
    ) throws(RouteRequestError) -> AnalysisRequest {
        AnalysisRequest(operation: self, parameters: try read(form, locateDefaults))
    }

    /// Makes a request from parameters of the operation's own type.
    package func request(_ parameters: any OperationParameters) -> AnalysisRequest {
        AnalysisRequest(operation: self, parameters: parameters)
    }
}

/// A request to a layer: an operation with its parameters.
public struct AnalysisRequest: Sendable {
    /// The operation that answers the request.
    public let operation: AnalysisOperation
    /// The operation's own parameters.
    public var parameters: any OperationParameters

    /// The parameters that all operations share.
    public var analysis: AnalysisParameters {
        get { parameters.analysis }
        set { parameters.analysis = newValue }
    }

    /// Divides the request into parts a job answers one by one, under the layer's limits; returns
    /// `nil` for a request that is answered at once.
    package func parts(under limits: ServiceLimits) -> (any RequestParts)? {
        operation.divide(parameters, limits)
    }

    /// Returns the request's form fields with some changes applied.
    ///
    /// - Throws: If the form does not accept a change's value.
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
    /// Estimates a request's effort from its inputs.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    public func effort(of request: AnalysisRequest) -> SolveEffort {
        request.operation.estimate(request.parameters, self)
    }

    /// Answers a request.
    ///
    /// - Parameter rows: Receives rows of a large answer while others are searched, if the
    ///   operation passes rows on. The returned answer lacks these rows.
    /// - Throws: An error naming the input, the cause and what would work.
    public func answer(
        _ request: AnalysisRequest, control: SolveControl = SolveControl(),
        passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        try request.operation.run(request.parameters, self, control, rows)
    }
}
