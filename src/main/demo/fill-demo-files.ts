// Files of the demo's own data sets and algorithms. They are written when a trial is opened, a few lines each, and say so: what they
// stand for is invented.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProduct } from '#api/catalogue/product/product.store.ts';
import { inspectFile } from '#api/goods/file-format/inspect-file.ts';
import { createSignRelease } from '#api/goods/manifest/sign-release.ts';
import { publishFolder } from '#api/goods/release/publish-folder.ts';
import { createHashStates } from '#api/goods/release/upload/hash-states.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';

const VERSION = '1.0.0';
const NOTES = 'Written for this trial: a few lines in place of the product, which is invented.';
const ROWS = 24;

type Described = Pick<Product, 'product_name' | 'product_type' | 'description' | 'specs' | 'license'>;

/** A release of each of these products of the operator's own; one that is not there is passed over. */
export async function publishDemoFiles(
  { database, storage, secrets }: Pick<Stores, 'database' | 'storage' | 'secrets'>,
  { origin, log, config }: Pick<Shop, 'origin' | 'log' | 'config'>,
  productIds: readonly string[],
): Promise<void> {
  const { kysely: db } = database;
  const { scanner } = config.goods;
  const signRelease = createSignRelease({ secrets, shop: origin, now: () => new Date() });
  const completing = { db, storage, inspectFile, signRelease, isScanning: scanner !== null };
  const settling = { db, storage, hashes: createHashStates(), scanner, log };
  const made = await mkdtemp(join(tmpdir(), 'hearth-demo-files-'));
  try {
    for (const productId of productIds) {
      const product = await findProduct(db, productId);
      if (!product || product.seller) continue;
      const folder = join(made, productId);
      await mkdir(folder);
      for (const [name, text] of Object.entries(demoFiles(product))) await writeFile(join(folder, name), text);
      const release = { productId, folder, version: VERSION, notes: NOTES, updates: null };
      const published = await publishFolder({ completing, settling }, release);
      if ('refused' in published) throw new Error(`the demo's files: ${published.refused}`);
    }
  } finally {
    await rm(made, { recursive: true });
  }
}

/** Texts by file name. */
export function demoFiles(product: Described): Record<string, string> {
  return product.product_type === 'data'
    ? { 'README.md': `# ${aboutText(product)}\n`, 'example.csv': exampleRows() }
    : { 'example.py': exampleProgram(product) };
}

function aboutText({ product_name: name, description, specs, license }: Described): string {
  return [
    name,
    'Demo content: this was written when the trial was opened. The product is invented. A few lines stand in its place, so that buying, downloading and verifying can be tried.',
    description,
    ...(specs.length > 0 ? [specs.map((spec) => `- ${spec.name}: ${spec.value}`).join('\n')] : []),
    ...(license ? [`License: ${license}`] : []),
  ].join('\n\n');
}

/** Numbers that anybody can compute again: they say nothing about anything. */
function exampleRows(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `${at + 1},${at % 4 === 3 ? 'test' : 'train'},${(at * 37) % 101}`,
  );
  return `${['row,split,made_up_value', ...rows].join('\n')}\n`;
}

/** It prints what it is. */
function exampleProgram(product: Described): string {
  const comment = aboutText(product)
    .split(/\r?\n/)
    .map((line) => `# ${line}`.trim())
    .join('\n');
  return `${comment}\n\nprint(${JSON.stringify(`${product.product_name}: demo content of a trial`)})\n`;
}
