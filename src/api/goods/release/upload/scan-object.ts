// Asks the operator's command about a file, such as ClamAV's client. Nothing is unpacked here, and no shell reads what a seller wrote.
import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cutText } from '#contract/text/cut-text.ts';
import type { Storage } from '#platform/storage/storage.ts';

export type Scanner = {
  /** The program and its arguments; {file} stands for the path of the file. */
  command: readonly string[];
  timeoutMs: number;
};

/** `again`: nothing is known, such as when the scanner is not there; it is asked once more later. */
type Scanned = { result: 'clean' } | { result: 'refused'; note: string } | { result: 'again'; why: string };

const FILE = '{file}';
/** Longest part of the scanner's words that a seller reads, in characters. */
const NOTE_LENGTH = 300;
const OUTPUT_BYTES = 64 * 1024;
/** Output of a command is there when it ends; more is not waited for. */
const OUTPUT_MS = 2_000;
const hasGroups = process.platform !== 'win32';

/** Exit code 0 is clean, 1 is refused with what the command prints; everything else, and a command that takes too long, says nothing. */
export async function scanObject(storage: Storage, key: string, scanner: Scanner): Promise<Scanned> {
  const [program = '', ...given] = scanner.command;
  const takesPath = scanner.command.some((part) => part.includes(FILE));
  if (takesPath && !storage.pathOf)
    return { result: 'again', why: 'the command names {file}, and the storage has no files: leave {file} out' };
  const path = storage.pathOf?.(key) ?? '';
  const args = given.map((part) => part.replaceAll(FILE, path));
  const stored = takesPath ? null : await storage.get(key);
  if (!takesPath && !stored) return { result: 'again', why: 'the storage has no such object' };
  const child = spawn(program, args, {
    stdio: [stored ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // Programs that it starts are of its group, and end with it.
    detached: hasGroups,
  });
  const timer = setTimeout(() => killAll(child), scanner.timeoutMs);
  const output = collect(child.stdout, child.stderr);
  const ended = new Promise<{ code: number | null; error?: Error }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
    // Processes that it has left behind may hold its output open forever.
    child.once('exit', (code) => setTimeout(() => resolve({ code }), OUTPUT_MS).unref());
  });
  // A scanner that has seen enough closes its input: how it ends says what it thinks.
  if (stored && child.stdin)
    await pipeline(Readable.fromWeb(stored.body as never), child.stdin).catch(() =>
      stored.body.cancel().catch(() => {}),
    );
  const { code, error } = await ended;
  clearTimeout(timer);
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (error) return { result: 'again', why: `the command cannot be run: ${error.message}` };
  if (code === 0) return { result: 'clean' };
  const words = readable(output(), path);
  if (code === 1) return { result: 'refused', note: words || 'The scanner gave no reason.' };
  return {
    result: 'again',
    why: `the command ended with ${code ?? `no code after ${scanner.timeoutMs} ms`}: ${words}`,
  };
}

function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}

function collect(...streams: Array<Readable | null>): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const stream of streams)
    stream?.on('data', (piece: Buffer) => {
      if (bytes < OUTPUT_BYTES) pieces.push(piece);
      bytes += piece.length;
    });
  return () => Buffer.concat(pieces).toString('utf8');
}

/** On one line, and without where the shop keeps its files. */
function readable(text: string, path: string): string {
  const plain = (path ? text.replaceAll(path, 'the file') : text).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return cutText(plain, NOTE_LENGTH);
}
