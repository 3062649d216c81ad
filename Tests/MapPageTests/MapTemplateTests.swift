// The page's template is filled without becoming markup of others.

import Testing

@testable import MapPage

@Suite struct MapTemplateTests {
    private let values = MapTemplate(
        layer: "/arcgis/rest/services/A%20b/NAServer/Route", title: "<b>\"Kai\" & {{style}}",
        bounds: "7.4,43.7,7.5,43.8", style: "/style.json?a=1&b=2",
        nightStyle: "/style.json?theme=dark", isOpen: true, attribution: "© OSM", files: "/map/",
        version: "1")

    @Test func `values are escaped, and placeholders in values stay as they are`() {
        #expect(
            values.filled("<p title=\"{{title}}\">{{ attribution }}{{attribution}}")
                == "<p title=\"&lt;b&gt;&quot;Kai&quot; &amp; {{style}}\">{{ attribution }}© OSM")
        #expect(values.filled("{{style}}") == "/style.json?a=1&amp;b=2")
        #expect(values.filled("{{nothing}} {{") == "{{nothing}} {{")
        #expect(values.filled("") == "")
    }

    @Test func `the page names its files, its layer and its attribution, and has no other script`()
    {
        let page = values.filled()
        for text in [
            "\(values.files)maplibre-gl.js",
            "\(values.files)\(MapFile.script.rawValue)", "\(values.files)\(MapFile.looks.rawValue)",
            "data-layer=\"\(values.layer)\"", "data-bounds=\"\(values.bounds)\"",
            "data-files=\"/map/\"", "© OSM", "<!doctype html>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("{{files}}") && !page.contains("{{layer}}"))
        // The policy of the page would stop inline scripts and handlers.
        for start in page.ranges(of: "<script") {
            #expect(page[start.upperBound...].prefix { $0 != ">" }.contains("src="))
        }
        #expect(!page.contains("onclick=") && !page.contains("onload="))
    }

    @Test func `the layer and one style are asked for early, unless they need a token`() {
        var values = values
        for (isOpen, relation) in [(true, "preload"), (false, "none")] {
            values.isOpen = isOpen
            let page = values.filled()
            for (url, more) in [
                ("\(values.layer)?f=json", ""),
                ("/style.json?a=1&amp;b=2", " media=\"(prefers-color-scheme: light)\""),
                (values.nightStyle, " media=\"(prefers-color-scheme: dark)\""),
            ] {
                let link =
                    "<link rel=\"\(relation)\" as=\"fetch\" crossorigin href=\"\(url)\"\(more)>"
                #expect(page.contains(link), "\(link)")
            }
        }
    }

    @Test func `a picture of the streets is shown before the map, if there is one`() {
        var values = values
        let without = values.filled()
        #expect(!without.contains(" src=\"\"") && without.contains(" data-src=\"\""))
        (values.overview, values.nightOverview) = ("/o.svg?v=1", "/o.svg?v=1&theme=dark")
        let page = values.filled()
        #expect(
            page.contains(" srcset=\"/o.svg?v=1&amp;theme=dark\"><img id=\"overview\" alt=\"\" "))
        #expect(page.contains(" src=\"/o.svg?v=1\">"))
    }

    @Test(arguments: MapFile.allCases.filter { $0.rawValue.hasSuffix(".js") })
    func `scripts are sent without the blanks that lines begin with`(file: MapFile) {
        let script = String(decoding: file.bytes, as: UTF8.self)
        #expect(!script.contains("\n ") && !script.hasPrefix(" "))
    }

    @Test func `without scripts, the page leads to the form of the layer`() {
        let page = values.filled()
        #expect(page.contains("<a href=\"\(values.layer)/solve\">"))
    }

    @Test func `scripts are sent without their comments, and with all else`() {
        let script = String(decoding: MapFile.link.bytes, as: UTF8.self)
        #expect(script.hasPrefix("import {"))
        #expect(script.contains("\nexport class Past {\n") && script.hasSuffix("\n}\n"))
        #expect(!script.contains("The page's link") && !script.contains("\n\n"))
    }

    @Test(arguments: MapFile.allCases)
    func `each file has bytes and a type`(file: MapFile) {
        #expect(!file.bytes.isEmpty)
        #expect(file.mediaType.hasPrefix("text/"))
        let isPage = file.rawValue.hasSuffix(".html")
        #expect(file.mediaType.hasPrefix("text/html") == isPage)
    }
}
