// Actions of the demo's staff in Admin: machine hours of the operator's own, stock with a reason, an upcoming sale, goodwill, work
// with many rows, a check of the ledger, and a file that waits to be imported. By the API, as people do it; the last three finish
// in the background.
import type { DemoCaller } from './demo-caller.ts';
import type { DemoBackOffice } from './demo-story.ts';

const DAY_MS = 86_400_000;

type Scene = {
  staff: DemoCaller;
  sellerId: string;
  buy: (items: Array<DemoBackOffice['hours']['bought']>) => Promise<unknown>;
};

export async function fillDemoBackOffice({ staff, sellerId, buy }: Scene, story: DemoBackOffice): Promise<void> {
  const { hours, stock, sale, goodwill, job, file } = story;
  const path = (productId: string) => `/admin/product/${productId}`;
  const { mark } = await staff.get(path(hours.bought.product_id));
  await staff.put(path(hours.bought.product_id), { mark, fields: { goods: hours.goods } });
  await buy([hours.bought]);
  const { product_id, ...change } = stock;
  await staff.post(`${path(product_id)}/stock`, change);
  const from = Date.now() + sale.in_days * DAY_MS;
  await staff.post(`${path(sale.product_id)}/sale`, {
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + sale.days * DAY_MS).toISOString(),
    percent: sale.percent,
  });
  const { dollars: amount, reason } = goodwill;
  const movement = { way: 'goodwill', from: 'platform:loss', to: `seller:${sellerId}:available`, amount, reason };
  await staff.post('/admin/manual-movement', movement, { 'idempotency-key': 'the-goodwill-of-the-demo' });
  const { job_id: jobId } = await staff.post('/admin/job', job);
  await staff.post(`/admin/job/${jobId}/confirm`);
  await staff.post('/admin/check/ledger');
  const { import_id: importId, columns } = await staff.send(
    `/admin/import?${new URLSearchParams({ name: file.name })}`,
    'application/octet-stream',
    Buffer.from(file.lines.join('\n')),
  );
  const found = (columns as Array<{ name: string; field: string | null }>).map(({ name, field }) => [name, field]);
  await staff.put(`/admin/import/${importId}/columns`, {
    columns: { ...Object.fromEntries(found), ...file.columns },
  });
}
