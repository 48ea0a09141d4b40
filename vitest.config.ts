import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { workersOfTests } from './scripts/test-plan.mjs';

// Database tests run on one database: the PostgreSQL of TEST_DATABASE_URL where one is given, otherwise the embedded one. A file in which
// the two might differ says so in a line, and runs on both. The browser tests and the shops as processes are always on the embedded one.
const onDatabase = globSync('{src,packages,test}/**/*.db.test.{ts,tsx}', { cwd: import.meta.dirname });
const onBoth = onDatabase.filter((file) => /^\/\/ Both databases: /m.test(readFileSync(file, 'utf8')));
const all = ['src/**/*.test.{ts,tsx}', '{packages,test}/**/*.test.ts'];
const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL);
const shared = {
  globalSetup: ['test/database/prepared-database.ts'],
  setupFiles: ['test/no-noise.ts', 'test/close-apis.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What a test waits for comes when it comes: a busy machine is no failure.
  expect: { poll: { timeout: 25_000 } },
};

export default defineConfig({
  test: {
    // Many tests wait for other processes: Vitest itself would leave one processor to them.
    maxWorkers: workersOfTests(),
    // Modules are loaded once for each worker, not for each file; what a test changes in one, it changes back.
    isolate: false,
    exclude: [...configDefaults.exclude, 'build/**'],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'embedded',
          include: all,
          exclude: isOnPostgres ? onDatabase.filter((file) => !onBoth.includes(file)) : [],
          env: { TEST_DATABASE: 'embedded' },
        },
      },
      ...(isOnPostgres
        ? [
            {
              extends: true as const,
              test: { ...shared, name: 'postgres', include: onDatabase, env: { TEST_DATABASE: 'postgres' } },
            },
          ]
        : []),
    ],
  },
});
