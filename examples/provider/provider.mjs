// An endpoint that sets up what a shop has sold: access, and machines by the hour. One file without dependencies: copy it and make it yours.
//
//   SECRET=whsec_... PORT=8787 STATE=provider.json node provider.mjs
//
// The marketplace calls it with signed JSON (docs/seller-api.md). The same call may come more than once, with the same id: it is answered the same.
import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { SECRET = '', PORT = '8787', HOST = '127.0.0.1', STATE = '', STARTING_SECONDS = '0' } = process.env;
const { TOLERANCE_SECONDS = '300' } = process.env;
const LARGEST_BYTES = 64 * 1024;
const KEEP_MS = 90 * 24 * 60 * 60_000;

/** One of each shop whose machines these are, or the old one and the new one while it is replaced. */
const secrets = SECRET.split(/\s+/).filter(Boolean);

if (secrets.length === 0 || !secrets.every((secret) => secret.startsWith('whsec_'))) {
  console.error(
    'SECRET must be the secret that the shop has shown with the address: whsec_... Several stand side by side.',
  );
  process.exit(2);
}

/** What is known across restarts, where STATE names a file; otherwise in memory. */
const state = load();

function load() {
  const empty = { answers: {}, access: {}, withdrawn: {}, machines: {} };
  if (!STATE) return empty;
  try {
    const known = { ...empty, ...JSON.parse(readFileSync(STATE, 'utf8')) };
    // These machines end with this process. By now their numbers may be those of other processes: nobody looks for them or stops them.
    for (const machine of Object.values(known.machines))
      if (machine.pid) Object.assign(machine, { pid: 0, stopped: true });
    return known;
  } catch (error) {
    if (error.code === 'ENOENT') return empty;
    throw error;
  }
}

/** Whole or not at all: a process that ends while it writes leaves what was there. */
function save() {
  if (!STATE) return;
  writeFileSync(`${STATE}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
  renameSync(`${STATE}.new`, STATE);
}

/** Whether the marketplace has sent it, not long ago. While a secret is replaced there are two signatures. */
function isSigned(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(at)) > Number(TOLERANCE_SECONDS)) return false;
  const own = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  });
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && own.some((one) => given.length === one.length && timingSafeEqual(given, one));
  });
}

/** Each answers what the buyer is shown, or what became of a machine. */
const calls = {
  'provision.test': () => ({}),

  'access.grant': ({ entitlement_id: id, buyer }, timestamp) => {
    // The money went back meanwhile: what is answered now is shown to nobody.
    if ((state.withdrawn[id] ?? '') > timestamp) return { text: 'Withdrawn.' };
    state.access[id] ??= { user: buyer.slice(0, 14), password: randomBytes(12).toString('base64url') };
    const { user, password } = state.access[id];
    return {
      text: 'Sign in with these. They are yours alone.',
      fields: [
        { label: 'Address', value: 'https://example.com/sign-in' },
        { label: 'User', value: user },
        { label: 'Password', value: password, secret: true },
      ],
    };
  },

  'access.withdraw': ({ entitlement_id: id }, timestamp) => {
    delete state.access[id];
    state.withdrawn[id] = timestamp;
    return {};
  },

  'hours.start': ({ session_id: id, template, ssh_keys: sshKeys }) => {
    // Stopped before it was started, as the buyer has changed their mind.
    if (state.machines[id]?.stopped) return { state: 'stopped' };
    // The template is one of the product's own: what the buyer has chosen. The SSH keys are lines for authorized_keys.
    state.machines[id] ??= { since: Date.now(), token: randomBytes(12).toString('base64url'), template, sshKeys };
    return machineOf(id);
  },

  'hours.status': ({ session_id: id }) => (state.machines[id] ? machineOf(id) : { state: 'stopped' }),

  'hours.extend': ({ session_id: id, minutes_left: left }) => {
    if (state.machines[id]) state.machines[id].minutesLeft = left;
    return {};
  },

  'hours.stop': ({ session_id: id }) => {
    const machine = state.machines[id] ?? {};
    state.machines[id] = { ...machine, stopped: true };
    stop(machine.pid);
    return { state: 'stopped' };
  },
};

/** A machine that is on, once it has had its time to start. */
async function machineOf(id) {
  const machine = state.machines[id];
  if (machine.stopped) return { state: 'stopped' };
  if (Date.now() - machine.since < Number(STARTING_SECONDS) * 1_000)
    return { state: 'starting', poll_after_seconds: 1 };
  if (machine.pid && !isAlive(machine.pid)) return { state: 'stopped' };
  if (!machine.pid) Object.assign(machine, await start(machine));
  return {
    state: 'running',
    // So the shop hears when it has ended by itself, and counts no minute of it any more.
    poll_after_seconds: 60,
    // The buyer sees it in their library: how busy it is, and its last log lines. Both may be left out.
    ...reports.get(machine.pid),
    fields: [
      { label: 'Address', value: machine.address },
      { label: 'Token', value: machine.token, secret: true },
    ],
  };
}

// A plain process stands for the machine. README.md has the same with a container. It says how busy it is, and what it has written to its log.
const MACHINE = `
  const log = [
    ...(process.env.IMAGE ? ['Image: ' + process.env.IMAGE] : []),
    ...(process.env.SSH_KEYS ? process.env.SSH_KEYS.split(' ').map((fingerprint) => 'SSH key: ' + fingerprint) : []),
    'The machine is on.',
  ];
  const server = require('node:http').createServer((request, answer) => {
    const isOwn = request.headers.authorization === 'Bearer ' + process.env.TOKEN;
    answer.writeHead(isOwn ? 200 : 401).end(isOwn ? 'It works.' : '');
    log.push(new Date().toISOString() + ' ' + request.method + ' ' + request.url.slice(0, 200) + ' ' + answer.statusCode);
    log.splice(0, log.length - 50);
    report();
  });
  let before = { cpu: process.cpuUsage(), at: Date.now() };
  let busy = 0;
  function report() {
    const spent = process.cpuUsage(before.cpu);
    const elapsed = Date.now() - before.at;
    if (elapsed > 500) {
      busy = Math.min(100, (spent.user + spent.system) / 10 / elapsed);
      before = { cpu: process.cpuUsage(), at: Date.now() };
    }
    const used = process.memoryUsage().rss / 2 ** 20;
    const all = require('node:os').totalmem() / 2 ** 20;
    const detail = Math.round(used) + ' of ' + Math.round(all) + ' MB';
    process.send({
      utilization: [
        { label: 'CPU', percent: Math.round(busy * 10) / 10 },
        { label: 'Memory', percent: Math.round((1000 * used) / all) / 10, detail },
      ],
      log,
    });
  }
  setInterval(report, 5000).unref();
  report();
  server.listen(0, '127.0.0.1', () => process.stdout.write(server.address().port + '\\n'));
  process.on('disconnect', () => process.exit());
`;

/** What machines have last said of themselves, by their process. */
const reports = new Map();

/** As `ssh-keygen -l` prints it. */
function fingerprintOf(sshKey) {
  const blob = Buffer.from(sshKey.split(' ')[1], 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`;
}

function start({ token, template, sshKeys = [] }) {
  const child = spawn(process.execPath, ['-e', MACHINE], {
    env: {
      TOKEN: token,
      IMAGE: template?.image ?? template?.name ?? '',
      SSH_KEYS: sshKeys.map(fingerprintOf).join(' '),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.on('message', (report) => reports.set(child.pid, report));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => {
      reports.delete(child.pid);
      reject(new Error('The machine has ended while it was started.'));
    });
    child.stdout.once('data', (port) =>
      resolve({ pid: child.pid, address: `http://127.0.0.1:${String(port).trim()}/` }),
    );
  });
}

function stop(pid) {
  if (pid && isAlive(pid)) process.kill(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Calls about one machine, or one access, wait for each other: what is to be stopped may still be starting. */
const underWay = new Map();

function answerOnce({ id, type, timestamp, data }) {
  const about = data.session_id ?? data.entitlement_id;
  const before = underWay.get(about) ?? Promise.resolve();
  const working = before.catch(() => {}).then(work);
  underWay.set(about, working);
  return working.finally(() => underWay.get(about) === working && underWay.delete(about));

  async function work() {
    // How a machine does is asked to be told anew.
    const known = type !== 'hours.status' && state.answers[id];
    if (known) return known.answer;
    const answer = await calls[type](data, timestamp);
    state.answers[id] = { at: Date.now(), answer };
    for (const [old, { at }] of Object.entries(state.answers)) if (Date.now() - at > KEEP_MS) delete state.answers[old];
    save();
    return answer;
  }
}

async function read(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > LARGEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    if (request.method !== 'POST') return answer(405, { error: 'POST only' });
    const body = await read(request);
    if (body === null) return answer(413, { error: 'too large' });
    if (!isSigned(request.headers, body)) return answer(401, { error: 'not signed by the shop' });
    const call = JSON.parse(body);
    // What is not known is tried again, so that you can learn it meanwhile.
    if (!Object.hasOwn(calls, call.type)) return answer(501, { error: `${call.type} is not known` });
    answer(200, await answerOnce(call));
  } catch (error) {
    console.error(error);
    answer(500, { error: 'It did not work. It is tried again.' });
  }
});

server.listen(Number(PORT), HOST, () => {
  console.log(`Listening on http://${HOST}:${server.address().port}/`);
});

function end() {
  for (const { pid, stopped } of Object.values(state.machines)) if (!stopped) stop(pid);
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
// A program that starts it with a channel takes it along, also where that program is killed.
process.on('disconnect', end);
