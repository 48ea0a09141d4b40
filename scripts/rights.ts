// Draws docs/rights.md from what the routes of the API state. With --check it fails where the page does not show it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteAddress } from '#api/http/create-route.ts';
import type { Rights } from '#api/http/route-terms.ts';
import { describeApi } from '../test/parts/described-api.ts';

const file = join(import.meta.dirname, '../docs/rights.md');

const introduction = `# Rights

Who may call which route of the API. A route states it by its middleware (\`requireCustomer\`,
\`requireMember\`, \`requireMemberOrKey\`, \`requireStaff\`); the roles of an action stand in
\`src/api/access/access.rules.ts\`. \`test/security/marketplace-authorization.db.test.ts\` asks every
route as every caller. Anybody else is answered 401 where signing in would help, 403 in another role
of the staff, and 404 otherwise.

Drawn by \`node scripts/rights.ts\`; \`npm test\` fails when it is out of date. A change of rights is a
change of this page.
`;

const titles: Record<Rights['of'], string> = {
  everybody: 'Everybody',
  customer: 'Whoever is signed in',
  shop: 'People of the shop in the address',
  staff: 'Staff of the marketplace',
};
const notes: Record<Rights['of'], string> = {
  everybody: 'The events of the payment provider are believed by their signature alone.',
  customer: 'Of what belongs to somebody, each finds their own: an order, a thread, a library.',
  shop: 'With keys: also programs with a key of the shop whose scopes name the action.',
  staff: 'Everybody else is told that there is nothing (404).',
};

function drawn(): string {
  const { routes } = describeApi();
  const byRights = Map.groupBy(routes, ({ rights }) => rights.of);
  const sections = (Object.keys(titles) as Array<Rights['of']>).map((of) => {
    const groups = Map.groupBy(byRights.get(of) ?? [], ({ rights }) => rolesOf(rights));
    const parts = [...groups].sort(([a], [b]) => compare(a, b)).map(([roles, some]) => listOf(roles, some));
    return `## ${titles[of]}\n\n${notes[of]}\n\n${parts.join('\n')}`;
  });
  return [introduction, ...sections].join('\n');
}

/** The heading of an action, with its roles; empty where there is none. */
function rolesOf(rights: Rights): string {
  if (rights.of === 'everybody' || rights.of === 'customer') return '';
  return `${rights.action}: ${rights.roles.join(', ')}${rights.of === 'shop' && rights.keys ? ', with keys' : ''}`;
}

function listOf(roles: string, routes: RouteAddress[]): string {
  const names = routes.map(({ method, path }) => `${method.toUpperCase()} /api${path}`).sort(compare);
  return `${roles && `### ${roles}\n\n`}${names.map((name) => `- \`${name}\`\n`).join('')}`;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

if (!process.argv.includes('--check')) writeFileSync(file, drawn());
else if (readFileSync(file, 'utf8') !== drawn()) {
  console.error('docs/rights.md no longer shows who may call which route. Draw it again with: node scripts/rights.ts');
  process.exit(1);
}
// Threads begun with the API, such as the one that draws PDFs, end with the process.
process.exit();
