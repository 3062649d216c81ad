// Every rule must catch what it is for and let good code pass.

import Testing

@Suite struct TidyRuleTests {
    private func file(_ text: String, path: String = "Sources/Geo/Sample.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    private func problems(_ rule: (SourceFile) -> [Finding], _ text: String) -> [String] {
        rule(file(text)).map(\.problem)
    }

    @Test(arguments: [
        "let a = try! b()", "let a = b!", "b!.c()", "b()!", "b[0]!", "let a: Int!", "a as! B",
        "\"\\(b!)\"", "return $0!", "{ b }()!.c", "let a: [Int: Array<Int>]!", "a! = b",
    ])
    func `force is caught`(code: String) {
        #expect(TidyRules.forcedOperations(file(code)).count == 1, "\(code)")
    }

    @Test(arguments: [
        "if !a { }", "a != b", "a!=b", "f(!a)", "[!a, !b]", "a && !b", "#if !os(Linux)", "a !== b",
        "\"really!\"", "// done!", "let f: (Bool) -> Bool = { !$0 }", "a ? !b : c", "`wow!`()",
        "#expect(!a)", "try? b()", "a as? B", "return !a",
    ])
    func `what only looks like force passes`(code: String) {
        #expect(TidyRules.forcedOperations(file(code)).isEmpty, "\(code)")
    }

    @Test func `what stops at a path of one letter is caught`() {
        let code = "let a = (path as NSString).deletingLastPathComponent"
        #expect(TidyRules.stoppingPaths(file(code)).count == 1)
        #expect(TidyRules.stoppingPaths(file(code + "()")).isEmpty)
    }

    @Test func `a long function is caught and a short one passes`() {
        func source(_ lines: Int) -> String {
            "struct A {\n  func b(c: () -> Void = {}) -> [Int] {\n"
                + String(repeating: "    d(\"}\") // }\n", count: lines - 2) + "  }\n}\n"
        }
        #expect(TidyRules.functionLength(file(source(70))).isEmpty)
        let found = TidyRules.functionLength(file(source(71)))
        #expect(found.map(\.line) == [2])
        #expect(found.map(\.problem) == ["b has 71 lines, 70 allowed"])
    }

    @Test(arguments: [
        "init() {", "subscript(a: Int) -> Int {", "deinit {", "var a: Int {",
        "static func < (a: A) {",
        "func `a b`<T>() async throws(E) -> T where T: P {", "init?(a: A) {",
    ])
    func `every kind of body is measured`(head: String) {
        let source = "struct A {\n\(head)\n" + String(repeating: "x()\n", count: 70) + "}\n}\n"
        #expect(TidyRules.functionLength(file(source)).count == 1, "\(head)")
    }

    @Test func `requirements and stored closures are not functions`() {
        let source = """
            protocol P { func a() -> Int
                var b: Int { get }
                init(c: Int)
            }
            struct S { var d = make { e }
                let f = Self.init(g: 1)
            }
            """
        #expect(file(source).outline.functions.map(\.name) == ["b"])
    }

    @Test func `unbalanced brackets are reported, not guessed`() {
        #expect(problems(TidyRules.functionLength, "func a() { (]").count == 1)
        #expect(problems(TidyRules.functionLength, "func a() {").count == 1)
        #expect(problems(TidyRules.functionLength, "}").count == 1)
    }

    @Test func `long files and lines are caught`() {
        #expect(problems(TidyRules.fileLength, String(repeating: "\n", count: 501)).count == 1)
        #expect(problems(TidyRules.fileLength, String(repeating: "\n", count: 500)).isEmpty)
        #expect(problems(TidyRules.lineLength, String(repeating: "ö", count: 101)).count == 1)
        #expect(problems(TidyRules.lineLength, String(repeating: "ö", count: 100)).isEmpty)
    }

    @Test func `a file must begin by saying what lives in it`() {
        #expect(problems(TidyRules.header, "// What lives here.\nimport B").isEmpty)
        #expect(problems(TidyRules.header, "import B\n// What lives here.").count == 1)
        #expect(problems(TidyRules.header, "/// What this type is.\nstruct A {}").count == 1)
        #expect(problems(TidyRules.header, "// Sample\nstruct A {}").count == 1)
        #expect(problems(TidyRules.header, "\n// What lives here.").count == 1)
    }

    @Test func `empty catches are caught, with or without a comment`() {
        #expect(problems(TidyRules.emptyCatches, "do { a() } catch {}").count == 1)
        #expect(problems(TidyRules.emptyCatches, "do { a() } catch let e { /* ok */ }").count == 1)
        #expect(problems(TidyRules.emptyCatches, "do { a() } catch { log(error) }").isEmpty)
    }

    @Test func `reminders and stubs are caught`() {
        #expect(problems(TidyRules.unfinishedWork, "a() // TO" + "DO: b").count == 1)
        #expect(problems(TidyRules.unfinishedWork, "// FIX" + "ME").count == 1)
        #expect(problems(TidyRules.unfinishedWork, "fatal" + "Error(\"unimplemented\")").count == 1)
        #expect(problems(TidyRules.unfinishedWork, "fatalError(\"rows must be sorted\")").isEmpty)
    }

    @Test func `names that name nothing are caught`() {
        #expect(problems(TidyRules.names, "struct StringUtils {}").count == 1)
        #expect(problems(TidyRules.names, "final class RouteManager {}").count == 1)
        #expect(
            problems(TidyRules.names, "let a = FileManager.default; class CommonsImage {}").isEmpty)
        #expect(TidyRules.names(file("", path: "Sources/Geo/Helpers/A.swift")).count == 1)
        #expect(TidyRules.names(file("", path: "Sources/Geo/A+Extensions.swift")).count == 1)
        #expect(TidyRules.words(of: "RouteURLHelpers+Geo") == ["Route", "URL", "Helpers", "Geo"])
    }
}

@Suite struct DocumentationRuleTests {
    private func findings(_ text: String) -> [Finding] {
        TidyRules.documentation(SourceFile(path: "Sources/Geo/Sample.swift", text: text))
    }

    @Test(arguments: [
        "public struct A {}", "public let a = 1", "open class A {}", "public init() {}",
        "@discardableResult\npublic func a() {}", "public static func < (a: A, b: A) -> Bool {}",
        "// A plain comment.\npublic func a() {}", "/// Far away.\n\npublic func a() {}",
        "public private(set) var a = 1", "nonisolated public var a: Int { 1 }",
        "public typealias A = B", "/// A.\npublic enum A {\ncase b }",
        "/// A.\npublic protocol A {\nfunc b() }",
        "/// A.\npublic protocol A {\nassociatedtype B }",
    ])
    func `an undocumented declaration is caught`(code: String) {
        #expect(findings(code).count == 1, "\(code)")
    }

    @Test(arguments: [
        "/// A thing.\npublic struct A {}",
        "/// Does it.\n@discardableResult\npublic func a() {}",
        "/// Does it.\n@available(*, deprecated, message: \"b\")\n@inlinable public func a() {}",
        "/// Does it.\n///\n/// More, without an end\npublic func a() {}",
        "/// One line\n/// and the rest.\npublic func a() {}",
        "struct A { private(set) var b = 1; func c() {} }", "public import Geo",
        "enum A { case b }",
        "package struct A {}", "let public = 1",
        "/// A.\npublic enum A {\n/// B.\ncase b\nfunc c() { switch d { case .e: f() } } }",
        "/// Does it.\n// swift-format-ignore: Rule\npublic func a() {}",
    ])
    func `a documented or inner declaration passes`(code: String) {
        #expect(findings(code) == [], "\(code)")
    }

    @Test func `a summary is a sentence`() {
        #expect(findings("/// Makes a thing\npublic func a() {}").count == 1)
        #expect(findings("/// Makes a thing\n///\n/// More.\npublic func a() {}").count == 1)
    }
}

@Suite struct PackageRuleTests {
    private func imports(_ room: String, _ text: String) -> [String] {
        TidyRules.importDirections(SourceFile(path: "Sources/\(room)/A.swift", text: text))
            .map(\.problem)
    }

    @Test func `an import upwards is caught however it is written`() {
        for line in [
            "import RouteAnalysis", "public import RouteAnalysis", "@testable import RouteAnalysis",
            "import struct RouteAnalysis.A", "#if DEBUG\nimport RouteAnalysis\n#endif",
        ] {
            #expect(imports("RoutingEngine", line).count == 1, "\(line)")
        }
        #expect(imports("RoutingEngine", "package import RoadNetwork\nimport Foundation").isEmpty)
        #expect(imports("Geo", "// import RouteAnalysis").isEmpty)
    }

    @Test func `an import that Apple's systems lack is caught in a room for clients`() {
        func found(_ text: String, in room: String = "DataStructures") -> Int {
            TidyRules.systemImports(SourceFile(path: "Sources/\(room)/A.swift", text: text)).count
        }
        #expect(found("import Dispatch\nimport Glibc") == 1)
        #expect(found("package import Glibc\n#if canImport(Musl)\nimport Musl\n#endif") == 1)
        #expect(found("#if canImport(Musl)\nimport Glibc\n#else\nimport Musl\n#endif") == 2)
        #expect(found("import CZlib", in: "Geo") == 1)
        #expect(found("#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif") == 0)
        #expect(found("#if canImport(Glibc)\nimport A\nimport Glibc\n#endif") == 0)
        #expect(found("import Glibc", in: "SystemResources") == 0)
    }

    @Test func `a C library of one system alone is caught`() {
        func found(_ branches: String) -> Int {
            let text = "#if canImport(Glibc)\nimport Glibc\n\(branches)#endif"
            return TidyRules.libraryFamilies(SourceFile(path: "Sources/Jobs/A.swift", text: text))
                .count
        }
        let musl = "#elseif canImport(Musl)\nimport Musl\n"
        let darwin = "#elseif canImport(Darwin)\nimport Darwin\n"
        #expect(found("") == 2)
        #expect(found("#else\nimport Darwin\n") == 2)
        #expect(found(darwin) == 1)
        #expect(found(musl + darwin) == 0)
    }

    @Test func `an import of a module that is gone is caught in a test`() {
        let text = "import Geo\nimport Testing\nimport NetworkAnalysis\nimport RouteTesting"
        let findings = TidyRules.testImports(
            SourceFile(path: "Tests/ScenarioTests/A.swift", text: text))
        #expect(findings.map(\.line) == [3])
    }

    @Test(arguments: [
        ("package struct A {\n    @inlinable package var b: Int { 1 }\n}", [2]),
        ("@usableFromInline package struct A {\n    @inlinable package var b: Int { 1 }\n}", []),
        ("@usableFromInline\npackage class A {\n    @inlinable\n    package init() {}\n}", []),
        ("package enum A {\n}\nextension Range {\n    @inlinable package var b: Int { 1 }\n}", []),
    ])
    func `an inlinable member needs a type that other rooms can inline`(
        text: String, lines: [Int]
    ) {
        let file = SourceFile(path: "Sources/Geo/A.swift", text: text)
        #expect(TidyRules.ignoredInlining(file).map(\.line) == lines)
    }

    @Test func `C libraries and outside modules have their rooms`() {
        #expect(imports("SpatialOperations", "import CGEOS").isEmpty)
        #expect(imports("RouteAnalysis", "import CGEOS").count == 1)
        #expect(imports("RouteCLI", "import CZlib").count == 1)
        #expect(imports("Geo", "import Unheard").count == 1)
        #expect(imports("Unheard", "import Geo").count == 1)
    }

    @Test func `folders that use each other are a knot, also over a third one`() {
        func found(_ files: [(String, String)]) -> [[String]] {
            TidyRules.knots(
                of: "Geo",
                in: files.map { SourceFile(path: "Sources/Geo/\($0.0).swift", text: $0.1) })
        }
        let one = ("A/One", "struct One { var two: Two }")
        let two = ("B/Two", "struct Two { var three: Three? }")
        let back = "struct Three { var one: One? }"
        #expect(found([one, two, ("C/Three", back)]) == [["A", "B", "C"]])
        #expect(found([one, two, ("C/Three", "struct Three {}")]) == [])
        // Comments and files beside the folders do not count.
        #expect(found([one, two, ("C/Three", "struct Three {} // One")]) == [])
        #expect(found([one, two, ("Three", back)]) == [])
    }

    @Test func `a room that is drawn below one that it imports, or not at all, is caught`() {
        let rooms: [String: Set<String>] = ["A": ["B", "C"], "B": ["C"], "C": []]
        func found(_ page: String) -> [String] { TidyRules.drawnLevels(in: page, rooms: rooms) }
        #expect(found(" 2 │ A  upper │\n 1 │ B       │ C │") == [])
        #expect(found("│ A │\n│ C│ x │\n│ B    │") == ["B imports C, which is drawn above it"])
        #expect(found("│ A │\n│ B │\nC") == ["C is not drawn"])
    }

    @Test func `raw memory in the room of the wire is caught`() {
        func found(_ text: String, in room: String = "RouteAPI") -> Int {
            TidyRules.rawMemory(SourceFile(path: "Sources/\(room)/A.swift", text: text)).count
        }
        #expect(found("let a = UnsafeRawBufferPointer(b)") == 1)
        #expect(found("text.utf8.withContiguousStorageIfAvailable { $0.count }") == 1)
        #expect(found("// Unsafe by name only\nlet a = text.utf8.span") == 0)
        #expect(found("values.withUnsafeBytes { $0.count }", in: "Geo") == 0)
    }

    @Test func `a clock in the core of navigation is caught`() {
        func found(_ text: String, in room: String = "Navigation") -> Int {
            TidyRules.clocksAndDraws(SourceFile(path: "Sources/\(room)/A.swift", text: text)).count
        }
        #expect(found("let now = Date()") == 1)
        #expect(found("let start = ContinuousClock.now") == 1)
        #expect(found("var random = SystemRandomNumberGenerator()") == 1)
        #expect(found("// Date by name only\ncase .now: 2") == 0)
        #expect(found("let now = Date()", in: "RouteTaskClient") == 0)
    }

    @Test func `a test folder without a room is caught`() {
        #expect(TidyRules.testFolder("GeoTests"))
        #expect(TidyRules.testFolder("RouteTesting"))
        #expect(!TidyRules.testFolder("GeometryTests"))
        #expect(!TidyRules.testFolder("Geo"))
    }

    @Test func `a type with its module's name is caught`() {
        func found(_ text: String) -> Int {
            TidyRules.moduleNames(SourceFile(path: "Sources/Directions/A.swift", text: text)).count
        }
        #expect(found("public struct Directions {}") == 1)
        #expect(found("package struct Directions {}") == 0)
        #expect(found("public struct A { public enum Directions {} }") == 0)
    }

    @Test func `a link to nowhere is caught, one to a file, folder or URL passes`() {
        func found(_ text: String) -> Int {
            TidyRules.brokenLinks(
                in: text, page: "Pages/A.md", files: ["README.md", "Pages/B.md", "Tests/a/b.txt"]
            ).count
        }
        #expect(found("[b](B.md), [b](./B.md#part), [r](../README.md) and [a](../Tests/a)") == 0)
        #expect(found("[here](#part), [there](https://example.com/B.md)\n```\n[c](C.md)\n```") == 0)
        #expect(found("[c](C.md) and [r](README.md)\n[a](../Tests/c)") == 3)
    }

    @Test func `a page that names a Swift file at a wrong path is caught`() {
        func found(_ text: String) -> Int {
            TidyRules.missingSources(
                in: text, page: "Pages/A.md",
                files: ["Package.swift", "Sources/Geo/Feature.swift", "Sources/Geo/A/B+C.swift"]
            ).count
        }
        #expect(found("`Sources/Geo/Feature.swift`, `B+C.swift` and `A/B+C.swift`: rows") == 0)
        #expect(found("`Package.swift`; files end in `.swift`, as GRDB.swift does") == 0)
        #expect(found("`Type+Aspect.swift <name>`\n```\n`a.swift`\n```") == 0)
        #expect(found("`Sources/Geo/A/Feature.swift`, `C.swift`\n`o/A/B+C.swift`") == 3)
    }

    @Test func `a type that a page names and that lies in another file is caught`() {
        func found(_ text: String) -> [String] {
            TidyRules.misplacedTypes(
                in: text, page: "Pages/A.md",
                files: [
                    SourceFile(path: "Sources/Geo/A/Gate.swift", text: "struct Gate {}"),
                    SourceFile(
                        path: "Sources/Geo/Wall.swift",
                        text: "struct Wall { enum Kind {} }\npackage final class Door {}"),
                    SourceFile(path: "Tests/GeoTests/Lock.swift", text: "struct Key {}"),
                ]
            ).map(\.problem)
        }
        #expect(found("`Gate`, `Wall.open`, a Key, a Kind and the Doors") == [])
        #expect(
            found("Gate.\n`Door.open`, Door") == [
                "Door lies in Sources/Geo/Wall.swift; move it to Door.swift"
            ])
    }

    @Test func `a comment that names a page of elsewhere is caught`() {
        func found(_ text: String) -> Int {
            TidyRules.missingPages(
                in: SourceFile(path: "Sources/Geo/A.swift", text: text),
                files: ["README.md", "Pages/B.md"]
            ).count
        }
        #expect(found("// See Pages/B.md. Or B.md, or (README.md).\nlet a = \"c.md\"") == 0)
        #expect(found("// See c.md, 2.2.\n/// And Pages/c.md.") == 2)
    }

    @Test func `a path of a machine is caught, a URL passes`() {
        func found(_ text: String) -> Int { TidyRules.machinePaths(in: text, path: "a").count }
        #expect(found("see /wo" + "rk/main/a") == 1)
        #expect(found("\"/ho" + "me/me/a\" and file:///Us" + "ers/me") == 2)
        #expect(found("https://example.com/wo" + "rk/a and a/ho" + "me/b") == 0)
        #expect(found("$ROOT/wo" + "rk/") == 0)
    }

    @Test func `an example that no test has is caught`() {
        let tests = [TidyRules.codeLines(of: ["    let a = A()  // one", "  a.run()"])]
        func problems(_ code: String, header: String = "// Start here.") -> Int {
            let text =
                "\(header)\n/// ```swift\n/// let a = A()    // first\n/// \(code)\n/// ```\n"
            let file = SourceFile(path: "Sources/Geo/A.swift", text: text)
            return TidyRules.missingExamples(file, tests: tests).count
        }
        #expect(problems("a.run()") == 0)
        #expect(problems("// then run it") == 0)
        #expect(problems("a.stop()") == 1)
        #expect(problems("a.stop()", header: "// A file.") == 0)
    }

    @Test func `a file to read first without a mark or an example is caught`() {
        let readme =
            "# A\n`Sources/B/C.swift`\n## Where to start reading\n"
            + "| a | `Sources/B/D.swift`; `Tests/B/E.swift` |\n"
            + "| b | [F](F.md), `Sources/B/G.swift` |\n## B\n| c | `Sources/H.swift` |"
        func found(_ text: String) -> [Int] {
            let files = [SourceFile(path: "Sources/B/D.swift", text: text)]
            return TidyRules.missingStarts(in: readme, files: files).map(\.line)
        }
        #expect(TidyRules.readingSources(in: readme).map(\.line) == [4, 5])
        #expect(found("// Start here.\n/// ```swift\n/// a()\n/// ```\n") == [5])
        #expect(found("// Start here.\n/// ```\n/// a()\n/// ```\n") == [1, 5])
        #expect(found("// A file.\nlet a = \"```swift\"\n") == [1, 1, 5])
    }
}
