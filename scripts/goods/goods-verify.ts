// npm run goods -- verify FOLDER: whether downloaded files are as the shop has signed them. It needs neither database nor shop.
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shownPath } from '#api/goods/manifest/manifest-path.rules.ts';
import { type OpenedManifest, toVerifyingKey, type VerifyingKey } from '#api/goods/manifest/open-manifest.rules.ts';
import { verifyFolder } from '#api/goods/manifest/verify-folder.ts';
import { manifestFile } from '#contract/goods/manifest.ts';
import { publishedKeysSchema } from '#contract/goods/signing-key.schema.ts';
import { StartError } from '#platform/config/start-error.ts';

export const verifyUsage = `npm run goods -- verify FOLDER (--shop ORIGIN | --key FILE_OR_ADDRESS...) [OPTIONS]

  --shop ORIGIN        verifies with the keys that this shop publishes, such as https://shop.example
  --key FILE           verifies with this key (PEM), or with the keys of a saved ORIGIN/api/goods/keys; may be repeated
  --manifest FILE      the manifest, where it is not FOLDER/${manifestFile}
  --ignore-extra       files that are not in the manifest are no problem

Ends with 0: all is as it was signed, 1: it is not, 2: it could not be verified.`;

const MOST_BYTES = 1 << 20;
const MOST_MANIFEST_BYTES = 256 << 20;
const PATIENCE_MS = 15_000;
const keyAddress = '/api/goods/keys';

/** Says what it found in lines. Answers the exit code. */
export async function goodsVerify(args: string[]): Promise<number> {
  try {
    const given = readArguments(args);
    await requireFolder(given.folder);
    const keys = await readKeys(given);
    const manifest = await readGiven(given.manifestFile, MOST_MANIFEST_BYTES);
    const { problems, manifest: opened } = await verifyFolder({ ...given, manifest, keys });
    for (const problem of problems) console.log(problem);
    if (opened && problems.length === 0) console.log(summaryOf(opened));
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError) && !(error as NodeJS.ErrnoException).code) throw error;
    console.error((error as Error).message);
    return 2;
  }
}

function readArguments(args: string[]) {
  const { values, positionals } = parse(args);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new StartError(`Usage: ${verifyUsage}`);
  if (!values.shop && !values.key)
    throw new StartError(
      'Say whose key it is to be: --shop ORIGIN, or --key FILE. A manifest cannot vouch for itself.',
    );
  return {
    folder: resolve(folder),
    manifestFile: resolve(values.manifest ?? join(folder, manifestFile)),
    shop: values.shop ?? null,
    keys: values.key ?? [],
    allowsExtra: values['ignore-extra'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        manifest: { type: 'string' },
        key: { type: 'string', multiple: true },
        shop: { type: 'string' },
        'ignore-extra': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${verifyUsage}`);
  }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new StartError(`There is no folder ${folder}.`);
}

async function readKeys({ shop, keys }: { shop: string | null; keys: string[] }): Promise<VerifyingKey[]> {
  const places = [...(shop ? [new URL(keyAddress, toAddress(shop)).href] : []), ...keys];
  const read = await Promise.all(places.map(async (place) => toKeys(await readPlace(place), place)));
  const found = read.flat();
  if (found.length === 0) throw new StartError(`${places.join(', ')}: there is no key that signs releases yet.`);
  return found;
}

/** A PEM text, or the keys as the shop publishes them. */
function toKeys(text: string, place: string): VerifyingKey[] {
  try {
    if (!text.trimStart().startsWith('{')) return [toVerifyingKey(text)];
    const { keys } = publishedKeysSchema.parse(JSON.parse(text));
    const toDate = (time: string | null) => (time === null ? null : new Date(time));
    return keys
      .filter(({ purpose }) => purpose === 'manifest')
      .map((key) => ({
        ...toVerifyingKey(key.pem),
        valid_from: toDate(key.valid_from),
        valid_until: toDate(key.valid_until),
        retired_at: toDate(key.retired_at),
      }));
  } catch {
    throw new StartError(`${place}: this is neither a public key in PEM nor the keys of a shop.`);
  }
}

async function readPlace(place: string): Promise<string> {
  if (!/^https?:/i.test(place)) return (await readGiven(place, MOST_BYTES)).toString('utf8');
  const address = toAddress(place);
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error) => {
      throw new StartError(`${address.href} cannot be asked: ${error.cause?.message || error.message}.`);
    },
  );
  // Where it leads might not be protected.
  if (answer.status >= 300 && answer.status < 400)
    throw new StartError(`${address.href} leads to ${answer.headers.get('location')}. Give that address.`);
  if (!answer.ok) throw new StartError(`${address.href} answered ${answer.status}.`);
  const text = await answer.text();
  if (text.length > MOST_BYTES) throw new StartError(`${address.href} answered too much to be keys.`);
  return text;
}

/** Parses the address of keys to trust: a protected line, or this machine. */
function toAddress(text: string): URL {
  const address = URL.parse(text);
  const isOwnMachine = address !== null && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && isOwnMachine)) return address;
  throw new StartError(`${text}: keys are fetched over https:// alone. Give an address such as https://shop.example.`);
}

async function readGiven(file: string, most: number): Promise<Buffer> {
  const { size } = await stat(file).catch(() => {
    throw new StartError(`There is no file ${file}.`);
  });
  if (size > most) throw new StartError(`${file} has ${size} bytes: that is too much for what it should be.`);
  return readFile(file);
}

function summaryOf({ files, facts, key_id }: OpenedManifest): string {
  const said = (name: string) => (typeof facts[name] === 'string' ? shownPath(facts[name]) : null);
  const [product, version, at] = ['product_id', 'version', 'signed_at'].map(said);
  const what = product && version ? ` of ${product} ${version}` : '';
  const all =
    files.length === 1 ? `The one file${what} is as it was` : `All ${files.length} files${what} are as they were`;
  return `${all} signed${at ? ` on ${at}` : ''} with the key ${key_id}.`;
}
