// The blocks of code in a page of the guide.

import Foundation
import Testing

/// A block of code, or what it answers.
struct GuideBlock: Equatable {
    /// The page with the line of its beginning.
    var place: String
    /// The word behind the fence, which says who runs the block: `bash` and `python` are run,
    /// `console` is for a script that may install or wait, `diagram` is a drawing.
    var language: String
    /// The file that the block is, by the second word behind the fence: it lies beside the page's
    /// commands.
    var file: String?
    var text: String

    /// Reads a page's blocks.
    ///
    /// - Parameter path: The page's path in the package.
    static func blocks(of path: String) throws -> [GuideBlock] {
        let text = try String(
            contentsOf: Sample.package.appendingPathComponent(path), encoding: .utf8)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var blocks: [GuideBlock] = []
        var open: GuideBlock?
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    let words = line.dropFirst(3).split(separator: " ").map(String.init)
                    open = GuideBlock(
                        place: "\(name):\(offset + 1)", language: words.first ?? "",
                        file: words.count > 1 ? words[1] : nil, text: "")
                }
            } else {
                open?.text += "\(line)\n"
            }
        }
        #expect(open == nil, "\(path) has a block that does not end")
        return blocks
    }

    /// The README and every page of the guide, by their paths in the package.
    static let pages: [String] = {
        let folder = Sample.package.appendingPathComponent("Documentation").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md"]
            + files.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    /// The commands of this program in the block: their words without the program's name.
    ///
    /// Comments, redirections and other programs are left out. What a command prints within
    /// another stands as two places, and `WAYPOST_JOBS` as the option that it replaces.
    var commands: [[String]] {
        let lines = text.replacing("\\\n", with: " ").replacing("|\n", with: "|")
            .replacing(/\$\([^)]*\)/, with: "7.42,43.73 7.43,43.74")
        return lines.split(separator: "\n").flatMap { Self.commands(of: $0) }
    }

    private static func commands(of line: Substring) -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        func end() {
            if let word { commands[commands.count - 1].append(word) }
            word = nil
        }
        for character in line {
            switch (quote, character) {
            case (let open?, _) where open == character: quote = nil
            case (_?, _): word?.append(character)
            case (nil, "\""), (nil, "'"):
                quote = character
                word = word ?? ""
            case (nil, "#") where word == nil: return found(in: commands)
            case (nil, "|"), (nil, ";"):
                end()
                commands.append([])
            case (nil, " "): end()
            case (nil, _): word = (word ?? "") + String(character)
            }
        }
        end()
        return found(in: commands)
    }

    /// Returns the words of this program's commands up to a redirection.
    private static func found(in commands: [[String]]) -> [[String]] {
        commands.compactMap { words in
            let before = words.prefix { $0.wholeMatch(of: /[A-Z_]+=.*/) != nil }
            let own = words.dropFirst(before.count)
            guard own.first == "waypost" else { return nil }
            let jobs = before.first { $0.hasPrefix("WAYPOST_JOBS=") }
            return own.dropFirst().prefix { ![">", "<"].contains($0) }
                + (jobs.map { ["--jobs", String($0.dropFirst("WAYPOST_JOBS=".count))] } ?? [])
        }
    }
}
