# Builds the Debian package and installs it into an image without a compiler. scripts/test-docker runs
# these steps without an engine.
#
#   docker build -t waypost .
#   docker run --rm -v waypost:/var/lib/waypost -v "$PWD/town.osm.pbf:/town.osm.pbf:ro" waypost \
#       network build /town.osm.pbf --output /var/lib/waypost/network
#   docker run -p 6080:6080 -v waypost:/var/lib/waypost waypost
FROM swift:6.3-bookworm AS build
WORKDIR /waypost
COPY . .
RUN apt-get update \
    && apt-get install -y --no-install-recommends dpkg-dev python3-venv \
    && scripts/setup \
    && scripts/deb

FROM debian:bookworm-slim
COPY --from=build /waypost/.build/packages/ /packages/
RUN apt-get update \
    && apt-get install -y --no-install-recommends /packages/waypost_*.deb \
    && rm -rf /packages /var/lib/apt/lists/*
USER waypost
WORKDIR /var/lib/waypost
VOLUME /var/lib/waypost
EXPOSE 6080
STOPSIGNAL SIGTERM
ENTRYPOINT ["waypost"]
CMD ["serve", "--host", "0.0.0.0", "--network", "/var/lib/waypost/network", \
    "--jobs", "/var/lib/waypost/jobs"]
