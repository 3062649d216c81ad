// A town with one street out of it.

import RouteTesting

extension NetworkSketch {
    /// A town of two-way streets, 10 s each, from which `lead` lays a street `tuv`.
    static func town(_ lead: (inout NetworkSketch) -> Void) -> NetworkSketch {
        NetworkSketch(
            """
            a---b---c---d---e
            |   |   |   |   |
            f---g---h---i---j
            |   |   |   |   |
            k---l---m---n---o
            |   |   |   |   |
            p---q---r---s---t---u---v
            """
        ) {
            for row in ["abcde", "fghij", "klmno", "pqrst"] { $0.road(row, seconds: 10) }
            for column in ["afkp", "bglq", "chmr", "dins", "ejot"] { $0.road(column, seconds: 10) }
            lead(&$0)
        }
    }
}
