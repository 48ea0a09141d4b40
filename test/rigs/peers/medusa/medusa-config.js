// Settings of Medusa as its getting-started project has them, without the admin's pages. No Redis: events, the cache, locks and workflows
// are then kept in the memory of the one process, which is server and worker ("shared").
const load = module.require.bind(module);
const { defineConfig } = load('@medusajs/framework/utils');

const here = 'http://localhost';

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    workerMode: 'shared',
    http: {
      storeCors: here,
      adminCors: here,
      authCors: here,
      jwtSecret: 'a secret of the bench',
      cookieSecret: 'another secret of the bench',
    },
  },
});
