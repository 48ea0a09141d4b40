# The shop as an image: built in one stage, run in another as a user without rights, on files it cannot change.
#   docker build -t hearth .        docker compose up (compose.yaml) for the shop with PostgreSQL and a mail catcher

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/payment-sandbox/package.json ./packages/payment-sandbox/
# Node comes with the image: the packages that carry one are left out, like what only tests and measurements need.
RUN npm ci --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY scripts ./scripts
COPY src ./src
COPY vite.config.ts tsconfig.json ./
COPY packages ./packages
RUN node scripts/build.ts && node scripts/build-server.ts

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json LICENSE store.json ./
COPY catalogue ./catalogue
COPY docs/operations.md ./docs/
COPY examples ./examples
COPY packages ./packages
COPY pages ./pages
COPY public ./public
COPY scripts ./scripts
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the shop itself, and it ends without refusing a request.
CMD ["node", "--max-semi-space-size=24", "--heap-growing-percent=70", "--no-allocation-site-pretenuring", "build/shop/start.js"]
