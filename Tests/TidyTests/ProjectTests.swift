// Holds the whole package to its own style.

import Testing

@Suite struct ProjectTests {
    private static let tree = SourceTree.package
    private static let files = tree.swiftFiles()
    private static let glossary = Glossary(tree.text(of: Glossary.path) ?? "")

    private func check(_ findings: [Finding], _ location: SourceLocation = #_sourceLocation) {
        #expect(
            findings.count == 0,
            "\n\(findings.map(\.description).joined(separator: "\n"))",
            sourceLocation: location)
    }

    @Test func `the package is found and read`() {
        #expect(Self.files.count > 40)
        #expect(Self.files.contains { $0.path == "Sources/Geo/Coordinate.swift" })
        #expect(Self.tree.folders(in: "Tests").contains("TidyTests"))
    }

    @Test func `rooms import downwards only`() {
        check(Self.files.flatMap(TidyRules.importDirections))
    }

    @Test func `the client's rooms import what every system has`() throws {
        check(Self.files.flatMap { TidyRules.systemImports($0) })
        check(Self.files.flatMap { TidyRules.libraryFamilies($0) })
        // The drawing's product is the package's.
        let package = try #require(Self.tree.text(of: "Package.swift"))
        let product = try #require(
            package.split(separator: "\n").first { $0.contains(".library(name: \"Waypost\"") })
        let targets = try #require(product.firstMatch(of: /targets: \[(.*)\]/)).output.1
        let names = targets.split(separator: ",").map { $0.filter(\.isLetter) }
        #expect(Set(names) == RoomDrawing.clientProduct)
        // And it links no package: a URL session on Linux is in a module of the toolchain.
        let rooms = RoomDrawing.everything(neededBy: RoomDrawing.clientProduct)
        let outside = RoomDrawing.external.filter { !$0.value.isDisjoint(with: rooms) }
        #expect(Set(outside.keys) == ["FoundationNetworking"])
    }

    @Test func `tests import modules that exist`() {
        check(Self.files.flatMap(TidyRules.testImports))
    }

    @Test func `folders of a room build on each other in one direction`() {
        for room in RoomDrawing.rooms.keys.sorted() {
            let knots = TidyRules.knots(of: room, in: Self.files)
            #expect(knots.isEmpty, "in \(room), these use each other")
        }
    }

    @Test func `what is marked as inlinable is inlined`() {
        check(Self.files.flatMap(TidyRules.ignoredInlining))
    }

    @Test func `every folder of sources is a room`() {
        let unknown = Self.tree.folders(in: "Sources").filter {
            RoomDrawing.rooms[$0] == nil && !RoomDrawing.cLibraries.contains($0)
        }
        #expect(unknown.isEmpty)
    }

    @Test func `every test folder is named for what it tests`() {
        #expect(Self.tree.folders(in: "Tests").filter { !TidyRules.testFolder($0) }.isEmpty)
    }

    @Test func `files stay short`() { check(Self.files.flatMap(TidyRules.fileLength)) }

    @Test func `functions fit a screen`() { check(Self.files.flatMap(TidyRules.functionLength)) }

    @Test func `lines fit a screen`() { check(Self.files.flatMap(TidyRules.lineLength)) }

    @Test func `every file says what lives in it`() {
        check(Self.files.flatMap(TidyRules.header))
    }

    @Test func `nothing is forced`() { check(Self.files.flatMap(TidyRules.forcedOperations)) }

    @Test func `no path stops the program`() {
        check(Self.files.flatMap(TidyRules.stoppingPaths))
    }

    @Test func `no catch is empty`() { check(Self.files.flatMap(TidyRules.emptyCatches)) }

    @Test func `nothing is left for later`() { check(Self.files.flatMap(TidyRules.unfinishedWork)) }

    @Test func `names name things`() { check(Self.files.flatMap(TidyRules.names)) }

    @Test func `the glossary is found and read`() {
        #expect(Self.glossary.names.count > 60)
        #expect(Self.glossary.unusedInNames.count > 5)
        #expect(Self.glossary.badRows.isEmpty)
        let rows = Dictionary(grouping: Self.glossary.terms) { $0 }.filter { $0.value.count > 1 }
        #expect(rows.keys.sorted() == [], "terms with several rows")
        #expect(Self.tree.text(of: "README.md")?.contains(Glossary.path) == true)
    }

    @Test func `the glossary gives names that there are`() {
        let words = Set(
            Self.files.filter { $0.path.hasPrefix("Sources/") }
                .flatMap { file in file.lexer.tokens.filter { $0.kind == .word }.map(\.text) })
        let missing = Self.glossary.names.filter { !words.contains($0) }
        #expect(missing.isEmpty, "\(missing) in \(Glossary.path)")
    }

    @Test func `names use the terms of the glossary`() {
        check(Self.files.flatMap { TidyRules.termsInNames($0, Self.glossary) })
    }

    @Test func `everything public is documented`() {
        check(
            Self.files.filter { $0.path.hasPrefix("Sources/") }.flatMap(TidyRules.documentation))
    }

    @Test func `examples of the files to start with are code of tests`() {
        let tests = Self.files.filter { $0.path.hasPrefix("Tests/") }
            .map { TidyRules.codeLines(of: $0.lines) }
        check(Self.files.flatMap { TidyRules.missingExamples($0, tests: tests) })
    }

    @Test func `the Swift on pages is code of tests`() throws {
        let paths =
            ["README.md"] + Self.tree.paths(under: "Documentation").filter { $0.hasSuffix(".md") }
        let pages = try paths.map { path in
            (path: path, text: try #require(Self.tree.text(of: path)))
        }
        // The rules' own tests have regions that no page shows.
        let tests = Self.files.filter {
            $0.path.hasPrefix("Tests/") && !$0.path.hasPrefix("Tests/TidyTests/")
        }
        let package = try #require(Self.tree.text(of: "Package.swift"))
        let products = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
        let samples = try #require(Self.tree.text(of: TidyRules.samplesPage))
        #expect(TidyRules.blocks(of: samples).count == 24)
        #expect(pages.filter { !TidyRules.blocks(of: $0.text).isEmpty }.count >= 4)
        check(TidyRules.strayingSamples(in: pages, files: tests, products: Set(products)))
    }

    @Test func `files that the README says to read first have an example`() throws {
        let readme = try #require(Self.tree.text(of: "README.md"))
        #expect(TidyRules.readingSources(in: readme).count > 8)
        check(TidyRules.missingStarts(in: readme, files: Self.files))
    }

    @Test func `no public type hides its module`() {
        check(Self.files.flatMap(TidyRules.moduleNames))
    }

    @Test func `pages and comments name files of the tree`() {
        let paths = Self.tree.paths(under: "")
        let files = Set(paths)
        let pages = paths.filter { $0.hasSuffix(".md") }
        #expect(pages.contains("README.md"))
        check(
            pages.flatMap { page in
                Self.tree.text(of: page).map {
                    TidyRules.brokenLinks(in: $0, page: page, files: files)
                        + TidyRules.missingSources(in: $0, page: page, files: files)
                } ?? []
            })
        check(Self.files.flatMap { TidyRules.missingPages(in: $0, files: files) })
    }

    @Test func `a type on the page of a request lies in the file of its name`() throws {
        let page = try #require(Self.tree.text(of: TidyRules.requestPage))
        #expect(page.contains("RouteSolver"))
        check(
            TidyRules.misplacedTypes(in: page, page: TidyRules.requestPage, files: Self.files))
    }

    @Test func `the README is short and draws every room`() throws {
        let readme = try #require(Self.tree.text(of: "README.md"))
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < TidyRules.maximumReadmeLines)
        #expect(TidyRules.drawnLevels(in: readme) == [])
    }

    @Test func `a merge left no halves in the list of changes`() throws {
        let page = try #require(Self.tree.text(of: TidyRules.changesPage))
        #expect(page.split(separator: "\n").count { $0.hasPrefix("- ") } > 100)
        check(TidyRules.damagedChanges(in: page))
    }

    @Test func `every case that was tried has its tests`() throws {
        let page = try #require(Self.tree.text(of: TidyRules.casesPage))
        let tests = Set(
            Self.files.filter { $0.path.hasPrefix("Tests/") }.flatMap(TidyRules.tests))
        #expect(tests.count > 3_000)
        // A row that is lost is a case without a test.
        #expect(TidyRules.cases(in: page).count >= 41)
        check(TidyRules.untestedCases(in: page, tests: tests))
    }

    @Test func `the room of the wire holds no raw memory`() {
        check(Self.files.flatMap(TidyRules.rawMemory))
    }

    @Test func `the core of navigation reads no clock and draws no lot`() {
        check(Self.files.flatMap(TidyRules.clocksAndDraws))
    }

    @Test func `no file names a place on a machine`() {
        check(
            Self.tree.paths(under: "").flatMap { path in
                Self.tree.text(of: path).map { TidyRules.machinePaths(in: $0, path: path) } ?? []
            })
    }
}
