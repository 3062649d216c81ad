// One Swift file as the rules see it, and the tree it comes from.

import Foundation

/// A place in the sources where a rule is broken.
struct Finding: Equatable, CustomStringConvertible {
    var path: String
    var line: Int
    var problem: String

    var description: String { "\(path):\(line): \(problem)" }
}

/// A Swift source with its tokens and declarations.
struct SourceFile {
    /// The path from the package root.
    let path: String
    let lines: [Substring]
    let lexer: SwiftLexer
    let outline: SourceOutline

    init(path: String, text: String) {
        self.path = path
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
        lexer = SwiftLexer(text)
        outline = SourceOutline(lexer.tokens)
    }

    /// The folders and the file name, without the extension.
    var components: [String] {
        var parts = path.split(separator: "/").map(String.init)
        if let last = parts.popLast() { parts.append(last.replacing(".swift", with: "")) }
        return parts
    }

    /// The room or test folder the file lies in.
    var room: String { components.count > 1 ? components[1] : "" }

    func finding(_ line: Int, _ problem: String) -> Finding {
        Finding(path: path, line: line, problem: problem)
    }
}

/// The package's own files, found from the place of this one.
struct SourceTree {
    let root: URL

    /// The package around this test.
    static let package = SourceTree(
        root: URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent())

    private static let skippedFolders: Set<String> = ["demo-output", "node_modules"]

    /// Paths from the root of the files below a folder, sorted; hidden ones are left out.
    func paths(under folder: String) -> [String] {
        let start = folder.isEmpty ? root : root.appending(path: folder)
        guard
            let walk = FileManager.default.enumerator(
                at: start, includingPropertiesForKeys: [.isRegularFileKey],
                options: [.skipsHiddenFiles])
        else { return [] }
        let prefix = root.standardizedFileURL.path(percentEncoded: false)
        var found: [String] = []
        for case let url as URL in walk {
            if Self.skippedFolders.contains(url.lastPathComponent) {
                walk.skipDescendants()
                continue
            }
            guard (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            else { continue }
            let path = url.standardizedFileURL.path(percentEncoded: false)
            let rest = path.dropFirst(prefix.count).drop { $0 == "/" }
            found.append(String(rest))
        }
        return found.sorted()
    }

    /// The text of a file, or `nil` when it is not UTF-8.
    func text(of path: String) -> String? {
        guard let data = try? Data(contentsOf: root.appending(path: path)) else { return nil }
        return String(data: data, encoding: .utf8)
    }

    /// The names of the folders directly in a folder, sorted.
    func folders(in folder: String) -> [String] {
        Set(
            paths(under: folder).compactMap { path in
                let parts = path.dropFirst(folder.count + 1).split(separator: "/")
                return parts.count > 1 ? String(parts[0]) : nil
            }
        ).sorted()
    }

    /// All Swift sources and tests, read and outlined.
    func swiftFiles() -> [SourceFile] {
        ["Sources", "Tests"].flatMap { paths(under: $0) }
            .filter { $0.hasSuffix(".swift") }
            .compactMap { path in text(of: path).map { SourceFile(path: path, text: $0) } }
    }
}
