// The operator's own pages: a file NAME.md in a folder for each (contract/catalogue/shop-pages.ts).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ShopPage, type ShopPages, shopPageLabels, shopPageNames } from '#contract/catalogue/shop-pages.ts';
import { StartError } from '#platform/config/start-error.ts';

/** They are drawn whole for everybody who opens them. */
const LARGEST_CHARACTERS = 200_000;

/** A page without a file is not there. Throws a StartError for what the operator can put right. */
export async function readShopPages(folder: string): Promise<ShopPages> {
  const files = await readdir(folder).catch((error: Error) => {
    throw new StartError(`PAGES_DIR is not valid: ${folder} cannot be read: ${error.message}.`);
  });
  const there = shopPageNames.filter((name) => files.includes(`${name}.md`));
  const read = await Promise.all(
    there.map(async (name) => [name, toPage(name, await readText(join(folder, `${name}.md`)))] as const),
  );
  return Object.fromEntries(read);
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`);
  });
  if (text.length > LARGEST_CHARACTERS)
    throw new StartError(`${file} is too long: a page has at most ${LARGEST_CHARACTERS} characters.`);
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

/** A first line '# Title' is the heading of the page; without one it has the name that the footer has for it. */
function toPage(name: keyof typeof shopPageLabels, text: string): ShopPage {
  const [, title, rest = ''] = text.match(/^\s*# +([^\n]+)\n?([\s\S]*)$/) ?? [];
  return title === undefined
    ? { title: shopPageLabels[name], text: text.trim() }
    : { title: title.trim(), text: rest.trim() };
}
