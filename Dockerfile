# The studio alone; Postgres and Redis come from outside (docker-compose.yml shows one way). The
# database is brought up to date before it starts, by its owner, whose login the studio never has:
# node dist/migration/migrate-command.js deploy

FROM node:24-slim AS build
WORKDIR /studio
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json rolldown.config.ts ./
COPY prisma prisma
COPY src src
COPY web web
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /studio
COPY --from=build /studio/node_modules node_modules
COPY --from=build /studio/dist dist
COPY --from=build /studio/web/dist web/dist
COPY package.json ./
COPY prisma prisma
# The user node, as a number: of a name Kubernetes cannot tell that it is not root's.
USER 1000:1000
EXPOSE 3000 9000
# It starts a process: on a machine that is busy, as during an upgrade, that takes seconds.
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Four times the room for what is new, so that less of it lives until it is moved: it saves CPU of
# each solo hand, and takes some 60 MB (bench/README.md).
CMD ["node", "--max-semi-space-size=64", "dist/main.js"]
