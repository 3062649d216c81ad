// Tests OpenStreetMap files made to fill memory or never to end.

import CZlib
import Foundation
import Testing

@testable import NetworkBuilder

@Suite struct OSMBombTests {
    private static let head = #"<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">"#
    private static let node = #"<node id="1" lat="1" lon="1">"#

    /// The reason why a file of these pieces is refused, or `nil` if it is read.
    private func refusal(
        of pieces: [(String, times: Int)], named name: String = "bomb.osm.gz",
        _ change: (inout OSMReadLimits) -> Void = { _ in }
    ) throws -> String? {
        let folder = try Scratch()
        let path = folder.path + "/" + name
        if name.hasSuffix(".gz") {
            try writeGzip(pieces, to: path)
        } else {
            let text = pieces.map { String(repeating: $0.0, count: $0.times) }.joined()
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        var limits = OSMReadLimits()
        change(&limits)
        do throws(OSMReadError) {
            let reader = try OSMReader(
                path: path, kinds: [.nodes, .ways, .relations], limits: limits)
            while try reader.next() != nil {}
            return nil
        } catch {
            #expect(error.description.hasPrefix("\(path) cannot be read"))
            return error.description
        }
    }

    private func writeGzip(_ pieces: [(String, times: Int)], to path: String) throws {
        let file = try #require(gzopen(path, "wb1"))
        for (text, times) in pieces {
            for _ in 0..<times { gzwrite(file, text, UInt32(text.utf8.count)) }
        }
        gzclose(file)
    }

    private let blanks = String(repeating: " ", count: 1 << 20)

    @Test func `a gzip of blanks ends at so many times its size`() throws {
        let text = try refusal(of: [(Self.head, 1), (blanks, 40)]) { $0.expandedBytes = 8 << 20 }
        #expect(text?.contains("expands to more than 8388608 bytes") == true)
        #expect(text?.contains("100 times") == true)
    }

    @Test func `the shipped limits end a gigabyte of blanks`() throws {
        let text = try refusal(of: [(Self.head, 1), (blanks, 400)])
        #expect(text?.contains("expands to more than 268435456 bytes") == true)
    }

    @Test(arguments: [
        #"<node id="1" user=""#, #"<node id="1" user='"#, "<!-- ", "<?target ", "</osm",
        "<node ",
    ])
    func `one endless tag, value, comment or instruction is refused`(opening: String) throws {
        for filling in [blanks, String(repeating: "><", count: 1 << 19)] {
            // A value may not contain "<", which the parser itself refuses.
            let text = try refusal(of: [(Self.head + opening, 1), (filling, 3)])
            #expect(text != nil, "\(opening)")
            if filling == blanks {
                #expect(text?.contains("one of its tags or comments") == true, "\(text ?? "")")
            }
        }
    }

    @Test(arguments: [
        (OSMBombTests.node, #"<tag k="a" v="b"/>"#), (#"<way id="1">"#, #"<nd ref="1"/>"#),
        (#"<relation id="1">"#, #"<member type="node" ref="1" role=""/>"#),
        (OSMBombTests.node, " "),
    ])
    func `an object that never ends is refused`(opening: String, piece: String) throws {
        let many = String(repeating: piece, count: 10_000)
        let text = try refusal(of: [(Self.head + opening, 1), (many, 60)]) {
            $0.objectBytes = 100_000
        }
        #expect(text?.contains("one of its objects has more than 100000 bytes") == true)
    }

    @Test func `names without end are refused`() throws {
        let elements = (0..<2_000).map { "<e\($0)/>" }.joined()
        let attributes = "<node " + (0..<2_000).map { "a\($0)=''" }.joined(separator: " ")
        for text in [elements, attributes] {
            #expect(try refusal(of: [(Self.head + text, 1)])?.contains("1000 names") == true)
        }
        let long = "<" + String(repeating: "a", count: 300)
        #expect(try refusal(of: [(Self.head + long, 1)])?.contains("256 bytes") == true)
    }

    @Test func `declarations and other encodings are refused`() throws {
        let entity = #"<!DOCTYPE osm [<!ENTITY a "b">]><osm version="0.6"/>"#
        #expect(try refusal(of: [(entity, 1)])?.contains("declaration") == true)
        #expect(try refusal(of: [("<\0o\0s\0m\0", 1)])?.contains("zero bytes") == true)
    }

    @Test(arguments: ["town.osm", "town.osm.gz"])
    func `an odd but honest file is read`(name: String) throws {
        let text =
            Self.head + """
                <!-- a > b, <node> --><note>words</note><meta osm_base='now'/>
                <bounds minlat="0" minlon="0" maxlat="1" maxlon="1"/>
                \(Self.node)<tag k='a>"b' v="/&lt;'"/></node
                ><node id="2" lat="1" lon="1" />
                <way id="1"><nd ref="1"/><nd ref="2"/></way></osm>
                """
        #expect(try refusal(of: [(text, 1)], named: name) { $0.objectBytes = 200 } == nil)
    }

    @Test func `a block of PBF that claims more than the format allows is refused`() throws {
        func varint(_ value: Int) -> [UInt8] {
            value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
        }
        let packed: [UInt8] = [120, 156, 3, 0, 0, 0, 0, 1]
        for claim in [33 << 20, Int(Int32.max)] {
            let blob = [0x10] + varint(claim) + [0x1A, UInt8(packed.count)] + packed
            let header = [0x0A, 9] + Array("OSMHeader".utf8) + [0x18] + varint(blob.count)
            let folder = try Scratch()
            let path = folder.path + "/bomb.osm.pbf"
            try Data([0, 0, 0, UInt8(header.count)] + header + blob)
                .write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: OSMReadError.self) {
                try OSMReader(path: path, kinds: .nodes)
            }
            let text = error?.description ?? ""
            #expect(text.contains("illegal blob size"), "\(text)")
        }
    }
}
