"""Writes a day's deliveries as an office keeps them, and lists the bad cells.

usage: make_day.py PLACES STOPS TOURS FILE   PLACES is the output of waypost network places
--names

The file is in Windows-1252 with semicolons and decimal commas, as spreadsheets of many countries
save it. One row in 200 has a bad cell: a coordinate that is no number, 0, 0, swapped longitude
and latitude, no coordinates, a window that is no time, a reversed window, or no driver. The same
arguments make the same file.
"""

import csv
import random
import sys

path, stops, tours, output = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
draw = random.Random(2026)
with open(path, encoding="utf-8") as file:
    places = list(csv.DictReader(file))
if not places:
    sys.exit(f"make_day: {path} has no places")

# Tours are neighborhoods: places in the order of a fine grid, cut into equal parts.
places.sort(key=lambda row: (round(float(row["lat"]) / 0.004), float(row["lon"])))
notes = ["", "", "", "", "Ring twice", "Leave at the reception", "Call before: +377 98 00 00 00"]
bad = {}
rows = []
for number in range(stops):
    place = places[number * len(places) // stops]
    tour = number * tours // stops + 1
    hour = draw.choice([None, None, 8, 9, 10, 11, 13])
    row = {
        "Kunde": f"Café {place['Name']}" if draw.random() < 0.1 else f"Kunde {number + 1}",
        "Adresse": f"{draw.randint(1, 90)} {place['Name']}",
        "Auftrag": f"A-{50_000 + number}",
        "Fahrer": f"Tour {tour:02d}",
        "lon": place["lon"].replace(".", ","),
        "lat": place["lat"].replace(".", ","),
        "Minuten": str(draw.randint(1, 6)),
        "TimeWindowStart": f"{hour}:00" if hour else "",
        "TimeWindowEnd": f"{hour + 4}:00" if hour else "",
        "Hinweis": draw.choice(notes),
    }
    if number % 200 == 100:
        kinds = {
            "no number": {"lon": "unbekannt"},
            "zero": {"lon": "0", "lat": "0"},
            "swapped": {"lon": row["lat"], "lat": row["lon"]},
            "no place": {"lon": "", "lat": ""},
            "no time": {"TimeWindowStart": "25:99", "TimeWindowEnd": "18:00"},
            "reversed": {
                "TimeWindowStart": "2026-03-02 11:00", "TimeWindowEnd": "2026-03-02 09:00"
            },
            "no driver": {"Fahrer": ""},
        }
        kind = list(kinds)[number // 200 % len(kinds)]
        row.update(kinds[kind])
        bad[kind] = bad.get(kind, 0) + 1
    rows.append(row)
draw.shuffle(rows)
with open(output, "w", encoding="cp1252", errors="replace", newline="") as file:
    writer = csv.DictWriter(file, list(rows[0]), delimiter=";")
    writer.writeheader()
    writer.writerows(rows)
found = ", ".join(f"{count} {kind}" for kind, count in bad.items()) or "none"
print(f"{output}: {stops} deliveries of {tours} tours; bad cells: {found}")
