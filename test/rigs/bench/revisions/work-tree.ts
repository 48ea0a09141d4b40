import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** A work tree of a revision in `folder`, with the packages of then, built. `git worktree prune` forgets it when its folder is gone. */
export function prepareWorkTree(name: string, folder: string): string {
  const tree = join(folder, name);
  if (existsSync(join(tree, 'build'))) return tree;
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: existsSync(tree) ? tree : root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(tree)) run('git', 'worktree', 'add', '--detach', tree, name);
  try {
    run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline');
  } catch {
    // Lock files of the first versions name the packages of one platform alone, which `npm ci` refuses.
    run('npm', 'install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline');
  }
  run('npm', 'run', 'build');
  return tree;
}
