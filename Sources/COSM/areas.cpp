// The C interface of COSMAreas.h over libosmium's assembler. Every function that can throw catches here.
//
// The assembler works on geometry alone: which ways belong to an area, and what it is, is decided by the
// caller. libosmium's manager of multipolygons would decide it, too, but holds every way of a file in
// memory, and takes files without histories only.

#include "COSMAreas.h"

#include <osmium/area/geom_assembler.hpp>
#include <osmium/builder/osm_object_builder.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm/area.hpp>
#include <osmium/osm/location.hpp>
#include <osmium/osm/node_ref.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include <new>
#include <utility>
#include <vector>

using osmium::memory::Buffer;

struct waypost_osm_assembler {
    Buffer ways{1 << 16, Buffer::auto_grow::yes};
    Buffer areas{1 << 16, Buffer::auto_grow::yes};
    // The object an area takes its id from; the caller does not need it.
    Buffer relation{1024, Buffer::auto_grow::yes};
    std::vector<waypost_osm_area_node> nodes;
    // The end of each ring in `nodes`, and whether it is a hole.
    std::vector<std::pair<size_t, bool>> rings;

    waypost_osm_assembler() {
        { osmium::builder::RelationBuilder builder{relation}; }
        relation.commit();
    }

    void add(const waypost_osm_area_node *added, size_t count) {
        {
            osmium::builder::WayBuilder way{ways};
            osmium::builder::WayNodeListBuilder list{way};
            for (size_t place = 0; place < count; ++place) {
                const auto &node = added[place];
                list.add_node_ref(osmium::NodeRef{
                    node.id, osmium::Location{node.longitude_e7, node.latitude_e7}});
            }
        }
        ways.commit();
    }

    void collect(const osmium::NodeRefList &ring, bool is_inner) {
        for (const auto &node : ring) {
            nodes.push_back({node.ref(), node.location().x(), node.location().y()});
        }
        rings.emplace_back(nodes.size(), is_inner);
    }

    void run() {
        nodes.clear();
        rings.clear();
        areas.clear();
        osmium::area::AssemblerConfig config;
        config.create_empty_areas = false;
        osmium::area::GeomAssembler assembler{config};
        if (!assembler(relation.get<osmium::Relation>(0), ways, areas)) {
            areas.rollback();
            return;
        }
        for (const auto &area : areas.select<osmium::Area>()) {
            for (const auto &outer : area.outer_rings()) {
                collect(outer, false);
                for (const auto &inner : area.inner_rings(outer)) {
                    collect(inner, true);
                }
            }
        }
    }
};

extern "C" {

waypost_osm_assembler *waypost_osm_assembler_new(void) {
    try {
        return new waypost_osm_assembler;
    } catch (...) {
        return nullptr;
    }
}

void waypost_osm_assembler_begin(waypost_osm_assembler *assembler) {
    assembler->ways.clear();
}

int waypost_osm_assembler_add(
    waypost_osm_assembler *assembler, const waypost_osm_area_node *nodes, size_t count) {
    try {
        assembler->add(nodes, count);
        return 1;
    } catch (...) {
        assembler->ways.rollback();
        return 0;
    }
}

int64_t waypost_osm_assembler_run(waypost_osm_assembler *assembler) {
    try {
        assembler->run();
        return static_cast<int64_t>(assembler->rings.size());
    } catch (const std::bad_alloc &) {
        return -1;
    } catch (...) {
        // A place outside the world: such ways leave no area.
        assembler->nodes.clear();
        assembler->rings.clear();
        assembler->areas.clear();
        return 0;
    }
}

const waypost_osm_area_node *waypost_osm_assembler_ring(
    const waypost_osm_assembler *assembler, size_t ring, size_t *count, int *is_inner) {
    if (ring >= assembler->rings.size()) {
        *count = 0;
        *is_inner = 0;
        return nullptr;
    }
    const size_t start = ring == 0 ? 0 : assembler->rings[ring - 1].first;
    *count = assembler->rings[ring].first - start;
    *is_inner = assembler->rings[ring].second;
    return assembler->nodes.data() + start;
}

void waypost_osm_assembler_free(waypost_osm_assembler *assembler) {
    delete assembler;
}
}
