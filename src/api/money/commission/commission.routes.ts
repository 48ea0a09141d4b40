import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import {
  commissionTermsSchema,
  makeFeeRuleSchema,
  makeHoldingRuleSchema,
  saleRulesSchema,
} from '#contract/money/commission.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireMember } from '../../access/require-member.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findSellerTerms } from './commission.store.ts';
import { termsOf } from './commission-terms.rules.ts';
import { listSaleRules } from './list-rules.ts';
import { endSaleRule, makeFeeRule, makeHoldingRule, type RuleKind } from './make-rule.ts';

const tags = ['Finance'];
const forStaff = 'For the staff; nobody else finds anything at this address.';
const never = 'A rule is never changed: end it and make another. What was ordered keeps the terms under which it was.';

type Deps = { db: Db; authenticate: Authenticate; now: () => Date };

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const member = requireMember(deps);
  const making = <Schema extends z.ZodType>(kind: RuleKind, schema: Schema, summary: string) =>
    createRoute({
      method: 'post',
      path: `/admin/${kind}-rule` as const,
      tags,
      summary,
      description: `${forStaff} ${never}`,
      middleware: [may('manageFinance'), ...jsonBody] as const,
      request: { body: jsonContent(schema) },
      responses: { 201: ok(saleRulesSchema, 'All rules as they are now'), ...problems(409) },
    });
  const ending = (kind: RuleKind, summary: string) =>
    createRoute({
      method: 'post',
      path: `/admin/${kind}-rule/{ruleId}/end` as const,
      tags,
      summary,
      description: `${forStaff} From now on; one that has not begun is taken away.`,
      middleware: may('manageFinance'),
      request: { params: z.object({ ruleId: z.string() }) },
      responses: { 200: ok(saleRulesSchema, 'All rules as they are now'), ...problems(409) },
    });
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/sale-rule',
      tags,
      summary: 'Tells what the marketplace keeps of sales, and how long their money waits',
      description: `${forStaff} The more exact rule counts: of a shop and a category, of a shop, of a category, of all; of two the later one.`,
      middleware: may('readFinance'),
      responses: { 200: ok(saleRulesSchema, 'The rules'), ...problems(409) },
    }),
    makeFee: making('fee', makeFeeRuleSchema, 'Makes a rule of fees'),
    makeHolding: making('holding', makeHoldingRuleSchema, 'Makes a rule of holding times'),
    endFee: ending('fee', 'Ends a rule of fees'),
    endHolding: ending('holding', 'Ends a rule of holding times'),
    terms: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/sale-terms',
      tags,
      summary: 'Tells what a sale of the shop costs it now, and how long its money waits',
      middleware: member('readListings'),
      request: {
        params: z.object({ sellerId: z.string() }),
        query: z.object({ category: z.enum(productTypes, `must be one of ${productTypes.join(', ')}`) }),
      },
      responses: { 200: ok(commissionTermsSchema, 'The terms of new orders') },
    }),
  };
}

/** The terms of sales: for the staff who make them, and for shops who sell under them. */
export function mountCommission(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => c.json(await listSaleRules(db, now()), 200));

  app.openapi(routes.makeFee, async (c) => {
    const given = { by: c.var.staff.customer.userId, now: now() };
    made(await makeFeeRule(db, c.req.valid('json'), given));
    return c.json(await listSaleRules(db, now()), 201);
  });

  app.openapi(routes.makeHolding, async (c) => {
    const given = { by: c.var.staff.customer.userId, now: now() };
    made(await makeHoldingRule(db, c.req.valid('json'), given));
    return c.json(await listSaleRules(db, now()), 201);
  });

  app.openapi(routes.endFee, async (c) => {
    await end('fee', c.req.valid('param').ruleId, c.var.staff.customer.userId);
    return c.json(await listSaleRules(db, now()), 200);
  });

  app.openapi(routes.endHolding, async (c) => {
    await end('holding', c.req.valid('param').ruleId, c.var.staff.customer.userId);
    return c.json(await listSaleRules(db, now()), 200);
  });

  app.openapi(routes.terms, async (c) => {
    const { sellerId } = c.var.member;
    const { fees, holdings } = await findSellerTerms(db, [sellerId], now());
    const { category } = c.req.valid('query');
    const terms = termsOf({ fees, holdings }, { seller_id: sellerId, category });
    const { fee_rule: name, fee_rate_bp, fee_fixed_cents, fee_returned: returned, holding_hours } = terms;
    const fee = name === '' ? null : { name, percent: fee_rate_bp / 100, fixed: fee_fixed_cents / 100, returned };
    return c.json({ fee, holding_hours }, 200);
  });

  async function end(kind: RuleKind, ruleId: string, by: string): Promise<void> {
    const outcome = isStorableText(ruleId) ? await endSaleRule(db, kind, ruleId, { by, now: now() }) : 'unknown';
    if (outcome === 'unknown') throw notFound('There is no such rule.');
    if (outcome === 'over') throw conflict('This rule is over already.');
  }
}

function made(outcome: Awaited<ReturnType<typeof makeFeeRule>>): void {
  if (!outcome.ok) throw badRequest(outcome.message);
}
