// Solve requests from form fields and back: start here. Declarations/ has the parameters and their
// syntaxes, FormParameters the fields, LocationForm the inputs.

public import Geo

extension RouteParameters {
    /// Reads the form of a `solve` request.
    ///
    /// Absent and empty fields stay `nil`. Fields that no solve knows are named in ``notes``, with
    /// the known name that they resemble.
    ///
    /// - Parameters:
    ///   - form: The decoded fields.
    ///   - limits: Bounds on each feature set.
    ///   - locateDefaults: What `locateSettings` completes when it states only a part.
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted;
    ///   all such parameters, where the request is strict.
    public init(
        form: FormParameters, limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        self.init()
        let solve = SolveForm(fields: form, limits: limits, locateDefaults: locateDefaults)
        let table = SolveParameter.all
        let isStrict = ["true", "1"].contains(form.text("strict")?.lowercased())
        var refused: [RouteRequestError] = []
        for row in table.indices where form.mayHave(table[row].marks) {
            do throws(RouteRequestError) {
                try table[row].read(solve, &self)
            } catch {
                guard isStrict else { throw error }
                refused.append(error)
            }
        }
        notes =
            UnknownParameters.notes(on: form) + UnknownKeys.notes(on: form, isStrict: isStrict)
            + UnknownUnits.notes(on: form)
        guard var error = refused.first else { return }
        let faults = notes.map(\.refused)
        error.details = refused.flatMap(\.details) + faults.map(\.text)
        error.faults = refused.flatMap(\.faults) + faults
        throw error
    }

    /// Reads the form of a `solve` request from fields whose names occur once.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted.
    public init(
        fields: [String: String], limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        let form = FormParameters(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        try self.init(form: form, limits: limits, locateDefaults: locateDefaults)
    }

    /// The form fields that make a server read these parameters; what is `nil` is left out.
    ///
    /// ``notes`` are not sent: they are about a request as it came.
    public var formFields: [String: String] {
        var fields: [String: String] = [:]
        for parameter in SolveParameter.all {
            fields[parameter.name] = parameter.text(in: self)
        }
        return fields
    }
}
