// What a merge may leave in the list of changes is caught.

import Testing

@Suite struct ChangesRuleTests {
    private let list = """
        # Changes

        What users meet, newest first.
        A second line of it.

        ## 0.1.0

        ### 2026-11-30

        - Hours such as `24 h` and `7h30-9h` are read. If they are not,
          `--doctor` says so.
        - Hours such as `24 h` are those of a whole day.

        ### 2026-11-29

        - One line.
        """

    private func lines(_ text: String) -> [Int] {
        TidyRules.damagedChanges(in: text).map(\.line)
    }

    @Test func `a list without damage passes`() {
        #expect(lines(list) == [])
    }

    @Test func `the rest of an entry is caught`() {
        let left = "  divide into two carriageways do.\n- Hours such as `24 h` are"
        #expect(lines(list.replacing("- Hours such as `24 h` are", with: left)) == [12])
        // An entry that was cut off.
        #expect(lines(list.replacing("says so.", with: "says")) == [10])
        // A line that belongs to no entry.
        #expect(lines(list.replacing("- One line.", with: "  one line.")) == [16])
        #expect(lines(list.replacing("- One line.", with: "one line.")) == [16])
        #expect(lines(list.replacing("- One line.", with: "<<<<<<< HEAD\n- One line.")) == [16])
    }

    @Test func `an entry that stands twice is caught`() {
        // As a merge left it: the older wording below the newer one.
        let again = "- Hours such as `24 h`, and `7-9 Uhr`, are read.\n- One line."
        let repeated = TidyRules.damagedChanges(in: list.replacing("- One line.", with: again))
        #expect(repeated.map(\.line) == [16])
        #expect(repeated.first?.problem.contains("line 10") == true)
    }
}
