// npm run reset: forgets the embedded database, so that the next start begins with the demo catalogue again.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const database = join(dataDir, 'database');
if (process.env.DATABASE_URL)
  end('DATABASE_URL is set: a PostgreSQL database is not deleted by this command. Drop it with dropdb.', 1);
if (!existsSync(database)) end(`There is no embedded database in ${dataDir}.`, 0);
const owner = readOwner(join(dataDir, 'database.lock'));
if (owner) end(`The database in ${dataDir} is in use by process ${owner}. Stop the shop first.`, 1);

if (!process.argv.includes('--yes')) {
  if (!process.stdin.isTTY) end('Nothing was deleted. Confirm with: npm run reset -- --yes', 1);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete every product, review and account in ${database}? Type yes: `);
  prompt.close();
  if (answer.trim() !== 'yes') end('Nothing was deleted.', 1);
}
rmSync(database, { recursive: true });
end(`Deleted ${database}. The next start fills an empty catalogue with the demo products.`, 0);

function readOwner(file) {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

function end(sentence, code) {
  process.stdout.write(`${sentence}\n`);
  process.exit(code);
}
