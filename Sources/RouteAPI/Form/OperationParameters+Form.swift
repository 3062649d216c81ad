// Reads requests from form fields and writes them. Start here: Declarations/ has the parameters and
// their syntaxes, FormParameters the fields, LocationForm the inputs.

public import Geo

extension OperationParameters {
    /// Reads a request from its form.
    ///
    /// Absent and empty fields stay `nil`. Unknown fields do not fail the request;
    /// ``AnalysisParameters/notes`` lists them, each with the known name it resembles.
    ///
    /// - Parameters:
    ///   - form: The decoded fields.
    ///   - limits: Limits for each feature set.
    ///   - locateDefaults: Completes a partial `locateSettings`.
    /// - Throws: ``RouteRequestError`` naming the first bad parameter, what was found and what is
    ///   accepted. If the request is strict, the error names all bad parameters.
    public init(
        form: FormParameters, limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        self.init()
        let operation = Self.operation
        let reading = FormReading(fields: form, limits: limits, locateDefaults: locateDefaults)
        let isStrict = ["true", "1"].contains(form.text("strict")?.lowercased())
        var refused: [RouteRequestError] = []
        let fields = operation.fields
        for row in fields.indices where form.mayHave(fields[row].declaration.marks) {
            do throws(RouteRequestError) {
                try fields[row].read(reading, &self)
            } catch {
                guard isStrict else { throw error }
                refused.append(error)
            }
        }
        analysis.notes = operation.layerOperation.notes(on: form, isStrict: isStrict)
        guard var error = refused.first else { return }
        let faults = analysis.notes.map(\.refused)
        error.details = refused.flatMap(\.details) + faults.map(\.text)
        error.faults = refused.flatMap(\.faults) + faults
        throw error
    }

    /// Reads a request from a dictionary of fields.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted.
    public init(
        fields: [String: String], limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        let form = FormParameters(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        try self.init(form: form, limits: limits, locateDefaults: locateDefaults)
    }

    /// The form fields to send to a server. Parameters that are `nil` are left out.
    ///
    /// ``AnalysisParameters/notes`` are not sent, because they concern a request that was read.
    public var formFields: [String: String] {
        var fields: [String: String] = [:]
        for field in Self.operation.fields {
            fields[field.declaration.name] = field.text(in: self)
        }
        return fields
    }

    /// Fills in parameters that are `nil` from another request.
    ///
    /// - Complexity: O(*n*) for *n* parameters of the operation.
    package func completed(by other: Self) -> Self {
        var whole = other
        // These properties of a request are not parameters.
        whole.analysis.notes = analysis.notes
        whole.analysis.caller = analysis.caller
        whole.analysis.standing = analysis.standing
        Self.operation.completion.carry(self, &whole)
        return whole
    }
}
