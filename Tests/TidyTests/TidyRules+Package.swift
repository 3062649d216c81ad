// The rules about more than one file: import directions, names of modules, machine paths.

extension TidyRules {
    /// Rooms import downwards only, as ``RoomDrawing`` says.
    static func importDirections(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/") else { return [] }
        guard RoomDrawing.rooms[file.room] != nil else {
            return [file.finding(1, "\(file.room) is not a room of the drawing")]
        }
        return imports(of: file).compactMap { (line, module) in
            switch RoomDrawing.allows(file.room, toImport: module) {
            case true?: nil
            case false?: file.finding(line, "\(file.room) may not import \(module)")
            case nil: file.finding(line, "\(module) is not in the drawing (RoomDrawing.swift)")
            }
        }
    }

    /// The client's rooms compile on other systems: what one system alone has is imported below
    /// `#if canImport` of the same name, and C libraries not at all.
    static func systemImports(
        _ file: SourceFile,
        rooms: Set<String> = RoomDrawing.everything(neededBy: RoomDrawing.clientProduct)
    ) -> [Finding] {
        guard file.path.hasPrefix("Sources/"), rooms.contains(file.room) else { return [] }
        return imports(of: file).compactMap { (line, module) in
            if RoomDrawing.cLibraries.contains(module) {
                return file.finding(line, "\(file.room) is for clients too: \(module) is not there")
            }
            guard RoomDrawing.systemModules.contains(module) else { return nil }
            // Nothing but other imports lies between the condition and the import.
            let condition = file.lines[..<(line - 1)].last { $0.hasPrefix("#") }
            let isElse = condition == "#else" && module == "Darwin"
            guard let condition, condition.contains("canImport(\(module))") || isElse else {
                return file.finding(
                    line, "\(file.room) is for clients too: #if canImport(\(module)) is missing")
            }
            return nil
        }
    }

    /// Where one system's C library is imported, the others' are too: a file that has Glibc alone
    /// has no `sin` on Alpine or a phone.
    static func libraryFamilies(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/"),
            let line = file.lines.firstIndex(of: "#if canImport(Glibc)")
        else { return [] }
        return ["Musl", "Darwin"].filter { !file.lines.contains("#elseif canImport(\($0))") }
            .map { file.finding(line + 1, "#elseif canImport(\($0)) is missing") }
    }

    /// A test imports existing modules only. If a module was renamed, an old build folder still has
    /// it, and the compiler finds what a clean clone lacks.
    static func testImports(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Tests/") else { return [] }
        return imports(of: file).filter { !RoomDrawing.exists($0.module) }.map {
            file.finding($0.line, "\($0.module) is no room, test folder or module from outside")
        }
    }

    /// In the README's drawing, no room stands lower than a room it may import.
    static func drawnLevels(
        in page: String, rooms: [String: Set<String>] = RoomDrawing.rooms
    ) -> [String] {
        var lines: [String: Int] = [:]
        for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            // The border of a cell comes before its room, and another border or a space after it.
            let cells = line.split(separator: "│", omittingEmptySubsequences: false)
            for cell in cells.dropFirst() {
                guard let word = cell.split(separator: " ").first.map(String.init),
                    rooms[word] != nil
                else { continue }
                lines[word] = lines[word] ?? number
            }
        }
        return rooms.keys.sorted().flatMap { room -> [String] in
            guard let own = lines[room] else { return ["\(room) is not drawn"] }
            return (rooms[room] ?? []).sorted().compactMap { imported in
                guard let other = lines[imported], other < own else { return nil }
                return "\(room) imports \(imported), which is drawn above it"
            }
        }
    }

    /// The sets of folders in a room which all use each other's types, sorted; none in a room in
    /// order. Files beside the folders belong to none.
    ///
    /// - Complexity: O(*n* + *f*³) for *n* tokens and *f* folders.
    static func knots(of room: String, in files: [SourceFile]) -> [[String]] {
        let files = files.filter {
            $0.path.hasPrefix("Sources/\(room)/") && $0.components.count > 3
        }
        func folder(_ file: SourceFile) -> String { file.components[2] }
        let owners = Dictionary(
            files.flatMap { file in
                file.outline.types.filter { !$0.isNested }.map { ($0.name, folder(file)) }
            }, uniquingKeysWith: { first, _ in first })
        var reached: [String: Set<String>] = [:]
        for file in files {
            for token in file.lexer.tokens where token.kind == .word {
                guard let other = owners[token.text], other != folder(file) else { continue }
                reached[folder(file), default: []].insert(other)
            }
        }
        let folders = Set(files.map(folder)).sorted()
        for middle in folders {
            let beyond = reached[middle] ?? []
            for start in folders where reached[start]?.contains(middle) ?? false {
                reached[start]?.formUnion(beyond)
            }
        }
        let knots = folders.map { one in
            folders.filter {
                reached[one]?.contains($0) ?? false && reached[$0]?.contains(one) ?? false
            }
        }
        return Set(knots.filter { $0.count > 1 }).sorted { $0[0] < $1[0] }
    }

    /// The wire room reads and writes values, never memory.
    static func rawMemory(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/RouteAPI/") else { return [] }
        return file.lexer.tokens.filter { token in
            token.kind == .word
                && ["Unsafe", "withUnsafe", "withContiguousStorage", "unsafe"].contains {
                    token.text.hasPrefix($0)
                }
        }.map { file.finding($0.line, "\($0.text): \(file.room) holds no raw memory") }
    }

    /// The core of navigation takes times and draws as values: the same fixes give the same bytes.
    static func clocksAndDraws(_ file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/Navigation/") else { return [] }
        let words: Set = [
            "Date", "ContinuousClock", "SuspendingClock", "DispatchTime", "ProcessInfo", "sleep",
            "clock_gettime", "gettimeofday", "SystemRandomNumberGenerator", "UUID",
        ]
        return file.lexer.tokens.filter { $0.kind == .word && words.contains($0.text) }
            .map {
                file.finding($0.line, "\($0.text): \(file.room) reads no clock and draws no lot")
            }
    }

    /// `@inlinable` counts only in a type that is public or `@usableFromInline`. Elsewhere the
    /// compiler calls the member, generic ones unspecialized, and evaluates key paths.
    static func ignoredInlining(_ file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        var isHidden = false
        for (index, line) in file.lines.enumerated() {
            let words = line.split(separator: " ")
            let isType = words.contains { ["struct", "class", "enum"].contains($0) }
            if words.first == "package", isType {
                isHidden = index == 0 || !file.lines[index - 1].hasPrefix("@usableFromInline")
            }
            if line == "}" { isHidden = false }
            if isHidden, words.first == "@inlinable" {
                findings.append(file.finding(index + 1, "the type needs @usableFromInline"))
            }
        }
        return findings
    }

    /// The modules a file imports, with the lines.
    static func imports(of file: SourceFile) -> [(line: Int, module: String)] {
        let tokens = file.lexer.tokens
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        return tokens.indices.compactMap { index in
            guard tokens[index].kind == .word, tokens[index].text == "import" else { return nil }
            let rest = tokens[(index + 1)...].prefix { $0.line == tokens[index].line }
            let module = rest.first { $0.kind == .word && !kinds.contains($0.text) }
            return module.map { (tokens[index].line, $0.text) }
        }
    }

    /// A test folder is `<Room>Tests`, or among the few others.
    static func testFolder(_ name: String) -> Bool {
        if RoomDrawing.otherTestFolders.contains(name) { return true }
        return name.hasSuffix("Tests") && RoomDrawing.rooms[String(name.dropLast(5))] != nil
    }

    /// No public type has the name of its own module, which would hide the module.
    static func moduleNames(_ file: SourceFile) -> [Finding] {
        file.outline.types.filter { $0.name == file.room && $0.isPublic && !$0.isNested }.map {
            file.finding($0.line, "\($0.name) hides the module of the same name")
        }
    }

    /// No text names a place on a machine.
    static func machinePaths(in text: String, path: String) -> [Finding] {
        // Spelled in halves, or this file would find itself.
        let places = ["/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/", "/Us" + "ers/"]
        var findings: [Finding] = []
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for place in places {
                for range in line.ranges(of: place) where beginsPath(line, range.lowerBound) {
                    findings.append(
                        Finding(
                            path: path, line: offset + 1, problem: "\(place) is a machine's path"))
                }
            }
        }
        return findings
    }

    /// Whether a slash begins an absolute path rather than continuing a URL or relative path.
    private static func beginsPath(_ line: Substring, _ slash: Substring.Index) -> Bool {
        guard slash > line.startIndex else { return true }
        let before = line[line.index(before: slash)]
        return !(before.isLetter || before.isNumber || "._-~}$".contains(before))
    }
}
