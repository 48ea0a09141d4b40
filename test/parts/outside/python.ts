// A Python that has the client of the Hugging Face Hub, where there is one: HUB_PYTHON names it, otherwise it is python3.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const python = process.env.HUB_PYTHON || 'python3';

export function hasHubPython(): boolean {
  return spawnSync(python, ['-c', 'import huggingface_hub']).status === 0;
}

/** Output of a program that knows nothing of its surroundings but `env`. Throws with that output where it fails. */
export function runHubPython(program: string, args: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  return run(python, ['-c', program, ...args], { env: { PATH, PYTHONIOENCODING: 'utf-8', ...env }, timeout: 100_000 });
}
