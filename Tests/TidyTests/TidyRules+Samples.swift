// The rule for samples on a page: they are regions of tests, line by line, so they compile and run.

import Foundation

extension TidyRules {
    /// The page of samples.
    static let samplesPage = "Documentation/Navigation-samples.md"

    private static let beginning = "// sample: "
    private static let ending = "// end of sample"

    /// A piece of code with a name: a marked region of a test, or a block of a page.
    struct Sample: Equatable {
        var name: String
        var line: Int
        /// The lines without their common indentation.
        var code: [String]
    }

    /// Returns the regions in a file. Each begins with a comment, which names it.
    static func regions(of file: SourceFile) -> [Sample] {
        var regions: [Sample] = []
        var open: (name: String, line: Int, code: [Substring])?
        func finish() {
            guard let open else { return }
            regions.append(Sample(name: open.name, line: open.line, code: leftAligned(open.code)))
        }
        for (offset, line) in file.lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix(beginning) {
                finish()
                open = (String(text.dropFirst(beginning.count)), offset + 1, [])
            } else if text == ending {
                finish()
                open = nil
            } else {
                open?.code.append(line)
            }
        }
        finish()
        return regions
    }

    /// Returns the Swift blocks of a page, each by the heading above it.
    static func blocks(of page: String) -> [Sample] {
        var blocks: [Sample] = []
        var heading = ""
        var open: (line: Int, code: [Substring])?
        for (offset, line) in page.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if let block = open {
                if line == "```" {
                    blocks.append(
                        Sample(name: heading, line: block.line, code: leftAligned(block.code)))
                    open = nil
                } else {
                    open?.code.append(line)
                }
            } else if line == "```swift" {
                open = (offset + 1, [])
            } else if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" }.drop { $0 == " " })
            }
        }
        return blocks
    }

    /// Every block on the page is the region with its name; a test with this name runs it, and
    /// every region is on the page.
    static func strayingSamples(in page: String, files: [SourceFile]) -> [Finding] {
        var findings: [Finding] = []
        var known: [String: (file: SourceFile, region: Sample)] = [:]
        for file in files {
            for region in regions(of: file)
            where known.updateValue((file, region), forKey: region.name) != nil {
                findings.append(file.finding(region.line, "two samples are named \(region.name)"))
            }
        }
        var shown: Set<String> = []
        for block in blocks(of: page) {
            shown.insert(block.name)
            let problem: String? =
                switch known[block.name] {
                case nil: "no region of a test is named \"\(block.name)\""
                case let (file, region)? where region.code != block.code:
                    "\"\(block.name)\" differs from line \(region.line) of \(file.path)"
                case let (file, _)? where !hasTest(named: block.name, in: file):
                    "no test in \(file.path) is named \"\(block.name)\""
                default: nil
                }
            guard let problem else { continue }
            findings.append(Finding(path: samplesPage, line: block.line, problem: problem))
        }
        for (name, found) in known.sorted(by: { $0.key < $1.key }) where !shown.contains(name) {
            findings.append(
                found.file.finding(found.region.line, "\(samplesPage) does not show \"\(name)\""))
        }
        return findings
    }

    /// Whether a file has a test with a sample's name, which begins with a small letter there.
    private static func hasTest(named name: String, in file: SourceFile) -> Bool {
        let declaration = "func `\(name.prefix(1).lowercased())\(name.dropFirst())`("
        return file.lines.contains { $0.contains(declaration) }
    }

    /// Removes the lines' common indentation, and empty lines at both ends.
    private static func leftAligned(_ code: [Substring]) -> [String] {
        let depth = code.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let lines = code.map { String($0.dropFirst(depth)) }
        guard let first = lines.firstIndex(where: { !$0.isEmpty }),
            let last = lines.lastIndex(where: { !$0.isEmpty })
        else { return [] }
        return Array(lines[first...last])
    }
}
