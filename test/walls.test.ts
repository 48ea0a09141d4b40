// Each wall of .dependency-cruiser.cjs, with an import that it must refuse: planted in a small copy of the house.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const { forbidden, options } = require('../.dependency-cruiser.cjs') as {
  forbidden: Array<IForbiddenRuleType & { name: string }>;
  options: ICruiseOptions & { enhancedResolveOptions: object };
};

/** A file, and what it imports though it must not. Both are made. */
const planted: Record<string, [from: string, to: string]> = {
  'contract-keeps-to-its-neighbours': ['src/contract/money/amount/money.ts', 'src/platform/secrets.ts'],
  'platform-keeps-to-its-neighbours': ['src/platform/secrets.ts', 'src/api/schema/schema.ts'],
  'mail-keeps-to-its-neighbours': ['src/mail/mail.ts', 'src/contract/money/amount/money.ts'],
  'api-keeps-to-its-neighbours': ['src/api/server.ts', 'src/identity/schema.ts'],
  'identity-keeps-to-its-neighbours': ['src/identity/server.ts', 'src/api/schema/schema.ts'],
  'language-keeps-to-its-neighbours': ['src/language/message.ts', 'src/contract/money/amount/money.ts'],
  'ledger-keeps-to-its-neighbours': ['src/ledger/post.ts', 'src/contract/money/amount/money.ts'],
  'storefront-keeps-to-its-neighbours': ['src/storefront/server.ts', 'src/platform/secrets.ts'],
  'admin-keeps-to-its-neighbours': ['src/admin/operations/overview/overview.screen.tsx', 'src/storefront/app.tsx'],
  'product-form-keeps-to-its-neighbours': ['src/product-form/use-pictures.ts', 'src/storefront/ordering/cart/cart.ts'],
  'ui-keeps-to-its-neighbours': ['src/ui/star.tsx', 'src/contract/money/amount/money.ts'],
  'client-keeps-to-its-neighbours': ['src/client/session/session.ts', 'src/storefront/ordering/cart/cart.ts'],
  'the-payment-sandbox-is-test-equipment': ['src/api/server.ts', 'packages/payment-sandbox/src/index.ts'],
  'the-payment-sandbox-is-entered-by-its-entry': [
    'src/main/parts/payment-service.ts',
    'packages/payment-sandbox/src/server.ts',
  ],
  'the-payment-sandbox-takes-from-the-rooms-by-its-doors': [
    'packages/payment-sandbox/src/server.ts',
    'src/platform/secrets.ts',
  ],
  'the-doors-of-the-payment-sandbox-lead-to-one-room-each': [
    'packages/payment-sandbox/src/platform.ts',
    'src/mail/mailer.ts',
  ],
  'packages-are-declared': ['src/api/server.ts', 'node_modules/undeclared/index.js'],
  'the-shop-needs-no-development-package': ['src/api/server.ts', 'node_modules/vitest/index.js'],
  'the-shop-imports-no-development-code': ['src/api/server.ts', 'test/database/test-database.ts'],
  'no-cycles': ['src/api/ordering/order/order.rules.ts', 'src/api/ordering/order/order.rules.ts'],
  'no-unresolvable': ['src/api/server.ts', 'src/api/gone.ts'],
  'programs-are-run-not-imported': ['src/main/closing.ts', 'src/main/shop-process.ts'],
  'rules-are-pure': ['src/api/ordering/order/order.rules.ts', 'src/api/schema/schema.ts'],
  'stores-know-only-tables': ['src/api/ordering/order/order.store.ts', 'src/api/ordering/order/receipt.store.ts'],
  'routes-do-not-touch-tables': ['src/api/ordering/order/order.routes.ts', 'src/api/schema/schema.ts'],
  'only-stores-ask-the-database': ['src/api/ordering/order/place.ts', 'node_modules/kysely/index.js'],
  'what-domains-share-knows-no-domain': ['src/api/http/answers.ts', 'src/api/ordering/order/order.store.ts'],
  'components-do-not-fetch': ['src/storefront/catalogue/product/product-card.tsx', 'src/client/api/browser-api.ts'],
  'calls-know-no-component': ['src/storefront/ordering/cart/cart.ts', 'src/storefront/ordering/cart/cart-table.tsx'],
  'only-the-part-mounts-routes': ['src/api/ordering/order/place.ts', 'src/api/ordering/order/order.routes.ts'],
  'domains-meet-at-ports': ['src/api/ordering/order/place.ts', 'src/api/catalogue/product/list-products.ts'],
  'own-domain-without-ports': ['src/api/ordering/order/place.ts', 'src/api/ordering/ports.ts'],
  'domains-know-no-composition': ['src/api/ordering/order/place.ts', 'src/api/server.ts'],
  'schema-stands-below-event': ['src/api/schema/schema.ts', 'src/api/event/event.store.ts'],
  'event-stands-below-audit': ['src/api/event/event.store.ts', 'src/api/audit/audit.ts'],
  'audit-stands-below-text': ['src/api/audit/audit.ts', 'src/api/text/zone.rules.ts'],
  'text-stands-below-http': ['src/api/text/zone.rules.ts', 'src/api/http/answers.ts'],
  'http-stands-below-access': ['src/api/http/answers.ts', 'src/api/access/authenticate.ts'],
  'access-stands-below-domain': ['src/api/access/authenticate.ts', 'src/api/domain/domain.ts'],
  'operations-knows-only-domains-below': [
    'src/api/operations/integrity-check/run-checks.ts',
    'src/api/people/ports.ts',
  ],
  'people-knows-only-domains-below': ['src/api/people/user/delete-user.ts', 'src/api/selling/ports.ts'],
  'catalogue-knows-only-domains-below': ['src/api/catalogue/review/post-review.ts', 'src/api/ordering/ports.ts'],
  'selling-knows-only-domains-below': ['src/api/selling/seller/seller-page.ts', 'src/api/money/ports.ts'],
  'money-knows-only-domains-below': ['src/api/money/invoice/invoices.ts', 'src/api/ordering/ports.ts'],
  'goods-knows-only-domains-below': ['src/api/goods/hours/run-hours.ts', 'src/api/ordering/ports.ts'],
  'mail-through-its-port': ['src/api/ordering/order/place.ts', 'src/mail/mail.ts'],
  'screens-do-not-import-screens': [
    'src/storefront/catalogue/home/home.screen.tsx',
    'src/storefront/ordering/cart/cart.screen.tsx',
  ],
  'telemetry-is-loaded-when-it-is-switched-on': [
    'src/platform/database/database.ts',
    'src/platform/observability/telemetry-sdk.ts',
  ],
  'the-browser-carries-no-validator': ['src/storefront/ordering/cart/cart.ts', 'src/contract/ordering/order.schema.ts'],
};

/** As the house writes it: `#room/...`, or from folder to folder outside of the rooms. */
function specifier(from: string, to: string): string {
  return from.startsWith('src/') && to.startsWith('src/') ? to.replace('src/', '#') : relative(dirname(from), to);
}

async function violatedBy(from: string, to: string): Promise<string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'walls-')));
  try {
    const write = async (name: string, text: string) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    };
    const { imports, dependencies, devDependencies } = require('../package.json');
    await write('package.json', JSON.stringify({ type: 'module', imports, dependencies, devDependencies }));
    if (!to.endsWith('gone.ts') && to !== from) await write(to, 'export const it = 1;\n');
    const name = to.match(/^node_modules\/([^/]+)\//)?.[1];
    if (name) await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await write(from, `import { it } from '${name ?? specifier(from, to)}';\nexport const mine = it;\n`);
    const { tsConfig: _, enhancedResolveOptions, ...rest } = options;
    const { output } = await cruise(
      [...new Set([from, to].map((file) => file.split('/', 1)[0] ?? ''))].filter((place) => place !== 'node_modules'),
      { ...rest, baseDir: folder, validate: true, ruleSet: { forbidden } },
      enhancedResolveOptions,
    );
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each(forbidden)('the wall "$name" refuses what is planted', async ({ name }) => {
  const [from, to] = planted[name] ?? [];
  expect(from, `a planted import for ${name}`).toBeDefined();
  expect(await violatedBy(from ?? '', to ?? '')).toContain(name);
});

test('every planted import belongs to a wall', () => {
  expect(Object.keys(planted).filter((name) => !forbidden.some((rule) => rule.name === name))).toEqual([]);
});
