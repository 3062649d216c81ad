# Makes the files that the guide's commands name, in the working folder: the sample town under the
# names of the pages, and small tables of stops, drivers, traces and traffic in it.
#
# usage: files.bash WAYPOST SAMPLES NETWORK   the program, the folder SampleData, and the network of it
set -euo pipefail
waypost=$1 samples=$2 network=$3

# Networks, and what they are built from. A change file may change nothing.
for name in town region; do
    mkdir $name
    cp "$network"/{network.waypost,places.waypost,build-report.json} $name
    cp "$samples/monaco.osm.pbf" $name.osm.pbf
done
echo '<osmChange version="0.6"></osmChange>' >changes.osc
cat >roads.geojson <<'JSON'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"STREET_ID": 1, "CLASS": 9, "PREFIX": "North", "STREET": "Elm",
  "TYPE": "Street", "DIR": "B", "SPEED": 30, "F_ZLEV": 0, "T_ZLEV": 0},
  "geometry": {"type": "LineString", "coordinates": [[7.0, 43.0], [7.01, 43.0], [7.02, 43.0]]}},
 {"type": "Feature", "properties": {"STREET_ID": 2, "CLASS": 2, "PREFIX": "", "STREET": "Oak",
  "TYPE": "Avenue", "DIR": "FT", "SPEED": 45, "F_ZLEV": 0, "T_ZLEV": 0},
  "geometry": {"type": "LineString", "coordinates": [[7.01, 43.0], [7.01, 43.01]]}}]}
JSON

# Places in the town.
cat >stops.csv <<'CSV'
Name,lon,lat
Decathlon,7.4163954,43.7298343
Épi d'Or,7.4188621,43.7330002
Casino,7.4239298,43.7371517
CSV
printf '%s\n' Name,lon,lat Harbor,7.4189,43.7325 >depots.csv
printf '%s\n' Name,lon,lat 'New tracks,7.4213,43.7352' >works.csv
printf '%s\n' address '"6 Rue Grimaldi, Monaco"' '"2 Rue de la Turbie, Monaco"' >addresses.csv
cat >deliveries.csv <<'CSV'
customer,lon,lat,driver,day,arrival,minutes,cancelled,TimeWindowStart,TimeWindowEnd
Decathlon,7.4163954,43.7298343,Ada,2026-03-02,1,2,0,08:00,18:00
Épi d'Or,7.4188621,43.7330002,Ada,2026-03-02,2,3,0,,
Casino,7.4239298,43.7371517,Ben,2026-03-02,1,2,0,09:00,18:00
Columbus,7.4200687,43.7273947,Ben,2026-03-02,2,4,0,,
CSV
cp deliveries.csv day.csv
cat >drivers.csv <<'CSV'
Name,StartX,StartY,ShiftStart,ShiftEnd,CurrentX,CurrentY
Ada,7.4189,43.7325,07:00,18:00,7.4188621,43.7330002
Ben,7.4189,43.7325,07:00,18:00,,
CSV
cat >trips.csv <<'CSV'
id,FromX,FromY,ToX,ToY
1,7.4163954,43.7298343,7.4188621,43.7330002
2,7.4188621,43.7330002,7.4239298,43.7371517
CSV
cat >district.geojson <<'JSON'
{"type": "Polygon", "coordinates": [[[7.40, 43.72], [7.44, 43.72], [7.44, 43.76], [7.40, 43.76],
 [7.40, 43.72]]]}
JSON
cat >areas.geojson <<'JSON'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"Name": "Flood"},
 "geometry": {"type": "Polygon", "coordinates": [[[7.4180, 43.7355], [7.4190, 43.7355],
 [7.4190, 43.7362], [7.4180, 43.7362], [7.4180, 43.7355]]]}}]}
JSON
cat >zones.geojson <<'JSON'
{"type": "FeatureCollection", "features": [{"type": "Feature",
 "properties": {"vehicle_impact": "all-lanes-closed"}, "geometry": {"type": "LineString",
 "coordinates": [[7.42195, 43.73699], [7.42494, 43.73745], [7.42739, 43.73803]]}}]}
JSON

# A drive, in each form of a trace.
mkdir day
"$waypost" solve --network town --stops stops.csv --quiet -o drive.geojson -o day/one.gpx -o day/two.gpx
cat >drive.csv <<'CSV'
lon,lat,Time
7.4188,43.7330,2026-03-02T08:00:00Z
7.4189,43.7325,2026-03-02T08:00:10Z
CSV
cp day/one.gpx drive.gpx
echo 'gr|iGo~gl@bBS' >lines.txt

# Orders of stops in files.
cat >berlin52.tsp <<'TSP'
NAME: berlin4
TYPE: TSP
DIMENSION: 4
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 565 575
2 25 185
3 345 750
4 945 685
EOF
TSP
printf '%s\n' 3 '0 7 4' '6 0 3' '4 3 0' '0 99' '0 99' '0 99' >n150w120.001.txt

# Stored layers, and who may edit them.
store() { "$waypost" layers import "$@" 2>>layers.log; }
store roads.geojson --into streets.gpkg#roads
store deliveries.csv --into day.gpkg#deliveries --type day=date
store depots.csv --into depots.gpkg
store areas.geojson --into closures.gpkg#closures
mv areas.geojson closures.geojson
echo 'correct horse' | "$waypost" users add ann --administrator --file users.txt 2>>layers.log
# Without openssl, the block with a certificate fails, and no other.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -keyout town.key -out town.pem 2>>layers.log || true
mkdir ServiceDefinitions definitions networks data
ln -s ../town definitions/town
ln -s ../town networks/town
for layers in day closures; do ln -s ../$layers.gpkg data/$layers.gpkg; done
printf '%s\n' 'service: Town' 'network: ../town' >ServiceDefinitions/town.service.yaml
