// A mail server that is away while people register, and comes back: nobody is turned away, and each message arrives once.

import { startMailServer } from '../../parts/outside/mail-server.ts';
import { freePort } from '../../processes/free-port.ts';
import { password } from './accounts.ts';
import { askAccounts, sleep } from './ask.ts';
import { makePlace, openShop } from './place.ts';
import type { Endings } from './rounds/endings.ts';
import type { Finding } from './rounds/finding.ts';

const SIGN_UPS = 5;
/** The first attempt is repeated after some 15 seconds, the second after a minute more (see retry.rules.ts). */
const ARRIVES_BY_MS = 120_000;
/** After that a second copy would have come. */
const QUIET_MS = 8_000;

export async function mailServerAway(endings: Endings): Promise<Finding> {
  const port = await freePort();
  const place = await makePlace(
    { name: 'no mail server', databaseUrl: null, environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } },
    endings,
  );
  let shop = await openShop(place, endings);
  const acknowledged: string[] = [];
  const faults: string[] = [];

  async function signUp(email: string) {
    const answer = await askAccounts(place.address, 'SignUp', { Username: email, Password: password });
    if (answer?.status === 200) acknowledged.push(email);
    else faults.push(`while the mail server was away a sign-up was answered with ${answer?.status}`);
  }

  for (let number = 0; number < SIGN_UPS; number++) await signUp(`away-${number}@example.com`);
  while (!shop.printed().includes('a message was not delivered yet')) await sleep(100);
  // Waiting messages must outlive the process, too.
  await shop.kill();
  shop = await openShop(place, endings);
  await signUp('away-after-restart@example.com');

  const server = await startMailServer({ port });
  endings.add(() => server.close());
  const arrived = () => new Set(server.taken.flatMap(({ to = [] }) => to.map(({ address }) => address)));
  const until = Date.now() + ARRIVES_BY_MS;
  while (arrived().size < acknowledged.length && Date.now() < until) await sleep(200);
  await sleep(QUIET_MS);
  await shop.stop();
  const taken = server.taken.length;
  return {
    what: 'mail server away and back',
    rounds: 1,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((email) => !arrived().has(email)).length,
    doubled: taken - arrived().size,
    faults,
  };
}
