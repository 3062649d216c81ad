// Compares the guide's tables with the declarations. UPDATE=1 rewrites them.

import Foundation
import RouteAPI
import Testing

@testable import Preparation

@Suite struct GuideTableTests {
    private static let folder = GoldenCase.folder.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation")

    private func check(_ name: String, _ text: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if GoldenCase.isUpdating { try Data(text.utf8).write(to: file) }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text,
            "\(name) is out of date; run with UPDATE=1")
    }

    @Test func `the page of inputs is up to date`() throws {
        try check("Inputs.md", GuideTables.inputs)
    }

    @Test func `the page of answers is up to date`() throws {
        try check("Answer.md", GuideTables.answer)
    }

    @Test func `every setting of a travel mode has a row`() {
        let prefix = "supportedTravelModes[]."
        let keys = ContractTables.layerKeys.filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
        #expect(GuideTables.modeKeys.map(\.key).sorted() == keys.sorted())
    }

    @Test func `usages of restrictions have the factors in use`() {
        #expect(
            GuideTables.usages.map(\.word) == ParameterValues.usages.map(\.word))
        for (shown, used) in zip(GuideTables.usages, ParameterValues.usages)
        where used.thousandths > 0 {
            let factor = shown.factor.split(separator: " ").first.flatMap { Double($0) }
            #expect(factor == Double(used.thousandths) / 1_000, "\(shown.word)")
        }
    }

    @Test func `every parameter of every operation has a row`() {
        let page = GuideTables.inputs
        for operation in LayerOperation.all {
            for parameter in operation.parameters {
                #expect(page.contains("\n| `\(parameter.name)` |"), "\(parameter.name)")
            }
        }
    }
}
