// What a search for alternatives tries: via vertices, and the paths over them.

extension AlternativeSearch {
    /// A via vertex, and the cost of the path over it.
    struct Via {
        var rank: UInt32
        var cost: UInt32
    }

    /// The unpacked paths over via vertices, and whether each is sensible by itself.
    struct Unpacked {
        var candidates: [UInt32: Candidate] = [:]
        var isSensible: [UInt32: Bool] = [:]
        /// Whether a path makes a detour, as far as labels show it; if a search was needed for it.
        var isDetour: [UInt32: Bool] = [:]
    }

    /// What one choice may still try.
    struct Effort {
        /// How many paths may be unpacked.
        var tries: Int
        /// How many searches for detours there may be.
        var searches: Int
        /// How many vertices have shown a detour, by the cost of the path over them.
        var detours: [UInt32: Int] = [:]
    }

    /// The unpacked path over a via vertex.
    struct Candidate {
        var cost: UInt32
        var ranks: [UInt32]
        /// The path's cost up to the end of each vertex.
        var prefix: [UInt32]
        /// Which destination it ends at.
        var destination: Int
        /// The path after the last vertex: edges of the destination's area, then its own edge.
        var tail: [Stretch]
    }

    /// The paths that further ones are compared with.
    struct Accepted {
        /// The best path's cost.
        var best: UInt32
        /// The greatest overlap with each path.
        var limit: Double
        /// Which destination each path ends at.
        var destinations: [Int?] = []

        var count: Int { destinations.count }
        /// The cost before and behind a via vertex over which a path must be cheapest.
        var reach: UInt32 { UInt32(Double(best) * AlternativeRule.locality) }
    }

    /// An edge at the end of a path, with the turn onto it.
    struct Stretch {
        var edge: UInt32
        /// The edge's own vertex; ``Hierarchy/none`` if it cannot be passed.
        var rank: UInt32
        var cost: UInt32
    }
}
