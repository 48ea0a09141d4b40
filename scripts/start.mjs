// npm start and npm run dev: makes sure that everything is there, then runs the shop.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, buildStorefront, findNode, installPackages, root, shopFlags, shopMemory } from './bootstrap.mjs';

installPackages();
const node = findNode();
const development = process.argv.includes('--dev');
if (!development) {
  buildStorefront(node);
  buildServer(node);
}
// Types of API calls, for editors. They need the development packages, and nothing that runs needs them.
else if (existsSync(join(root, 'node_modules/openapi-typescript')))
  spawnSync(node, [join(root, 'scripts/api-types.ts')], { cwd: root, stdio: 'inherit' });

// The built React and the caches are those of production, whatever the shell says.
const environment = {
  ...shopMemory,
  // Reading the code takes most of a start: from the second time on it is there compiled.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  NODE_ENV: development ? 'development' : 'production',
};
// In development the screens change in place; a change of what runs on the server starts it again.
const watched = ['api', 'contract', 'identity', 'ledger', 'mail', 'main', 'platform', 'storefront/server.ts']
  .map((room) => join('src', room))
  .concat('packages')
  .map((place) => `--watch-path=${join(root, place)}`);
const watch = development ? ['--watch', '--watch-preserve-output', ...watched] : [];
const program = join(root, development ? 'src/main/start.ts' : 'build/shop/start.js');
const shop = spawn(node, [...shopFlags, ...watch, program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => shop.kill(signal));
shop.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
