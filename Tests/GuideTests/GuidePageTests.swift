// The guide's pages are whole: titles, links, and only what their reader knows.

import Foundation
import Testing

@testable import Guide

@Suite struct GuidePageTests {
    private func blocks(_ page: GuidePage) -> [MarkdownBlock] {
        MarkdownReader.blocks(of: page.text)
    }

    private func texts(in block: MarkdownBlock) -> [MarkdownText] {
        switch block {
        case .heading(_, _, let texts), .paragraph(let texts): texts
        case .code: []
        case .list(_, let items): items.flatMap { $0.flatMap(texts) }
        case .table(let head, let rows): (head + rows.flatMap { $0 }).flatMap { $0 }
        }
    }

    private func all(_ texts: [MarkdownText]) -> [MarkdownText] {
        texts.flatMap { text -> [MarkdownText] in
            switch text {
            case .strong(let inner), .emphasis(let inner), .link(let inner, _):
                [text] + all(inner)
            case .plain, .code, .image: [text]
            }
        }
    }

    @Test func `a page is found by its name in any case`() throws {
        let page = try #require(GuidePage(name: "start-here"))
        let blocks = MarkdownReader.blocks(of: page.text)
        #expect(page == .startHere && !blocks.isEmpty)
        #expect(GuidePage(name: "../README") == nil && GuidePage(name: "") == nil)
    }

    @Test func `every page begins with its title and has text`() {
        for page in GuidePage.allCases {
            guard case .heading(1, _, let title)? = blocks(page).first else {
                Issue.record("\(page.rawValue) does not begin with a title")
                continue
            }
            #expect(title.plain == page.title)
            let headings = blocks(page).compactMap { block -> Int? in
                if case .heading(let level, _, _) = block { level } else { nil }
            }
            #expect(headings.count { $0 == 1 } == 1, "\(page.rawValue)")
            // No level is skipped on the way down.
            for (above, below) in zip(headings, headings.dropFirst()) {
                #expect(below <= above + 1, "\(page.rawValue)")
            }
        }
        #expect(Set(GuidePage.allCases.map(\.title)).count == GuidePage.allCases.count)
    }

    @Test func `every page of the folder is served, so that links between them are links`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".md") }
        #expect(files.sorted() == GuidePage.allCases.map { "\($0.rawValue).md" }.sorted())
        for page in GuidePage.allCases {
            for text in all(blocks(page).flatMap(texts)) {
                guard case .link(_, let target) = text else { continue }
                let file = target.prefix { $0 != "#" }
                if file.hasSuffix(".md"), !file.contains("/") {
                    #expect(GuideLink(target) != nil, "\(page.rawValue): \(target)")
                }
            }
        }
    }

    @Test func `links to parts lead to headings`() {
        func anchors(_ page: GuidePage) -> [String] {
            blocks(page).compactMap { block in
                if case .heading(_, let anchor, _) = block { anchor } else { nil }
            }
        }
        for page in GuidePage.allCases {
            #expect(Set(anchors(page)).count == anchors(page).count, "\(page.rawValue)")
            #expect(!anchors(page).contains("content"), "the page's main part has this id")
            for text in all(blocks(page).flatMap(texts)) {
                guard case .link(_, let target) = text else { continue }
                switch GuideLink(target) {
                case .part(let anchor)?: #expect(anchors(page).contains(anchor), "\(target)")
                case .page(let other, let anchor?)?:
                    #expect(anchors(other).contains(anchor), "\(page.rawValue): \(target)")
                case .page(_, nil)?, .elsewhere?, nil: break
                }
            }
        }
    }

    @Test func `pages have nothing that their reader takes for text`() {
        for page in GuidePage.allCases {
            for text in all(blocks(page).flatMap(texts)) {
                guard case .plain(let plain) = text else { continue }
                #expect(
                    !plain.contains("](") && !plain.contains("**"), "\(page.rawValue): \(plain)")
                #expect(plain.firstMatch(of: /<\/?[a-z]+>|&[#a-z0-9]+;/) == nil, "\(plain)")
                #expect(!plain.contains("`"), "\(page.rawValue): \(plain)")
            }
        }
    }

    @Test func `links lead to pages of the guide and to the web, and nowhere else`() {
        #expect(GuideLink("Server.md") == .page(.server, anchor: nil))
        #expect(GuideLink("Server.md#traffic") == .page(.server, anchor: "traffic"))
        #expect(GuideLink("#a") == .part(anchor: "a"))
        #expect(GuideLink("https://a.example/b") == .elsewhere("https://a.example/b"))
        for target in [
            "javascript:alert(1)", "../README.md", "Nothing.md", "data:text/html,x", "//a.example",
            "grafana.json", "",
        ] {
            #expect(GuideLink(target) == nil, "\(target)")
        }
    }

    @Test func `each page has the one before and the one after it`() {
        #expect(GuidePage.startHere.neighbors.before == nil)
        #expect(GuidePage.startHere.neighbors.after == .installing)
        #expect(GuidePage.measurements.neighbors.after == nil)
    }
}
