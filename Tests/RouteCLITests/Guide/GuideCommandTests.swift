// Reads every command that a page shows, as the program would.

import ArgumentParser
import Foundation
import Testing

@testable import RouteCLI

@Suite struct GuideCommandTests {
    /// Reads each command of a block as the program would.
    private func check(_ block: GuideBlock) {
        for words in block.commands {
            do {
                _ = try Waypost.parseAsRoot(Waypost.protectCoordinates(words))
            } catch  where Waypost.exitCode(for: error) == .success {
                continue  // --version and --help end here
            } catch {
                let message = Waypost.message(for: error)
                Issue.record("\(block.place): waypost \(words): \(message)")
            }
        }
    }

    @Test func `every command in a page has options and values that the program reads`() throws {
        var count = 0
        for page in GuideBlock.pages {
            for block in try GuideBlock.blocks(of: page) {
                guard ["console", "bash"].contains(block.language) else { continue }
                count += block.commands.count
                check(block)
            }
        }
        // The pages are found, and commands in them.
        #expect(GuideBlock.pages.count > 20 && count > 60, "\(count) commands")
    }

    @Test func `every command in the help of a command is one that the program reads`() {
        var count = 0
        var types: [any ParsableCommand.Type] = [Waypost.self]
        while let type = types.popLast() {
            types += type.configuration.subcommands
            let block = GuideBlock(
                place: "help of \(type._commandName)", language: "console",
                text: type.configuration.discussion)
            count += block.commands.count
            check(block)
        }
        #expect(count > 60, "\(count) commands")
    }

    @Test func `commands are found among comments, variables and other programs`() {
        let block = GuideBlock(
            place: "a", language: "console",
            text: """
                # waypost is no command here
                A=b waypost solve --stops "a b.csv" 'c|d' \\
                    -o e.csv    # a comment with waypost
                waypost places town > f.csv
                waypost refresh - < a.handle
                curl x | waypost layers list - |
                    jq .waypost

                """)
        #expect(
            block.commands == [
                ["solve", "--stops", "a b.csv", "c|d", "-o", "e.csv"], ["places", "town"],
                ["refresh", "-"],
                ["layers", "list", "-"],
            ])
    }

    @Test func `an option that is not there is found`() throws {
        let block = GuideBlock(
            place: "a", language: "console", text: "waypost solve --stopps a.csv\n")
        let words: [String] = try #require(block.commands.first)
        #expect(throws: (any Error).self) { try Waypost.parseAsRoot(words) }
    }
}
