// Reads requests from form fields and writes them. Start here: Declarations/ has the parameters and
// their syntaxes, FormParameters the fields, LocationForm the inputs.

public import Geo

extension OperationParameters {
    /// Reads the form of a request.
    ///
    /// Absent and empty fields stay `nil`. Unknown fields are listed in
    /// ``AnalysisParameters/notes``, with the known name that they resemble.
    ///
    /// - Parameters:
    ///   - form: The decoded fields.
    ///   - limits: Bounds on each feature set.
    ///   - locateDefaults: The settings that a partial `locateSettings` is completed with.
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted;
    ///   all such parameters, where the request is strict.
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

    /// Reads the form of a request from fields whose names occur once.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted.
    public init(
        fields: [String: String], limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        let form = FormParameters(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        try self.init(form: form, limits: limits, locateDefaults: locateDefaults)
    }

    /// The form fields from which a server reads these parameters, without those that are `nil`.
    ///
    /// ``AnalysisParameters/notes`` are not sent: they concern a request that was read.
    public var formFields: [String: String] {
        var fields: [String: String] = [:]
        for field in Self.operation.fields {
            fields[field.declaration.name] = field.text(in: self)
        }
        return fields
    }

    /// These parameters, with those of another request where they have none.
    ///
    /// - Complexity: O(*n*) in the number of parameters of the operation.
    package func completed(by other: Self) -> Self {
        var whole = other
        // Of all the properties of a request, only these are not parameters.
        whole.analysis.notes = analysis.notes
        whole.analysis.drawsPicture = analysis.drawsPicture
        whole.analysis.standing = analysis.standing
        Self.operation.completion.carry(self, &whole)
        return whole
    }
}
