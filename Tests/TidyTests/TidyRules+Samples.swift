// The rule that the Swift on pages is regions of tests, line by line, so that it compiles and runs.

import Foundation

extension TidyRules {
    /// The page of samples, whose blocks are the regions with the names of their headings. The
    /// blocks of other pages are any regions with the same lines.
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

    /// Every block of a page is a region of a test, which a test with the region's name runs, and
    /// every region is on a page.
    ///
    /// What a block imports, the region's file imports; a manifest names a product that there is.
    ///
    /// - Parameter pages: The pages' texts by their paths.
    static func strayingSamples(
        in pages: [(path: String, text: String)], files: [SourceFile], products: Set<String>
    ) -> [Finding] {
        var findings: [Finding] = []
        var known: [String: (file: SourceFile, region: Sample)] = [:]
        for file in files {
            for region in regions(of: file)
            where known.updateValue((file, region), forKey: region.name) != nil {
                findings.append(file.finding(region.line, "two samples are named \(region.name)"))
            }
        }
        let ordered = known.values.sorted { $0.region.name < $1.region.name }
        var shown: Set<String> = []
        for (path, text) in pages {
            for block in blocks(of: text) where !isManifest(block, of: products) {
                let code = leftAligned(block.code.filter { !isImport($0) }.map { $0[...] })
                let region =
                    path == samplesPage
                    ? known[block.name] : ordered.first { $0.region.code == code }
                if let region { shown.insert(region.region.name) }
                guard let problem = problem(block, code, region) else { continue }
                findings.append(Finding(path: path, line: block.line, problem: problem))
            }
        }
        for (file, region) in ordered where !shown.contains(region.name) {
            findings.append(file.finding(region.line, "no page shows \"\(region.name)\""))
        }
        return findings
    }

    /// What is wrong with a block of a page, of which `found` should be the region.
    private static func problem(
        _ block: Sample, _ code: [String], _ found: (file: SourceFile, region: Sample)?
    ) -> String? {
        guard let (file, region) = found else {
            return "no region of a test has the code below \"\(block.name)\""
        }
        if region.code != code {
            return "\"\(block.name)\" differs from line \(region.line) of \(file.path)"
        }
        guard hasTest(named: region.name, in: file) else {
            return "no test in \(file.path) is named \"\(region.name)\""
        }
        let lacking = block.code.first { isImport($0) && !file.lines.contains($0[...]) }
        return lacking.map { "\(file.path) has no \"\($0)\"" }
    }

    private static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }

    /// Whether a block is a piece of a manifest, which depends on a product of this package.
    private static func isManifest(_ block: Sample, of products: Set<String>) -> Bool {
        let names = block.code.flatMap { line in
            line.matches(of: /\.product\(name: "(\w+)", package: "waypost"\)/)
                .map { String($0.output.1) }
        }
        return !names.isEmpty && products.isSuperset(of: names)
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
