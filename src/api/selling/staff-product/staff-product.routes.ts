import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { storedPictureSchema } from '#contract/catalogue/picture.schema.ts';
import { largestPicture } from '#contract/catalogue/picture.ts';
import { planSaleSchema } from '#contract/selling/staff-product/planned-sale.schema.ts';
import {
  changeProductSchema,
  changeStockSchema,
  duplicateProductSchema,
  makeProductSchema,
  staffProductSchema,
} from '#contract/selling/staff-product/staff-product.schema.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import {
  type OwnProductRefusal,
  staffProductMaximumBytes,
} from '#contract/selling/staff-product/staff-product-labels.ts';
import type { Log } from '#platform/observability/log.ts';
import { actionsOf } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { type ForStaff, requireStaff } from '../../access/require-staff.ts';
import { busySeconds, faultSentences, type SavePicture } from '../../catalogue/ports.rules.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer, tooManyAtOnce } from '../../http/refusal-answer.ts';
import { fileBodyOf, jsonBody, jsonBodyOf } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { changeOwnOffers } from './change-own-offers.ts';
import { changeOwnStatus } from './change-own-status.ts';
import { type Refused, unknownProduct } from './own-refusals.rules.ts';
import { type OwnAction, ownActions } from './own-status.rules.ts';
import { cancelSale, planSale } from './plan-sale.ts';
import { readStaffProduct } from './read-staff-product.ts';
import { changeOwnProduct, deleteOwnProduct, duplicateOwnProduct, makeOwnProduct } from './save-own-product.ts';
import { turnSales } from './turn-sales.ts';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  savePicture: SavePicture;
  now: () => Date;
  /** Called after a change, so that its author reads the new state. */
  refresh: () => Promise<void>;
  log: Log;
};

/** Products as the staff keep them: the operator's own they change, those of shops they read. */
export function mountStaffProducts(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);
  const acting = (c: Context<ForStaff>) => ({ db, by: c.var.staff.customer.userId });

  app.openapi(routes.make, async (c) => {
    const { product_id: productId, fields } = c.req.valid('json');
    check(await makeOwnProduct(acting(c), { productId, fields }));
    return c.json(await read(c, productId.trim()), 201);
  });

  app.openapi(routes.one, async (c) => c.json(await read(c, c.req.valid('param').productId), 200));

  app.openapi(routes.change, async (c) => {
    const { productId } = c.req.valid('param');
    const kept = await changeOwnProduct(acting(c), { productId: known(productId), ...c.req.valid('json') });
    if (typeof kept === 'object' && 'changed' in kept) {
      const message = 'Somebody has changed it since it was read here: look at what is new, and save again.';
      const current = { changed: kept.changed, product: await read(c, productId) };
      throw refusal('product_changed', message, current);
    }
    check(kept);
    return changed(c, productId);
  });

  app.openapi(routes.stock, async (c) => {
    const productId = known(c.req.valid('param').productId);
    const { selected_options, before, after, reason } = c.req.valid('json');
    const isWhole = selected_options.length === 0;
    const change = (stock: number | null) => (isWhole ? { stock } : { variants: [{ selected_options, stock }] });
    const expected = { price: 0, on_sale: false, sale_price: null, stock: before, variants: [] };
    const outcomes = await changeOwnOffers(
      acting(c),
      [
        {
          productId,
          change: change(after),
          expected: isWhole
            ? expected
            : { ...expected, variants: [{ selected_options, price: 0, sale_price: null, stock: before }] },
        },
      ],
      { reason },
    );
    check(outcomes.get(productId) ?? unknownProduct);
    return changed(c, productId);
  });

  app.openapi(routes.picture, async (c) => {
    const kept = await deps.savePicture(null, new Uint8Array(await c.req.arrayBuffer()));
    if (!kept.ok && kept.fault === 'busy') throw tooManyAtOnce(faultSentences.busy, busySeconds);
    if (!kept.ok) throw badRequest(faultSentences[kept.fault]);
    return c.json(kept.picture, 201);
  });

  app.openapi(routes.planSale, async (c) => {
    const productId = known(c.req.valid('param').productId);
    check(await planSale(acting(c), { productId, sale: c.req.valid('json'), now: deps.now() }));
    // One that is to begin at once does not wait for the next turn. It is planned, whatever becomes of this one.
    await turnSales(deps).catch((error) =>
      deps.log.error({ part: 'api', error: String(error) }, 'planned sales were not begun or ended'),
    );
    return c.json(await read(c, productId), 201);
  });

  app.openapi(routes.cancelSale, async (c) => {
    const { productId, saleId } = c.req.valid('param');
    check(await cancelSale(acting(c), { productId: known(productId), saleId: known(saleId) }));
    return changed(c, productId);
  });

  app.openapi(routes.duplicate, async (c) => {
    const { product_id: productId } = c.req.valid('json');
    check(await duplicateOwnProduct(acting(c), { from: known(c.req.valid('param').productId), productId }));
    return c.json(await read(c, productId.trim()), 201);
  });

  app.openapi(routes.remove, async (c) => {
    check(await deleteOwnProduct(acting(c), known(c.req.valid('param').productId)));
    await deps.refresh();
    return c.body(null, 204);
  });

  for (const action of ownActions)
    app.openapi(routes[action], async (c) => {
      const productId = known(c.req.valid('param').productId);
      check((await changeOwnStatus(acting(c), [productId], action)).get(productId) ?? unknownProduct);
      return changed(c, productId);
    });

  async function changed(c: Context<ForStaff>, productId: string) {
    await deps.refresh();
    return c.json(await read(c, productId), 200);
  }

  async function read(c: Context<ForStaff>, productId: string): Promise<StaffProduct> {
    const withGoods = actionsOf(c.var.staff.role).includes('manageProducts');
    const product = await readStaffProduct(db, known(productId), { withGoods });
    if (!product) throw notFound(unknownProduct.refused.message);
    return product;
  }
}

/** An id that the database cannot hold is nobody's. */
function known(productId: string): string {
  if (!isStorableText(productId)) throw notFound(unknownProduct.refused.message);
  return productId;
}

function check(outcome: object | 'done'): void {
  if (outcome === 'done' || !('refused' in outcome)) return;
  const { code, message, faults } = (outcome as Refused).refused;
  if (code === 'unknown') throw notFound(message);
  throw refusal(code, message, faults && { faults });
}

function refusal(code: OwnProductRefusal, message: string, current?: Record<string, unknown>): RefusalAnswer {
  return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null, ...(current && { current }) });
}

const standings: Record<OwnAction, string> = {
  pause: 'Takes a product of the operator out of the shop for a while',
  publish: 'Puts a paused product of the operator into the shop',
  archive: 'Archives a product of the operator: whoever bought it keeps it',
  restore: 'Takes a product of the operator out of the archive',
};

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const params = z.object({ productId: z.string() });
  const common = { tags: ['Staff'] };
  const one = ok(staffProductSchema, 'The product as it is now');
  const statusRoute = (action: OwnAction) =>
    createRoute({
      ...common,
      method: 'post',
      path: `/admin/product/{productId}/${action}`,
      summary: standings[action],
      middleware: may('manageProducts'),
      request: { params },
      responses: { 200: one, ...problems(409) },
    });
  return {
    make: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product',
      summary: 'Makes a product of the operator, paused until it is published',
      middleware: [may('manageProducts'), ...jsonBodyOf(staffProductMaximumBytes)] as const,
      request: { body: jsonContent(makeProductSchema) },
      responses: { 201: ok(staffProductSchema, 'The product'), ...problems(409) },
    }),
    one: createRoute({
      ...common,
      method: 'get',
      path: '/admin/product/{productId}',
      summary: 'Reads a product with all its fields, and its history',
      middleware: may('readProducts'),
      request: { params },
      responses: { 200: one, ...problems(409) },
    }),
    change: createRoute({
      ...common,
      method: 'put',
      path: '/admin/product/{productId}',
      summary: 'Changes fields of a product of the operator',
      description:
        'By the rules of a catalogue file. Where somebody else has changed a field since it was read (mark) nothing changes: `current.changed` names what they have changed, and `current.product` is what it is now. The stock of variants that there are stays.',
      middleware: [may('manageProducts'), ...jsonBodyOf(staffProductMaximumBytes)] as const,
      request: { params, body: jsonContent(changeProductSchema) },
      responses: { 200: one, ...problems(409) },
    }),
    stock: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product/{productId}/stock',
      summary: 'Changes the stock of a product of the operator, or of a variant, for a reason',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { params, body: jsonContent(changeStockSchema) },
      responses: { 200: one, ...problems(409) },
    }),
    picture: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product-picture',
      work: 'picture',
      summary: 'Takes a picture for products of the operator',
      description: 'The body is the file, judged and drawn anew as that of a shop is (Pictures).',
      middleware: [may('manageProducts'), fileBodyOf(largestPicture)] as const,
      request: {
        body: {
          required: true,
          content: { 'image/*': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
        },
      },
      responses: { 201: ok(storedPictureSchema, 'Where it is'), ...problems(400, 409, 429) },
    }),
    planSale: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product/{productId}/sale',
      summary: 'Plans a sale of a product of the operator, which begins and ends by itself',
      description:
        'By a percentage below the prices of then, or of a product without variants at a price. It begins and ends at most some seconds after its time; at its end the product is on sale no more.',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { params, body: jsonContent(planSaleSchema) },
      responses: { 201: one, ...problems(409) },
    }),
    cancelSale: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product/{productId}/sale/{saleId}/cancel',
      summary: 'Cancels a sale that has not begun, or ends one that runs',
      middleware: may('manageProducts'),
      request: { params: params.extend({ saleId: z.string() }) },
      responses: { 200: one, ...problems(409) },
    }),
    duplicate: createRoute({
      ...common,
      method: 'post',
      path: '/admin/product/{productId}/duplicate',
      summary: 'Copies a product of the operator under another id, paused',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { params, body: jsonContent(duplicateProductSchema) },
      responses: { 201: ok(staffProductSchema, 'The copy'), ...problems(409) },
    }),
    remove: createRoute({
      ...common,
      method: 'delete',
      path: '/admin/product/{productId}',
      summary: 'Deletes a product of the operator that no order knows',
      middleware: may('manageProducts'),
      request: { params },
      responses: { 204: { description: 'It is deleted' }, ...problems(409) },
    }),
    pause: statusRoute('pause'),
    publish: statusRoute('publish'),
    archive: statusRoute('archive'),
    restore: statusRoute('restore'),
  };
}
