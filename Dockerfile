# Build the release with npm, then keep only what runs: Node, the bundles and two native modules.
FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run release && mkdir /release && tar -xzf dist/rackwright-*.tar.gz --strip-components=1 -C /release

FROM node:20-bookworm-slim
COPY --from=build /release /opt/rackwright
RUN install -d -m 700 -o node -g node /data
USER node
ENV NODE_ENV=production RACKWRIGHT_HOST=0.0.0.0 RACKWRIGHT_DATA=/data
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "/opt/rackwright/packaging/healthcheck.mjs"]
CMD ["node", "/opt/rackwright/dist/server/main.js"]
