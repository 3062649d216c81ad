"""Tables of the places each router reaches, of distances and durations compared, and of the largest
differences.
"""

from places import straight_meters


def percentile(values, share):
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def reachability(ours, theirs):
    both = sum(a is not None and b is not None for a, b in zip(ours, theirs))
    neither = sum(a is None and b is None for a, b in zip(ours, theirs))
    only_ours = sum(a is not None and b is None for a, b in zip(ours, theirs))
    return both, neither, only_ours, len(ours) - both - neither - only_ours


def ratios(ours, theirs, key):
    """Returns our values divided by theirs, with the pair's number, if both found a path."""
    return [
        (a[key] / b[key], index)
        for index, (a, b) in enumerate(zip(ours, theirs))
        if a and b and a[key] > 0 and b[key] > 0
    ]


def reachability_table(comparisons):
    yield "| compared | reach both | reach neither | only the first | only the second | alike |"
    yield "| --- | --: | --: | --: | --: | --: |"
    for name, ours, theirs in comparisons:
        both, neither, first, second = reachability(ours, theirs)
        alike = 100 * (both + neither) / len(ours)
        yield f"| {name} | {both} | {neither} | {first} | {second} | {alike:.1f} % |"


def ratio_table(comparisons):
    yield "| compared | of | p5 | p25 | median | p75 | p95 | within 3 % |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --: |"
    for name, ours, theirs in comparisons:
        for key, word in (("meters", "distance"), ("seconds", "duration")):
            values = [ratio for ratio, _ in ratios(ours, theirs, key)]
            if not values:
                continue
            marks = " | ".join(
                f"{percentile(values, share):.3f}" for share in (0.05, 0.25, 0.5, 0.75, 0.95))
            near = 100 * sum(abs(value - 1) <= 0.03 for value in values) / len(values)
            yield f"| {name} | {word} | {marks} | {near:.0f} % |"


def place(coordinate):
    return f"{coordinate[0]:.6f},{coordinate[1]:.6f}"


def outliers(name, ours, theirs, pairs, count):
    """Returns the pairs that only one side reached, then the pairs with the most extreme distance
    ratios.
    """
    yield f"### {name}: worst pairs"
    yield ""
    yield "| pair | from | to | straight m | first m | second m | ratio | first s | second s |"
    yield "| --: | --- | --- | --: | --: | --: | --: | --: | --: |"
    alone = [i for i, (a, b) in enumerate(zip(ours, theirs)) if (a is None) != (b is None)]
    far = sorted(ratios(ours, theirs, "meters"), key=lambda r: -max(r[0], 1 / r[0]))
    for index in alone[:count] + [index for _, index in far[:count]]:
        a, b = ours[index], theirs[index]

        def number(answer, key):
            return f"{answer[key]:.0f}" if answer else "no path"

        ratio = f"{a['meters'] / b['meters']:.2f}" if a and b and b["meters"] else "-"
        yield (
            f"| {index} | {place(pairs[index][0])} | {place(pairs[index][1])} "
            f"| {straight_meters(*pairs[index]):.0f} | {number(a, 'meters')} "
            f"| {number(b, 'meters')} | {ratio} | {number(a, 'seconds')} "
            f"| {number(b, 'seconds')} |")
    yield ""


def report(answers, pairs, worst):
    """Returns all tables as Markdown. Compares the first router with the others, then the others
    with each other.
    """
    names = list(answers)
    comparisons = [
        (f"{first} / {second}", answers[first], answers[second])
        for position, first in enumerate(names) for second in names[position + 1:]
    ]
    lines = [f"{len(pairs)} pairs", "", "## Reachability", ""]
    lines += reachability_table(comparisons)
    lines += ["", "## First divided by second, where both find a path", ""]
    lines += ratio_table(comparisons)
    lines += ["", "## Outliers", ""]
    for comparison in comparisons:
        lines += outliers(*comparison, pairs, worst)
    return "\n".join(lines)
