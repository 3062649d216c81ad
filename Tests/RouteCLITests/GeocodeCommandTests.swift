// Tests `waypost geocode` over the sample.

import Foundation
import Geo
import Testing

@testable import RouteCLI

@Suite struct GeocodeCommandTests {
    /// Runs the command and returns its outcome and the file it wrote.
    private func geocode(_ arguments: [String]) async throws -> (outcome: Outcome, text: String) {
        let file = Sample.path("geocoded-\(UUID().uuidString).csv")
        let network = try await Sample.network()
        let outcome = await Waypost.run(
            ["geocode", "--network", network, "-o", file] + arguments)
        let written = FileManager.default.contents(atPath: file) ?? Data()
        return (outcome, String(decoding: written, as: UTF8.self))
    }

    private func table(_ text: String) throws -> String {
        let file = Sample.path("addresses-\(UUID().uuidString).csv")
        try Console.write(bytes: Array(text.utf8), toFile: file)
        return file
    }

    @Test func `a text is found`() async throws {
        let (outcome, text) = try await geocode(["rue grimaldi"])
        #expect(outcome == .answered)
        let lines = text.split(separator: "\n")
        #expect(lines.first == "Name,Score,Match_addr,Addr_type,lon,lat")
        #expect(lines.dropFirst().first?.contains("Rue Grimaldi") == true)
    }

    @Test func `a table of addresses becomes stops`() async throws {
        let input = try table("id;address\n1;rue grimaldi\n2;Boulevard des Moulins\n")
        let (outcome, text) = try await geocode(["--input", input])
        #expect(outcome == .answered)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "Name,id,address,Score,Match_addr,Addr_type,lon,lat")
        #expect(lines[2].hasPrefix("Boulevard des Moulins,2,Boulevard des Moulins,100,"))
    }

    @Test func `a server finds what its network finds`() async throws {
        let input = try table("id,address\n1,rue grimaldi\n2,xyzzy qwerty\n3,\n")
        try await SampleService.run { layer in
            for arguments in [["rue grimaldi"], ["--input", input]] {
                let local = try await geocode(arguments)
                let file = Sample.path("geocoded-\(UUID().uuidString).csv")
                let outcome = await Waypost.run(
                    ["geocode", "--server", layer.absoluteString, "-o", file] + arguments)
                #expect(outcome == local.outcome)
                let written = FileManager.default.contents(atPath: file) ?? Data()
                #expect(String(decoding: written, as: UTF8.self) == local.text)
            }
        }
    }

    @Test func `rows that nothing fits are left out`() async throws {
        let input = try table("address,driver\nrue grimaldi,Ana\nxyzzy qwerty,Rui\n")
        let (outcome, text) = try await geocode(["--input", input])
        #expect(outcome == .partial)
        #expect(text.split(separator: "\n").count == 2)
        let none = try table("address,driver\nxyzzy qwerty,Rui\n")
        #expect(try await geocode(["--input", none]).outcome == .noSolution)
    }

    @Test func `wrong options are refused`() async throws {
        let input = try table("street,driver\nrue grimaldi,Ana\n")
        #expect(try await geocode(["--input", input]).outcome == .invalidInput)
        #expect(try await geocode(["--input", input, "--column", "street"]).outcome == .answered)
        #expect(try await geocode([]).outcome == .usage)
        #expect(try await geocode(["a", "--traffic", input]).outcome == .usage)
        #expect(try await geocode(["a", "--server", "https://a.example"]).outcome == .usage)
        #expect(try await geocode(["a", "--input", input]).outcome == .usage)
        #expect(try await geocode(["a", "--count", "0"]).outcome == .usage)
        #expect(try await geocode(["a", "--least-score", "101"]).outcome == .usage)
        #expect(try await geocode(["xyzzy qwerty"]).outcome == .noSolution)
    }
}
