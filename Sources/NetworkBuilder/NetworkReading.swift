// Reads OpenStreetMap files into memory: the steps of a build before the hierarchies.

package import RoadNetwork

/// Reads OpenStreetMap files into a network without writing it anywhere.
package struct NetworkReading: Sendable {
    private let rules: RoadRules

    /// Uses a network definition's rules.
    package init(_ definition: NetworkDefinition) { rules = RoadRules(definition) }

    /// Reads some files into a network without hierarchies.
    ///
    /// - Throws: ``OSMReadError`` or ``BuildError``, naming the file.
    package func contents(of inputs: [String]) throws -> NetworkContents {
        var report = try BuildPipeline.startReport(inputs, definition: nil, rules.definition)
        var findings = FindingList()
        return try Self.contents(of: inputs, rules, ProgressMeter { _ in }, &report, &findings)
    }

    /// Reads the network and reports progress and findings.
    static func contents(
        of inputs: [String], _ rules: RoadRules, _ meter: ProgressMeter,
        _ report: inout BuildReport, _ findings: inout FindingList,
        names: NameCollection? = nil
    ) throws -> NetworkContents {
        let draft = try OSMImport(inputs: inputs, rules: rules, progress: meter, names: names)
            .run(report: &report, findings: &findings)
        try meter.begin(.assembling, unit: "")
        let turnCosts = DeclaredTurnCosts(columns: rules.definition.turnCosts)
        var contents = NetworkAssembly.assemble(draft, turnCosts: turnCosts)
        report.note(EnclosedStreets.mark(in: &contents))
        report.note(contents)
        findings.noteIslands(in: contents)
        report.findings = findings.summaries
        return contents
    }
}
