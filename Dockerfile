# The server as a container, built from a checkout:
#
#   docker build -t leat .
#   docker run -p 4437:4437 -v leat:/var/lib/leat -v ./keys.json:/etc/leat/keys.json:ro -e LEAT_API_KEYS_FILE=/etc/leat/keys.json leat
#
# It listens on all addresses of the container, and so refuses to start until access is configured or LEAT_INSECURE=true says that
# somebody else guards the network. Every other setting is an environment variable, too: docs/configuration.md.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -B -q -pl dist -am -Dmaven.test.skip=true -Dleat.image.required=true package
RUN mv dist/target/image/* /opt/leat

FROM debian:trixie-slim
RUN useradd --system --uid 4437 --user-group --home-dir /var/lib/leat --shell /usr/sbin/nologin leat \
    && install -d -o leat -g leat -m 0750 /var/lib/leat
COPY --from=build /opt/leat /opt/leat
ENV LEAT_HOST=0.0.0.0 \
    LEAT_DATA=/var/lib/leat \
    LEAT_LOG_FORMAT=json
USER leat
WORKDIR /var/lib/leat
VOLUME /var/lib/leat
EXPOSE 4437
STOPSIGNAL SIGTERM
# Without a program of its own for it. Where the server itself does TLS, give a check of your own, or --no-healthcheck.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${LEAT_PORT:-4437} && printf 'GET /health/ready HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["/opt/leat/bin/leat"]
CMD ["serve"]
