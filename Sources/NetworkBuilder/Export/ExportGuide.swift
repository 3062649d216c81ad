// Explains the exported tables, so any program can compute the same routes from them.

/// The text written beside the tables as README.md.
enum ExportGuide {
    static let text = """
        # A Waypost network as tables

        The first three tables hold everything that decides the cost of a route without traffic.
        A shortest-path program that follows this page reaches the same impedances, as integers.

        UTF-8, comma-separated, quoted as RFC 4180 says, one header line. `network.json` repeats
        what the network says about itself: attributes, units, mode families, fingerprint.
        Costs are whole numbers: time in milliseconds, length in centimeters.

        ## nodes.csv

        | column | meaning |
        | --- | --- |
        | `node` | number from 0 |
        | `lon`, `lat` | degrees, WGS 84 |
        | `valence_<family>` | distinct segments usable in either direction under base access: \
        1 is a dead end, 3 and more an intersection |
        | one column for each limit | of vehicles that pass the node, meters or tonnes, blank for \
        none |
        | `source_node` | number of the node in the source, 0 where that has none |

        ## edges.csv

        One row for each direction of each street segment, then one for each copy.

        | column | meaning |
        | --- | --- |
        | `edge` | number from 0; copies follow the edges |
        | `from`, `to` | nodes |
        | `twin` | the other direction of the same segment; blank for copies |
        | `copy_of` | the edge that a copy stands for; blank for edges |
        | `way` | number of the way in the source |
        | `name` | street name |
        | `driving_side` | `right` or `left`: where traffic keeps; costs of turns have it in them |
        | `wkt` | the line in the direction of travel |
        | one column for each cost attribute | its cost in quanta; attributes derived from \
        another (`Kilometers`, `Miles`) repeat the integer of that other |
        | one column for each restriction attribute | 1 where the restriction applies to the edge |
        | one column for each limit | meters or tonnes, blank for none |
        | `speed_limit` | km/h, blank where none is known; times do not follow from it alone |

        ## turns.csv

        | column | meaning |
        | --- | --- |
        | `from_edge`, `to_edge` | edges or copies; the first ends where the second begins |
        | `uturn` | 1 when the second is the twin of the first (of their originals) |
        | one column for each restriction attribute that prohibits some turn of the network | \
        1 where it prohibits this one |
        | one column for each time cost | what the turn adds, in milliseconds |

        A turn between two **edges** that meet is allowed and free unless a row says otherwise.
        A turn from or to a **copy** exists only where a row lists it. Turn costs in length are
        zero.

        ## points.csv

        Lights, signs, crossings, bumps and other points that a route meets. What they cost is
        in turns.csv: it is due on the turn out of their edge.

        | column | meaning |
        | --- | --- |
        | `edge` | the edge on which traffic meets the point |
        | `share` | of the edge's length before the point; 1 at the junction that it leads to |
        | `kind` | `trafficSignals`, `railwayCrossing`, `pedestrianCrossing`, `speedBump`, \
        `tollBooth`, `checkpoint`, `ford`, `stopSign`, `yieldSign`, `gate` |

        ## traffic.csv and closures.csv

        Only where the export was given a snapshot of traffic; `network.json` names it, and the
        instant in epoch milliseconds at which traffic.csv was taken.

        | column of traffic.csv | meaning |
        | --- | --- |
        | `edge` | an edge with a live speed, or closed; its copies are like it |
        | `speed_kmh` | the live speed, blank for none |
        | `closed` | 1 where the edge is closed, for the families of costs that follow speeds |
        | one column for each cost that follows speeds | its cost in place of that in edges.csv; \
        blank for none |

        closures.csv has every closure with its times: `edge`, `from` (the first closed instant in
        epoch milliseconds) and `until` (the first open one), blank for none. A request keeps the
        speeds of its departure; a closure counts when the edge is reached.

        ## The graph

        Vertices are the rows of edges.csv, arcs are turns; an arc costs the turn plus the edge that
        it enters. A leg begins on an edge, never on a copy; it may end on an edge or on any of its
        copies. Copies remember the path that led to them, for prohibitions of more than two edges.

        - **Access.** An edge belongs to a mode family when at least one of the family's
          `accessRestrictions` (network.json) does not apply to it. Other edges are closed to
          the family's modes.
        - **Restrictions.** A restriction brings along those that it `includes` (network.json).
          Those of the request that prohibit close every edge on which they are 1
          and every turn on which they are 1. A vehicle limit closes an edge, under its restriction,
          when the limit is below the vehicle's value; a node's limit likewise closes every
          turn there but those onto the twin. A restriction that only avoids or prefers
          closes nothing: it multiplies the cost of its edges. All factors of an edge, in
          thousandths, are multiplied and the product is rounded once, half away from zero, to
          at least 1. Factors never touch turn costs.
        - **Through traffic.** A restriction whose rule is `throughTraffic` closes no edge. Its
          edges may form only the beginning and the end of a leg: in a leg read from start to end,
          once an edge without it has been followed by one with it, no edge without it may follow.
          Streets that only such edges lead to have the restriction too.
        - **U-turns.** A turn onto the twin follows the request's policy by the valence of the node,
          in the family of the mode: `esriNFSBAllowBacktrack` everywhere,
          `esriNFSBAtDeadEndsAndIntersections` where it is 1, 3 or more,
          `esriNFSBAtDeadEndsOnly` where it is 1, `esriNFSBNoBacktrack` nowhere. A row of turns.csv
          may also prohibit it, and adds its cost.
        - **Stops within edges.** The first part of an edge of cost *w*, up to the fraction *f*,
          costs *f · w* rounded half away from zero; the last part costs *w* less that; a piece
          from *f* to *g* costs the difference of the two first parts. No turn cost is due at a
          stop.
        - **Totals** are sums of these integers.

        """
}
