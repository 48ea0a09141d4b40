// The example of a provider, asked as the shop asks it, where its own machines make it hard.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretText, signatureHeaders } from '../src/api/selling/webhook/signature.rules.ts';
import { startProvider } from './processes/provider.ts';

const secret = secretText(Buffer.alloc(32, 1));
type Field = { label: string; value: string };
type Answer = { state: string; fields?: Field[] };

function askSigned(url: string, type: string, sessionId: string, id: string, by: string): Promise<Response> {
  const at = new Date();
  const data = { entitlement_id: 'hours', session_id: sessionId, minutes_left: 60, buyer: 'buyer_1' };
  const body = JSON.stringify({ type, id, timestamp: at.toISOString(), data });
  return fetch(url, { method: 'POST', headers: signatureHeaders({ id, at, body }, [by]), body });
}

async function ask(url: string, type: string, sessionId: string, id = `prv_${crypto.randomUUID()}`): Promise<Answer> {
  const answer = await askSigned(url, type, sessionId, id, secret);
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Answer>;
}

const addressOf = ({ fields = [] }: Answer) => fields.find(({ label }) => label === 'Address')?.value ?? '';
const isReached = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

test('[G-13] a machine that is stopped while it starts is off', async () => {
  const provider = await startProvider(secret);
  onTestFinished(provider.close);
  const [started] = await Promise.all([
    ask(provider.url, 'hours.start', 'one'),
    ask(provider.url, 'hours.stop', 'one'),
  ]);
  const address = addressOf(started);
  if (address) await expect.poll(() => isReached(address)).toBe(false);
  expect(await ask(provider.url, 'hours.status', 'one')).toEqual({ state: 'stopped' });
});

test('[G-13] a provider that was killed says that its machines have ended, and ends no process of somebody else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-provider-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const STATE = join(folder, 'state.json');
  const first = await startProvider(secret, { STATE });
  expect(await ask(first.url, 'hours.start', 'one')).toMatchObject({ state: 'running', poll_after_seconds: 60 });
  await first.kill();
  // Its number was given to another process since: the one that runs this test.
  const state = JSON.parse(await readFile(STATE, 'utf8'));
  state.machines.one.pid = process.pid;
  await writeFile(STATE, JSON.stringify(state));
  const second = await startProvider(secret, { STATE });
  onTestFinished(second.close);
  expect(await ask(second.url, 'hours.status', 'one')).toEqual({ state: 'stopped' });
  expect(await ask(second.url, 'hours.stop', 'one')).toEqual({ state: 'stopped' });
});

test('a provider that a program started with a channel, as the trial does, ends when that program is killed', async () => {
  const example = join(import.meta.dirname, '../examples/provider/provider.mjs');
  const program = `require('node:child_process').fork(${JSON.stringify(example)}, { stdio: ['ignore', 1, 2, 'ipc'] })`;
  const parent = spawn(process.execPath, ['-e', program], {
    env: { SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(line.toString('utf8'))?.[0] ?? '';
  expect(await isReached(url)).toBe(true);
  // Its output closes with the last process that writes there.
  const closed = once(parent.stdout.resume(), 'close');
  parent.kill('SIGKILL');
  await closed;
  expect(await isReached(url)).toBe(false);
});

test('[G-13] one provider serves several shops, each by its own secret, and nobody else', async () => {
  const other = secretText(Buffer.alloc(32, 2));
  const provider = await startProvider(`${secret} ${other}`);
  onTestFinished(provider.close);
  const statusOf = async (by: string) =>
    (await askSigned(provider.url, 'hours.status', 'one', `prv_${crypto.randomUUID()}`, by)).status;
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(other)).toBe(200);
  expect(await statusOf(secretText(Buffer.alloc(32, 3)))).toBe(401);
});
