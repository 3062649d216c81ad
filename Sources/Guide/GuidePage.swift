// Start here: the guide's pages, compiled in.

import EmbeddedFiles

/// A page of the guide: a file in `Documentation`.
///
/// ```swift
/// let page = try #require(GuidePage(name: "start-here"))
/// let blocks = MarkdownReader.blocks(of: page.text)
/// ```
///
/// To add one, write the file, list it in `Sources/CEmbeddedFiles/files.c`, and give it a case and
/// a part here.
package enum GuidePage: String, CaseIterable, Sendable {
    case startHere = "Start-here"
    case installing = "Installing"
    case inputs = "Inputs"
    case answer = "Answer"
    case recipes = "Recipes"
    case jobs = "Jobs"
    case comingFrom = "Coming-from"
    case osrm = "OSRM"
    case server = "Server"
    case operating = "Operating"
    case geocoding = "Geocoding"
    case security = "Security"
    case map = "Map"
    case traffic = "Traffic"
    case storedLayers = "Stored-layers"
    case languages = "Languages"
    case commandLine = "CommandLine"
    case routeHandles = "Route-handles"
    case liveRoutes = "Live-routes"
    case swiftClient = "SwiftClient"
    case navigationSamples = "Navigation-samples"
    case lifeOfARequest = "Life-of-a-request"
    case addingAnAnalysis = "Adding-an-analysis"
    case glossary = "Glossary"
    case measurements = "Measurements"

    /// A part of the guide.
    package enum Part: String, CaseIterable, Sendable {
        case using = "Routes for your program"
        case running = "A server"
        case moving = "Under way"
        case contributing = "How it works"
    }

    /// Finds a page by its name, in any case.
    package init?(name: String) {
        guard
            let page = Self.allCases.first(where: {
                $0.rawValue.lowercased() == name.lowercased()
            })
        else { return nil }
        self = page
    }

    package var part: Part {
        switch self {
        case .startHere, .installing, .inputs, .answer, .recipes, .jobs, .comingFrom, .osrm: .using
        case .server, .operating, .geocoding, .security, .map, .traffic, .storedLayers,
            .languages, .commandLine:
            .running
        case .routeHandles, .liveRoutes, .swiftClient, .navigationSamples: .moving
        case .lifeOfARequest, .addingAnAnalysis, .glossary, .measurements: .contributing
        }
    }

    /// The page in Markdown.
    package var text: String {
        String(decoding: EmbeddedFiles.bytes("Documentation/\(rawValue).md"), as: UTF8.self)
    }

    /// The page's first heading.
    package var title: String {
        let line = text.split(separator: "\n", maxSplits: 1).first ?? ""
        return line.hasPrefix("# ") ? String(line.dropFirst(2)) : rawValue
    }

    package var neighbors: (before: GuidePage?, after: GuidePage?) {
        let pages = Self.allCases
        guard let place = pages.firstIndex(of: self) else {
            preconditionFailure("every page is one of all")
        }
        return (
            place > 0 ? pages[place - 1] : nil, place + 1 < pages.count ? pages[place + 1] : nil
        )
    }
}
