import { createInterface } from 'node:readline/promises';
import { StartError } from '#platform/config/start-error.ts';

/** Goes on after a typed yes; otherwise, and where nobody can answer, a StartError says what was not done. */
export async function confirm(question: string, otherwise: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError(`${otherwise} Confirm with --yes.`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`${question} Type yes: `);
  prompt.close();
  if (answer.trim() !== 'yes') throw new StartError(otherwise);
}
