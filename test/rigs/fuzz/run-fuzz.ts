// A run: so many requests from one seed, each judged; what is wrong is gathered by route, with the shortest request that
// shows it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentsTables } from '@hearth/payment-sandbox';
import { createPayments } from '@hearth/payment-sandbox';
import fc from 'fast-check';
import type { Database } from '#platform/database/database.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { createLog } from '#platform/observability/log.ts';
import { createOutboxPage } from '../../../src/mail/server.ts';
import { type LoggedFault, type OpenShop, roles, soldProduct } from '../../security/open-shop.ts';
import { type ApiDocument, apiProbes } from './api-probes.ts';
import { actionProbes, loginProbes } from './identity-probes.ts';
import { judge } from './judge.ts';
import { outboxProbes } from './outbox-probes.ts';
import { fileProbes, pageProbes, paymentApiProbes, paymentPageProbes } from './page-probes.ts';
import { firstAccount, onboardingLink, payoutPageProbes } from './payout-page-probes.ts';
import { createPlaceholders, latest } from './placeholders.ts';
import type { Probe, ProbeAnswer, Send } from './probe.ts';
import { sendInto, sendTo } from './send.ts';
import { createVisitors, type SignedIn } from './visitors.ts';

export type Finding = {
  route: string;
  fault: string;
  times: number;
  /** The shortest request that shows it, and its answer. */
  request: string;
  answer: string;
  /** Log of the shop about it. */
  logged: string;
};

export type FuzzReport = {
  requests: number;
  /** How often each route has answered each status. */
  answers: Array<{ area: Probe['area']; route: string; status: number | 'none'; times: number }>;
  findings: Finding[];
};

const AT_ONCE = 4;
const secretKey = 'sk_test_fuzzed';
const boardKey = 'the key of the board';

export async function runFuzz(
  shop: OpenShop,
  given: { seed: number; count: number; payments: Database<PaymentsTables>; onProgress?: (sent: number) => void },
): Promise<FuzzReport> {
  const { send, close } = sendTo(shop.address);
  const outboxFolder = await mkdtemp(join(tmpdir(), 'hearth-fuzz-'));
  const sandbox = createPayments({
    database: given.payments,
    origin: 'https://shop.example',
    secretKey,
    shopName: 'Hearth',
    webhook: { url: 'https://shop.example/api/webhook', secret: 'whsec' },
    deliver: () => new Response(null, { status: 204 }),
    boardKey,
    log: createLog('silent'),
  });
  const outbox = createOutboxPage({
    dataDir: outboxFolder,
    brand: { name: 'Hearth', address: [], origin: 'http://localhost' },
    key: 'key',
    headers: securityHeaders,
    log: createLog('silent'),
  });
  const ways: Partial<Record<Probe['area'], Send>> = {
    'payment API': sendInto(sandbox.api),
    'payout page': sendInto(sandbox.pages),
    outbox: sendInto(outbox),
  };

  const signedIn = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await shop.signIn(role)])),
  ) as SignedIn;
  const document = JSON.parse((await send(plain('/api/openapi.json')))?.text ?? '') as ApiDocument;
  const placeholders = createPlaceholders();
  placeholders.set('access', signedIn.seller.access);
  placeholders.set('refresh', signedIn.seller.refresh);
  for (const probe of [...firstPurchases(signedIn), firstAccount(secretKey), onboardingLink(secretKey)]) {
    const answer = await (ways[probe.area] ?? send)(placeholders.filled(probe));
    if (answer) placeholders.learn(answer);
  }
  const visitors = createVisitors(signedIn);
  const probes = fc.sample(
    fc.oneof(
      { weight: 30, arbitrary: apiProbes(document, knownValues(signedIn), visitors) },
      { weight: 15, arbitrary: actionProbes(visitors) },
      { weight: 6, arbitrary: loginProbes(shop.address, visitors) },
      { weight: 12, arbitrary: pageProbes(visitors) },
      { weight: 3, arbitrary: fileProbes(visitors) },
      { weight: 6, arbitrary: paymentPageProbes(shop.address, visitors) },
      { weight: 6, arbitrary: payoutPageProbes(boardKey) },
      { weight: 1, arbitrary: fc.constant(onboardingLink(secretKey)) },
      { weight: 6, arbitrary: paymentApiProbes(secretKey) },
      { weight: 1, arbitrary: outboxProbes() },
    ),
    { seed: given.seed, numRuns: given.count },
  );

  const findings = new Map<string, Finding>();
  const answers = new Map<string, FuzzReport['answers'][number]>();
  let sent = 0;
  async function sendNext(): Promise<void> {
    for (;;) {
      const next = probes[sent++];
      if (!next) return;
      const probe = placeholders.filled(next);
      const answer = await (ways[probe.area] ?? send)(probe);
      if (answer) placeholders.learn(answer);
      count(answers, probe, answer);
      for (const fault of judge(probe, answer, document)) note(findings, probe, answer, fault, shop.faults());
      if (sent % 1_000 === 0) given.onProgress?.(sent);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  close();
  await rm(outboxFolder, { recursive: true });
  return { requests: probes.length, answers: [...answers.values()], findings: [...findings.values()] };
}

function count(
  answers: Map<string, FuzzReport['answers'][number]>,
  { area, route }: Probe,
  answer: ProbeAnswer | null,
) {
  const status = answer?.status ?? 'none';
  const key = `${area} ${route} ${status}`;
  const { times } = answers.get(key) ?? { times: 0 };
  answers.set(key, { area, route, status, times: times + 1 });
}

/** Well-formed, and at the end of what numbers and texts hold. */
const oddCursors = [
  { sort: 'featured', direction: 'prev', key: null, position: Number.MAX_SAFE_INTEGER, page: 1 },
  { sort: 'price_asc', direction: 'next', key: Number.MIN_SAFE_INTEGER, position: -1, page: Number.MAX_SAFE_INTEGER },
  { sort: 'name', direction: 'next', key: '\ud800', position: 0, page: 1 },
].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'));

/** Values that the shop knows, by the names of its fields. */
function knownValues(signedIn: SignedIn) {
  const emails = roles.map((role) => signedIn[role].email);
  return {
    id: [soldProduct, latest('order'), latest('review')],
    product_id: [soldProduct, 'data', 'nothing'],
    email: emails,
    user_id: emails,
    userId: [...emails, signedIn.buyer.userId],
    quantity: [1, 2],
    amount: [2.5, 2.5, 5],
    items: [[{ product_id: soldProduct, quantity: 1 }]],
    coupon: [null, 'TENOFF'],
    cursor: ['', 'last', ...oddCursors],
    phone: ['+1 555 010 99', ''],
    profile_pic: ['', 'https://pictures.example/a.png'],
    mobile: ['+1 555'],
    username: ['Jane', 'Jane D.'],
    rate: [0, 5],
    senderEmail: emails,
    senderMessage: ['A message that is long enough to be sent.'],
    session_id: [latest('payment')],
    category: ['all', 'computing'],
    limit: [1, 100],
  };
}

function plain(path: string): Probe {
  return { area: 'api', route: path, method: 'GET', path, headers: {}, body: null };
}

/** An order that is paid, with a receipt, and one whose page waits for a card: requests about them lead farther. */
function firstPurchases({ buyer }: SignedIn): Probe[] {
  const place = (quantity: number): Probe => ({
    ...plain('/api/checkout-session'),
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.id}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 2.5 * quantity, items: [{ product_id: soldProduct, quantity }] }),
  });
  const pay: Probe = {
    ...plain(`/pay/${latest('payment')}`),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: 'email=buyer%40example.com&number=4242424242424242&expiry=12%2F40&cvc=123&name=Ada&country=DE&postcode=10115',
  };
  const look: Probe = { ...plain('/api/success'), headers: { authorization: `Bearer ${buyer.id}` } };
  return [place(1), pay, look, place(2)];
}

function note(
  found: Map<string, Finding>,
  probe: Probe,
  answer: ProbeAnswer | null,
  fault: string,
  logged: LoggedFault[],
) {
  const key = `${probe.route} ${fault}`;
  const known = found.get(key);
  const request = `${probe.method} ${probe.path}\n${JSON.stringify(probe.headers)}\n${probe.body ?? ''}`.replace(
    /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
    '<token>',
  );
  const times = (known?.times ?? 0) + 1;
  if (known && known.request.length <= request.length) return void found.set(key, { ...known, times });
  const id = answer?.headers['x-request-id'] ?? answer?.headers['x-amzn-requestid'] ?? answer?.headers['request-id'];
  const line = logged.find(({ requestId }) => requestId !== undefined && requestId === id);
  found.set(key, {
    route: probe.route,
    fault,
    times,
    request,
    answer: answer ? `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text.slice(0, 500)}` : 'none',
    logged: line ? String(line.error ?? line.msg) : '',
  });
}
