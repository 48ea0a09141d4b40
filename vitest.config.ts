import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// What needs a database runs on the embedded one, and once more on the PostgreSQL of TEST_DATABASE_URL where one is given.
const onDatabase = ['{src,packages,test}/**/*.db.test.{ts,tsx}'];
const all = ['src/**/*.test.{ts,tsx}', '{packages,test}/**/*.test.ts'];
const shared = {
  globalSetup: ['test/database/prepared-database.ts'],
  setupFiles: ['test/no-noise.ts', 'test/close-apis.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What a test waits for comes when it comes: a busy machine is no failure.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // Many tests wait for other processes: Vitest itself would leave one processor to them.
    maxWorkers: availableParallelism(),
    // Modules are loaded once for each worker, not for each file; what a test changes in one, it changes back.
    isolate: false,
    exclude: [...configDefaults.exclude, 'build/**'],
    projects: [
      { extends: true, test: { ...shared, name: 'embedded', include: all, env: { TEST_DATABASE: 'embedded' } } },
      ...(process.env.TEST_DATABASE_URL
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
