// npm run language -- check: looks over the messages in the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageFaults } from './language/message-faults.ts';
import { sourcesWithMessages } from './language/sources.ts';

const root = join(import.meta.dirname, '..');
const [verb] = process.argv.slice(2);
if (verb !== 'check') {
  console.error('npm run language -- check');
  process.exit(1);
}
const faults = sourcesWithMessages(root).flatMap((file) =>
  messageFaults(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}:${fault}`),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log('Every message is in order.');
