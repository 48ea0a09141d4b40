// Words of a dialect that this code once had, counted. Their number only falls: docs/glossary.md has the field's word for each.
// With --check it fails where a count differs from the one that is written here; without, it writes lower ones.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How often each kind may be found. */
const ceilings = {
  'file names': 0,
  'declared names': 0,
  'comments that begin with a question word': 0,
};
type Kind = keyof typeof ceilings;
type Found = { kind: Kind; place: string };

const root = join(import.meta.dirname, '..');
const dialect = [
  'tell',
  'tells',
  'told',
  'hear',
  'hears',
  'heard',
  'keep',
  'keeps',
  'leave',
  'leaves',
  'standing',
  'lamp',
  'paper',
  'purse',
];
/** The field's own name of connections that stay open. */
const ofTheField = /^keepAlive|^keep-alive/;
const declarations = /\b(?:function\*?|const|let|type|class)\s+([A-Za-z_]\w*)/g;
const comments = /(?:\/\/|\/\*\*|^\s*\*) (What|Whether|Of|Whoever|Who)\b/;

const files = ['src', 'packages', 'test', 'scripts']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  )
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/node_modules|migrations|^scripts.words\.ts$/.test(file));

const found = files.flatMap((file): Found[] => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const name = basename(file).replace(/\..*/, '');
  return [
    ...(isDialect(name) ? [{ kind: 'file names' as const, place: file }] : []),
    ...lines.flatMap((line, index) => inLine(line).map((kind) => ({ kind, place: `${file}:${index + 1}` }))),
  ];
});

function inLine(line: string): Kind[] {
  const names = [...line.matchAll(declarations)].filter(([, name = '']) => isDialect(name));
  return [
    ...names.map(() => 'declared names' as const),
    ...(comments.test(line) ? ['comments that begin with a question word' as const] : []),
  ];
}

/** `name` is in kebab or camel case. */
function isDialect(name: string): boolean {
  if (ofTheField.test(name)) return false;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
  return words.some((word) => dialect.includes(word));
}

const counts = Object.fromEntries(
  (Object.keys(ceilings) as Kind[]).map((kind) => [kind, found.filter((one) => one.kind === kind).length]),
) as Record<Kind, number>;
const more = (Object.keys(ceilings) as Kind[]).filter((kind) => counts[kind] > ceilings[kind]);
const fewer = (Object.keys(ceilings) as Kind[]).filter((kind) => counts[kind] < ceilings[kind]);

if (more.length > 0) {
  for (const kind of more) {
    const places = found.filter((one) => one.kind === kind).map(({ place }) => place);
    console.error(`${counts[kind]} ${kind} with words that docs/glossary.md replaces, ${ceilings[kind]} before:`);
    console.error(places.join('\n'));
  }
  process.exit(1);
}
if (fewer.length > 0) {
  if (process.argv.includes('--check')) {
    console.error('Fewer words of the old dialect than before. Write it down with: node scripts/words.ts');
    process.exit(1);
  }
  const text = fewer.reduce(
    (source, kind) => source.replace(`'${kind}': ${ceilings[kind]},`, `'${kind}': ${counts[kind]},`),
    readFileSync(import.meta.filename, 'utf8'),
  );
  writeFileSync(import.meta.filename, text);
}
