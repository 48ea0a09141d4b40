// Runs a command of this folder on the Node it needs, after installing what is missing: run.mjs NAME ARGUMENTS...
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findNode, installPackages, root } from './bootstrap.mjs';

installPackages();
const [name, ...rest] = process.argv.slice(2);
const command = spawn(findNode(), [join(root, 'scripts', `${name}.ts`), ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal));
command.on('exit', (code) => process.exit(code ?? 1));
