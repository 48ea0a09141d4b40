// Runs a program on the Node it needs, after installing what is missing: run.mjs [--all] FILE ARGUMENTS..., FILE from the root.
// With --all it may use the packages that only developers need.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findNode, installPackages, root } from './bootstrap.mjs';

const given = process.argv.slice(2);
const all = given[0] === '--all';
const [file, ...rest] = all ? given.slice(1) : given;
installPackages(all ? 'all' : 'shop');
const command = spawn(findNode(), [join(root, file), ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal));
command.on('exit', (code) => process.exit(code ?? 1));
