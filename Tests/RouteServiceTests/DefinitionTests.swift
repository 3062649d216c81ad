// Tests service definitions: what they may contain, and the file and line of each mistake.

import DefinitionFiles
import Foundation
import Geo
@testable import PublishedServices
import RouteAPI
import Preparation
import RouteAnalysis
import ServiceDefinitions
import Testing

@testable import RouteService

@Suite struct DefinitionTests {
    /// A temporary folder of definitions.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (name, text) in files {
                try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
            }
        }

        deinit {
            do { try FileManager.default.removeItem(atPath: path) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }

        /// Opens the folder with a stand-in for the network.
        func open() throws -> ServiceCatalog {
            try DefinitionFolder.open(ServiceDefinition.files(in: path)) { path in
                guard !path.hasSuffix("missing") else { throw NoSuchNetwork() }
                return OpenedLayer(path: path, configuration: nil)
            }.catalog
        }

        /// The problems found in the folder, one line each.
        func problems() throws -> [String] {
            do { _ = try open() } catch let invalid as InvalidDefinitions {
                return invalid.problems.map(\.description)
            }
            return []
        }
    }

    private struct NoSuchNetwork: Error, CustomStringConvertible {
        let description = "there is no such folder"
    }

    private struct OpenedLayer: RouteAnswering {
        let path: String
        let layerDescription: LayerDescription

        init(path: String, configuration: RouteLayerConfiguration?) {
            self.path = path
            var description = FakeLayer.description
            if let configuration { description.configuration = configuration }
            layerDescription = description
        }

        func answering(
            under configuration: RouteLayerConfiguration
        ) -> any RouteAnswering { OpenedLayer(path: path, configuration: configuration) }

        let operations = [AnalysisOperation.solve, .locate]
        let networkOperations = [AnalysisOperation.locate]

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult { AnalysisResult() }
    }

    @Test func `layers over one network share it`() throws {
        let folder = try Folder([
            "a.service.yaml": "service: A\nnetwork: town\ndefaults:\n  returnDirections: false\n",
            "b.service.yaml": "service: B\nnetwork: ./town\n",
            "c.service.yaml": "service: C\nnetwork: city\n",
        ])
        var opened: [String] = []
        let catalog = try DefinitionFolder.open(ServiceDefinition.files(in: folder.path)) { path in
            opened.append(path)
            return OpenedLayer(path: path, configuration: nil)
        }.catalog
        #expect(opened.map { $0.split(separator: "/").last } == ["town", "city"])
        #expect(
            catalog.layers.map { $0.description.configuration.returnDirections }
                == [false, true, true])
    }

    private func problems(_ text: String) throws -> [String] {
        try Folder(["a.service.yaml": text]).problems()
    }

    @Test func `a definition changes what it names and leaves the rest as shipped`() throws {
        let folder = try Folder([
            "harbor.service.yaml": """
            folder: Routing
            service: Harbor
            layer: Trucks
            network: ../networks/harbor
            description: The old harbor
            copyright: © The harbor master
            timeZone: Europe/Monaco
            defaults:
              impedanceAttributeName: Kilometers
              restrictionAttributeNames: [Oneway, Avoid Toll Roads]
              accumulateAttributeNames: TravelTime , Kilometers
              attributeParameterValues:
                - attributeName: Avoid Toll Roads
                  parameterName: Restriction Usage
                  value: AVOID_MEDIUM
              locateSettings: { tolerance: 2, toleranceUnits: esriKilometers }
              restrictUTurns: esriNFSBNoBacktrack
              outSR: 102100
              outputLines: esriNAOutputLineStraight
              findBestSequence: true
            travelModes:
              - id: "7"
                name: Van
                type: TRUCK
                impedanceAttributeName: TravelTime
                timeAttributeName: TravelTime
                distanceAttributeName: Kilometers
                restrictionAttributeNames: [Oneway]
            defaultTravelMode: Van
            limits:
              maximumStops: 50
              maximumPairs: 2500
              maximumSolveSeconds: 2.5
              maximumFeaturesAffectedByPointBarriers: 77
            """
        ])
        let layer = try #require(try folder.open().layers.first)
        #expect(layer.folder == "Routing")
        #expect(layer.service == "Harbor")
        #expect(layer.layer == "Trucks")
        #expect(layer.summary == "The old harbor")
        #expect(layer.description.attribution == "© The harbor master")
        let opened = try #require(layer.answering as? OpenedLayer)
        let parent = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
        #expect(opened.path == "\(parent)/networks/harbor")
        let configuration = layer.description.configuration
        #expect(configuration.timeZoneName == "Europe/Monaco")
        #expect(configuration.impedanceAttributeName == "Kilometers")
        #expect(configuration.restrictionAttributeNames == ["Oneway", "Avoid Toll Roads"])
        #expect(configuration.accumulateAttributeNames == ["TravelTime", "Kilometers"])
        #expect(configuration.attributeParameterValues.map(\.value) == ["AVOID_MEDIUM"])
        #expect(configuration.locateSettings.toleranceMeters == 2_000)
        #expect(configuration.restrictUTurns == .noBacktrack)
        #expect(configuration.outputSpatialReference.effectiveWKID == 3857)
        #expect(configuration.outputLines == .straight)
        #expect(configuration.findBestSequence)
        #expect(configuration.preserveFirstStop)
        #expect(configuration.travelModes.map(\.name) == ["Van"])
        #expect(configuration.defaultTravelMode == "7")
        #expect(configuration.limits.maximumStops == 50)
        #expect(configuration.limits.maximumPairs == 2_500)
        #expect(configuration.limits.maximumSolveSeconds == 2.5)
        #expect(configuration.limits.maximumAffectedFeatures.point == 77)
        #expect(configuration.limits.maximumBarriers.point == 10_000)
    }

    @Test func `a definition sets the defaults of closest facilities`() throws {
        let folder = try Folder([
            "a.service.yaml": """
            service: A
            type: ClosestFacility
            network: x
            defaults:
              defaultTargetFacilityCount: 3
              travelDirection: esriNATravelDirectionFromFacility
              timeOfDayUsage: esriNATimeOfDayUseAsEndTime
            """
        ])
        let layer = try #require(try folder.open().layers.first)
        let resource = try JSONValue.parse(
            RouteLayerResource(layer: layer, solvesOfOneCaller: 16).json(pretty: false))
        #expect(resource["defaultTargetFacilityCount"]?.number == 3)
        #expect(resource["travelDirection"]?.string == "esriNATravelDirectionFromFacility")
        #expect(resource["timeOfDayUsage"]?.string == "esriNATimeOfDayUseAsEndTime")
        let wrong = "service: A\nnetwork: x\ndefaults:\n  defaultTargetFacilityCount: 0\n"
        #expect(try problems(wrong).first?.hasPrefix("a.service.yaml:4:") == true)
    }

    @Test func `network definitions beside services are passed over`() throws {
        let folder = try Folder([
            "a.service.yaml": "service: A\nnetwork: x\n",
            "b.network.yaml": "costs: []\n", "notes.txt": "hello",
        ])
        #expect(try folder.open().layers.map(\.service) == ["A"])
    }

    @Test func `an unknown key is named with its line and the nearest known one`() throws {
        #expect(
            try problems("service: A\nnetwork: x\ndefaluts:\n  outSR: 4326\n") == [
                "a.service.yaml:3: unknown key \"defaluts\", did you mean \"defaults\"?"
            ])
        #expect(
            try problems("service: A\nnetwork: x\nlimits:\n  maximumStop: 5\n") == [
                "a.service.yaml:4: unknown key \"limits.maximumStop\", "
                    + "did you mean \"maximumStops\"?"
            ])
    }

    @Test func `an attribute that the network has not is named with its line`() throws {
        let text = """
            service: A
            network: x
            defaults:
              impedanceAttributeName: TravelTimes
              restrictionAttributeNames:
                - Oneway
                - Kilometers
              directionsTimeAttributeName: Kilometers
              attributeParameterValues:
                - attributeName: Oneway
                  parameterName: Restriction Use
                  value: 2
            """
        #expect(
            try problems(text) == [
                "a.service.yaml:4: \"defaults.impedanceAttributeName\": network \"Harbor\" has no "
                    + "attribute \"TravelTimes\", did you mean \"TravelTime\"?",
                "a.service.yaml:7: \"defaults.restrictionAttributeNames\": \"Kilometers\" of "
                    + "network \"Harbor\" is not a restriction attribute; there are: Oneway, "
                    + "Avoid Toll Roads",
                "a.service.yaml:11: \"defaults.attributeParameterValues[1]\": attribute "
                    + "\"Oneway\" has no parameter \"Restriction Use\", did you mean "
                    + "\"Restriction Usage\"?",
                "a.service.yaml:8: \"defaults.directionsTimeAttributeName\": \"Kilometers\" of "
                    + "network \"Harbor\" is not a cost attribute in a unit of time; there are: "
                    + "TravelTime",
            ])
    }

    @Test(arguments: [
        ("restrictUTurns: esriNFSBNoBacktracks", "did you mean \"esriNFSBNoBacktrack\"?"),
        ("outputLines: curved", "there are: esriNAOutputLineNone"),
        ("findBestSequence: maybe", "must be true or false, not \"maybe\""),
        ("outSR: WGS84", "must be a whole number from 1 to 999999, not \"WGS84\""),
        ("outputGeometryPrecision: -1", "0 or a positive number is needed"),
        ("outputGeometryPrecision: .nan", "is \".nan\"; a finite number is needed"),
        ("directionsLengthUnits: esriNAUMinutes", "is \"esriNAUMinutes\", "),
        ("maxSequencingTime: 100", "from 0.05 to 60"),
        ("directionsLanguage: xx", "there are: en"),
        ("locateSettings: 5", "must be a list of \"key: value\" lines"),
        ("restrictionAttributeNames: { a: b }", "must be a list of names"),
    ])
    func `a bad value is named with its line`(line: String, message: String) throws {
        let found = try problems("service: A\nnetwork: x\ndefaults:\n  \(line)\n")
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("a.service.yaml:4: ") == true, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    @Test func `time zones, modes and limits are checked`() throws {
        let text = """
            service: A
            network: x
            timeZone: Europe/Monacco
            defaultTravelMode: Walkin
            travelModes:
              - id: 1
                name: Walking
                type: WALKS
                impedanceAttributeName: TravelTime
                timeAttributeName: TravelTime
                distanceAttributeName: Kilometers
              - id: 1
                name: Running
                impedanceAttributeName: TravelTime
                timeAttributeName: TravelTime
            limits:
              maximumStops: 1
            """
        let found = try problems(text)
        #expect(
            found == [
                "a.service.yaml:3: \"timeZone\" is \"Europe/Monacco\", which is not an IANA time "
                    + "zone; write one such as \"Europe/Monaco\"",
                "a.service.yaml:8: \"travelModes[1].type\" is \"WALKS\", did you mean \"WALK\"?",
                "a.service.yaml:12: \"travelModes[2].distanceAttributeName\" is missing",
                "a.service.yaml:12: \"travelModes[2].id\" is \"1\", as in an earlier travel mode",
                "a.service.yaml:4: \"defaultTravelMode\" is \"Walkin\", did you mean \"Walking\"?",
                "a.service.yaml:17: \"limits.maximumStops\" must be a whole number from 2 to "
                    + "1000000000, not \"1\"",
            ])
    }

    @Test func `a missing network is named with the line that asks for it`() throws {
        let found = try problems("service: A\n\nnetwork: networks/missing\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("a.service.yaml:3: \"network\" cannot be opened: ") == true)
        #expect(found.first?.hasSuffix("there is no such folder") == true)
    }

    @Test func `what is missing or no YAML at all is named`() throws {
        #expect(try problems("network: x\n") == ["a.service.yaml:1: \"service\" is missing"])
        #expect(try problems("service: A\n") == ["a.service.yaml:1: \"network\" is missing"])
        #expect(
            try problems("service: A/B\nnetwork: x\n").first?
                .hasPrefix("a.service.yaml:1: \"service\" must not contain") == true)
        #expect(
            try problems("").first?.hasPrefix("a.service.yaml:1: the file is empty") == true)
        #expect(
            try problems("- a\n").first?
                .hasPrefix("a.service.yaml:1: the file must be a list of") == true)
        #expect(
            try problems("service: A\nservice: B\nnetwork: x\n").first?
                .contains("keys given twice: service") == true)
        let broken = try problems("service: A\nnetwork: [x\n")
        #expect(broken.first?.contains("this is not YAML") == true)
    }

    @Test func `a hundred faults are listed, and the others counted`() {
        let fault = DefinitionProblem(file: "a.service.yaml", line: 1, text: "is wrong")
        func lines(_ count: Int) -> [Substring] {
            InvalidDefinitions(problems: Array(repeating: fault, count: count)).description
                .split(separator: "\n")
        }
        #expect(lines(100).count == 100)
        #expect(lines(101).last == "and 1 more fault")
        #expect(lines(40_000).count == 101)
        #expect(lines(40_000).last == "and 39900 more faults")
    }

    @Test func `a long key is quoted by its beginning`() throws {
        let key = String(repeating: "k", count: 40_000)
        let text = try #require(try problems("service: A\nnetwork: x\n? \(key)\n: 1\n").first)
        #expect(text.hasPrefix("a.service.yaml:3: unknown key \"kkk"))
        #expect(text.hasSuffix("k…"))
        #expect(text.count < 1100)
    }

    @Test func `a language is not looked for among phrases that are refused`() throws {
        let text = "service: A\nnetwork: x\ndefaults: { directionsLanguage: gsw }\n"
        let refused = try problems(text + "directions: { phrases: nowhere }\n")
        #expect(refused.count == 1)
        #expect(
            refused.first?.hasPrefix(
                "a.service.yaml:4: \"directions.phrases\" is \"nowhere\", which cannot be used")
                == true, "\(refused)")
        #expect(try problems(text).first?.contains("\"gsw\"") == true)
    }

    @Test func `all files are read before anything is refused`() throws {
        let folder = try Folder([
            "a.service.yaml": "service: A\nnetwork: x\nlayre: Route\n",
            "b.service.yaml": "service: B\n",
            "c.service.yaml": "service: C\nnetwork: x\n",
            "d.service.yaml": "service: C\nnetwork: y\n",
        ])
        let found = try folder.problems()
        #expect(
            found.map { $0.prefix(2) } == ["a.", "b.", "d."], "\(found)")
        #expect(found.last?.hasSuffix("is declared in c.service.yaml already") == true)
    }

    @Test func `a folder without definitions says what to do`() throws {
        #expect(throws: InvalidDefinitions.self) {
            try ServiceDefinition.files(in: "/nowhere/at/all")
        }
        let folder = try Folder(["b.network.yaml": "costs: []\n"])
        #expect(throws: InvalidDefinitions.self) {
            try ServiceDefinition.files(in: folder.path)
        }
    }
}
