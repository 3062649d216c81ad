// The product of factors at each place along an edge.

/// A sweep along an edge that keeps the set of barrier pieces covering the current place.
struct PieceSweep {
    private let cuts: [Double]
    /// Pieces with a length, by where they begin, and by where they end.
    private let starting: [(at: Double, leaf: Int?, factor: CostFactor)]
    private let ending: [(at: Double, leaf: Int?)]
    private var product: FactorProduct

    /// - Complexity: O(*n* log *n*).
    init(_ pieces: [BarrierPiece], attribute: Int) {
        var bounds = [0.0, 1.0]
        var scaled: [(factor: CostFactor, piece: Int)] = []
        for (index, piece) in pieces.enumerated() {
            bounds.append(piece.from)
            bounds.append(piece.to)
            if case .scaled(let factors) = piece.effect, piece.from < piece.to {
                scaled.append((factors[attribute], index))
            }
        }
        bounds.sort()
        var cuts: [Double] = []
        for bound in bounds where bound != cuts.last { cuts.append(bound) }
        self.cuts = cuts
        // Leaves are sorted by their factors, so the product does not depend on the order of input.
        scaled.sort { ($0.factor.value, $0.piece) < ($1.factor.value, $1.piece) }
        product = FactorProduct(count: scaled.count)
        var starting: [(at: Double, leaf: Int?, factor: CostFactor)] = []
        var ending: [(at: Double, leaf: Int?)] = []
        for (leaf, entry) in scaled.enumerated() {
            starting.append((pieces[entry.piece].from, leaf, entry.factor))
            ending.append((pieces[entry.piece].to, leaf))
        }
        for piece in pieces where piece.effect == .barred && piece.from < piece.to {
            starting.append((piece.from, nil, .one))
            ending.append((piece.to, nil))
        }
        self.starting = starting.sorted { $0.at < $1.at }
        self.ending = ending.sorted { $0.at < $1.at }
    }

    /// Calls `visit` for every interval between two neighboring ends of pieces, in order, with the
    /// product of the factors there, or `nil` if travel is barred.
    mutating func forEachInterval(
        _ visit: (_ from: Double, _ to: Double, _ factor: CostFactor?) -> Void
    ) {
        var (started, ended, bars) = (0, 0, 0)
        for (from, to) in zip(cuts, cuts.dropFirst()) {
            while ended < ending.count, ending[ended].at <= from {
                if let leaf = ending[ended].leaf { product.set(leaf, .one) } else { bars -= 1 }
                ended += 1
            }
            while started < starting.count, starting[started].at <= from {
                let piece = starting[started]
                if let leaf = piece.leaf { product.set(leaf, piece.factor) } else { bars += 1 }
                started += 1
            }
            visit(from, to, bars > 0 ? nil : product.whole)
        }
    }
}

/// The product of a changing set of factors.
///
/// A tree of partial products: changing one factor takes O(log *n*). Rejected: dividing a factor
/// out again, which is not exact in floating point.
private struct FactorProduct {
    private var tree: [CostFactor]
    private let width: Int

    init(count: Int) {
        var width = 1
        while width < count { width *= 2 }
        self.width = width
        tree = [CostFactor](repeating: .one, count: 2 * width)
    }

    var whole: CostFactor { tree[1] }

    mutating func set(_ leaf: Int, _ factor: CostFactor) {
        var place = width + leaf
        tree[place] = factor
        while place > 1 {
            place /= 2
            tree[place] = tree[2 * place] * tree[2 * place + 1]
        }
    }
}
