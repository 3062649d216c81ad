// Reads a network definition from YAML, section by section. Start at `NetworkDefinition.init`.

import DefinitionFiles
import RoadNetwork

extension NetworkDefinition {
    /// Reads a definition from its text.
    ///
    /// - Parameter file: The name to use in messages.
    /// - Throws: ``InvalidDefinitions`` naming the file and line of the first mistake.
    package init(text: String, file: String) throws {
        let fields = try DefinitionNode(text: text, file: file).fields(
            "name", "edgeSource", "drivingSide", "attribution", "labels", "exits", "classes",
            "drop",
            "flags", "nodeFlags", "streetPoints", "lanes", "families", "speedLimits", "timetable",
            "openingHours", "builtUp", "speeds", "costs",
            "accessValues",
            "limits", "limitNodes", "accessNodes", "restrictions", "descriptors", "jams")
        let limits = try fields["limits"]?.limits() ?? []
        let access =
            try fields["accessValues"]?.accessValues(over: AccessValues()) ?? AccessValues()
        let restrictions = try fields.required("restrictions").restrictions(
            values: access, limits: limits.map(\.attribute))
        let families = try fields.required("families").families(
            restrictions: restrictions.map(\.attribute))
        try restrictions.checkFamilies(families)
        let costs = try fields.required("costs").costs(
            tables: fields["speeds"]?.speedTables() ?? [:], families: families)
        let descriptors = try fields["descriptors"]?.descriptors() ?? []
        description = NetworkDescription(
            name: try fields.required("name").text(),
            edgeSourceName: try fields["edgeSource"]?.text() ?? "Streets",
            families: families, costs: costs.attributes,
            restrictions: restrictions.map(\.attribute),
            descriptors: descriptors.map(\.attribute), limits: limits.map(\.attribute),
            attribution: try fields["attribution"]?.text() ?? "")
        description.jamShares = try fields["jams"]?.jamShares()
        drivingSide = try fields["drivingSide"]?.word(of: [
            "auto": nil, "right": .right, "left": .left,
        ])
        classes = try fields.required("classes").rules { try $0.roadClass() }
        drops = try fields["drop"]?.rules { try $0.text() } ?? []
        labels = try fields.required("labels").labelReader()
        exits = try fields["exits"]?.exitReader() ?? ExitReader()
        flags = try fields["flags"]?.edgeFlags() ?? []
        nodeFlags = try fields["nodeFlags"]?.nodeFlags() ?? []
        streetPoints = try fields["streetPoints"]?.streetPoints() ?? StreetPointReader()
        lanes = try fields["lanes"]?.laneReader(access) ?? LaneReader()
        speedLimits = try fields["speedLimits"]?.speedLimits() ?? SpeedLimitReader()
        timetable = try fields["timetable"]?.timetable() ?? Timetable()
        openingHours = try fields["openingHours"]?.openingHours() ?? OpeningHours()
        builtUp = try fields["builtUp"]?.builtUpRule() ?? BuiltUpRule()
        speeds = costs.speeds
        turnCosts = costs.turns
        self.restrictions = restrictions.map(\.evaluator)
        self.limits = limits.map(\.reader)
        limitNodes = try fields["limitNodes"]?.condition() ?? .always
        accessNodes = try fields["accessNodes"]?.condition() ?? .never
        self.descriptors = descriptors.map(\.reader)
    }
}

extension DefinitionNode {
    func roadClass() throws -> RoadClass {
        let text = try text()
        if let found = RoadClass.allCases.first(where: { "\($0)" == text }) { return found }
        let known = RoadClass.allCases.map { "\($0)" }.joined(separator: ", ")
        throw error("\"\(text)\" is not a road class; road classes are: \(known)")
    }

    /// Reads the shares of the speed without traffic at which jam classes begin; shares not stated
    /// keep their standard values.
    func jamShares() throws -> JamShares {
        let fields = try fields("free", "slow", "heavy", "jammed")
        var shares = JamShares()
        for (key, path) in [
            ("free", \JamShares.free), ("slow", \.slow), ("heavy", \.heavy), ("jammed", \.jammed),
        ] {
            if let value = fields[key] { shares[keyPath: path] = try value.number(in: 0...1) }
        }
        guard shares.isDescending else {
            throw error(
                "the shares of jams must fall from free over slow and heavy to jammed; they are "
                    + "\(shares.free), \(shares.slow), \(shares.heavy), \(shares.jammed)")
        }
        return shares
    }

    func labelReader() throws -> LabelReader {
        let fields = try fields("name", "reference", "destination", "languages")
        return LabelReader(
            name: try fields["name"]?.texts() ?? [],
            reference: try fields["reference"]?.texts() ?? [],
            destination: try fields["destination"]?.texts() ?? [],
            languages: try fields["languages"]?.nameLanguages())
    }

    /// Reads language tags; `nil` for `auto`.
    private func nameLanguages() throws -> [String]? {
        let texts = try texts()
        if texts == ["auto"] { return nil }
        for text in texts where !TranslatedName.isLanguage(text) {
            throw error(
                "\"\(text)\" is not a language tag; write auto, or tags as OpenStreetMap has them "
                    + "after \"name:\", such as [pt, en, zh-Hant]")
        }
        return texts
    }

    func exitReader() throws -> ExitReader {
        let fields = try fields("ways", "nodes", "numbers", "names", "destinations")
        return ExitReader(
            wayKeys: try fields["ways"]?.texts() ?? [],
            nodeCondition: try fields["nodes"]?.condition() ?? .never,
            numberKeys: try fields["numbers"]?.texts() ?? [],
            nameKeys: try fields["names"]?.texts() ?? [],
            destinationKeys: try fields["destinations"]?.texts() ?? [])
    }

    func edgeFlags() throws -> [Rule<EdgeFlags>] {
        try entries().map { key, value in
            Rule(condition: try value.condition(), value: try value.edgeFlag(named: key))
        }
    }

    func nodeFlags() throws -> [Rule<NodeFlags>] {
        try entries().map { key, value in
            let flags: [String: NodeFlags] = [
                "signals": .signals, "tollBooth": .tollBooth, "miniRoundabout": .miniRoundabout,
            ]
            guard let flag = flags[key] else {
                let known = flags.keys.sorted().joined(separator: ", ")
                throw value.error("\"\(key)\" is not a node flag; node flags are: \(known)")
            }
            return Rule(condition: try value.condition(), value: flag)
        }
    }

    func speedLimits() throws -> SpeedLimitReader {
        let fields = try fields(
            "named", "countries", "countryKeys", "keys", "unlimited", "unlimitedRoads", "plausible",
            "plausibleOn", "checked", "unstated", "milesCountries")
        var reader = SpeedLimitReader(
            named: try fields["named"]?.namedSpeeds() ?? [:],
            keys: try fields["keys"]?.texts() ?? [],
            unlimited: Set(try fields["unlimited"]?.texts() ?? []))
        for (country, value) in try fields["countries"]?.entries() ?? [] {
            guard country == country.lowercased() else {
                throw value.error("\"\(country)\" is not lower case; write \(country.lowercased())")
            }
            reader.countries[country] = try value.namedSpeeds()
        }
        reader.countryKeys = try fields["countryKeys"]?.texts() ?? []
        reader.miles = try fields["milesCountries"]?.milesCountries(among: reader.countries)
        reader.unlimitedRoads = try fields["unlimitedRoads"]?.condition() ?? .always
        reader.plausible = try fields["plausible"]?.plausibleSpeeds() ?? reader.plausible
        reader.plausibleOn = try fields["plausibleOn"]?.rules { try $0.plausibleSpeeds() } ?? []
        reader.checkedKeys = try fields["checked"]?.texts() ?? []
        reader.unstated = Set(try fields["unstated"]?.texts() ?? [])
        return reader
    }

    /// Reads `{right: us, left: gb}`.
    private func milesCountries(among countries: [String: [String: Double]]) throws
        -> MilesCountries
    {
        let fields = try fields("right", "left")
        func country(_ side: String) throws -> String {
            let value = try fields.required(side)
            let code = try value.text()
            guard countries[code] != nil else {
                throw value.error("\"\(code)\" is not among the countries")
            }
            return code
        }
        return MilesCountries(right: try country("right"), left: try country("left"))
    }

    /// Reads speeds by lowercase word.
    private func namedSpeeds() throws -> [String: Double] {
        var named: [String: Double] = [:]
        for (word, value) in try entries() {
            guard word == word.lowercased() else {
                throw value.error("\"\(word)\" is not lower case; write \(word.lowercased())")
            }
            let text = try value.text()
            guard let limit = SpeedLimitReader().kilometersPerHour(text) else {
                throw value.error("\"\(text)\" is not a speed; write 50 or 30 mph")
            }
            named[word] = limit
        }
        return named
    }

    /// Reads `[least, greatest]` in km/h.
    private func plausibleSpeeds() throws -> ClosedRange<Double> {
        let bounds = try elements().map { try $0.number(in: 0...1000) }
        guard bounds.count == 2, bounds[0] < bounds[1] else {
            throw error("write the least and the greatest plausible value, such as [3, 160]")
        }
        return bounds[0]...bounds[1]
    }

    func timetable() throws -> Timetable {
        let fields = try fields("keys", "when", "openWater", "interval")
        var timetable = Timetable(
            keys: try fields.required("keys").texts(),
            condition: try fields.required("when").condition())
        if let water = try fields["openWater"]?.fields("kilometers", "speed") {
            timetable.openWater = (
                try water.required("kilometers").number(in: 0...100) * 1_000,
                try water.required("speed").number(in: SpeedTable.least...500)
            )
        }
        if let interval = try fields["interval"]?.fields("keys", "longestWaitMinutes") {
            timetable.intervalKeys = try interval.required("keys").texts()
            timetable.longestWait =
                try interval.required("longestWaitMinutes").number(in: 0...1_440) * 60
        }
        return timetable
    }

    func speedTables() throws -> [String: SpeedTable] {
        var tables: [String: SpeedTable] = [:]
        for (name, value) in try entries() { tables[name] = try value.speedTable() }
        return tables
    }

    func families(restrictions: [RestrictionAttribute]) throws -> [ModeFamily] {
        let elements = try elements()
        guard (1...8).contains(elements.count) else {
            throw error("a network has one to eight families")
        }
        return try elements.map { element in
            let fields = try element.fields("name", "access", "direction", "withoutStops")
            let access = try fields.required("access")
            let family = ModeFamily(
                name: try fields.required("name").text(),
                accessRestrictions: try access.texts(),
                directionRestriction: try fields["direction"]?.text(),
                withoutStops: try fields["withoutStops"]?.streetsWithoutStops() ?? [])
            let named =
                family.accessRestrictions + [family.directionRestriction].compactMap(\.self)
                + family.withoutStops.compactMap(\.restriction)
            for name in named
            where !restrictions.contains(where: { $0.name == name }) {
                throw access.error("family \(family.name): there is no restriction \"\(name)\"")
            }
            return family
        }
    }
}
