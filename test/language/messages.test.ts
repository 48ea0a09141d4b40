// Messages as they stand in the code, and what a browser and a server write of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { pluralIn } from '#language/choices.ts';
import { argumentNames, type Part, parseMessage } from '#language/parse-message.ts';
import { inLanguage } from '#language/reading-language.ts';
import { writeMessage } from '#language/write-message.ts';
import { compileMessage, pluralIn as pluralName } from '../../scripts/language/compile-message.ts';
import { compileMessages } from '../../scripts/language/compiled-messages.ts';
import { messageFaults } from '../../scripts/language/message-faults.ts';
import { messagesIn } from '../../scripts/language/messages-in.ts';
import { sourcesWithMessages } from '../../scripts/language/sources.ts';

const root = join(import.meta.dirname, '../..');
const languages = ['en', 'de', 'fr', 'es', 'zh', 'ar', 'he', 'pl'];
const sources = sourcesWithMessages(root).map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));
const messages = new Map(
  sources
    .flatMap(({ file, code }) => messagesIn(file, code))
    .flatMap(({ call, message }) => (message === null ? [] : [[message, call === 'rich'] as const])),
);
const counts = [-1, 0, 1, 2, 3, 5, 11, 21, 100, 1_000, 1_000_000];

/** Messages that count in every way that a language has, whatever the shop says today. */
const counting = [
  '{count, plural, =0 {nothing} one {# file} other {# files}} of {name}',
  '{count, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}',
  '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{name, select, alder {A} birch {B} other {another}} and {count, number}',
  "It''s '{literal}' for {count, plural, one {{name}, once} other {{name}, # times}}",
  '{count, plural, one {one} =1 {exactly one} other {#}}',
];

test('texts of screens are messages, with the values that they say', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(({ file, code }) => messageFaults(file, code).map((fault) => `${file}:${fault}`))).toEqual([]);
});

test.each([
  ['<p>Your cart is empty</p>', 'no message'],
  ['<a aria-label="Remove it">x</a>', 'no message'],
  ['<p>{t("{count} left")}</p>', 'is not given count'],
  ['<p>{t("{count} left", { count: 1, name: 2 })}</p>', 'does not say name'],
  ['<p>{t("\'{count}\' left", { count: 1 })}</p>', 'does not say count'],
  ['<p>{t("{count left", { count: 1 })}</p>', 'is no message: '],
  ['<p>{t("{count, plural, one {x}}", { count: 1 })}</p>', 'is no message: '],
  ['<p>{t("{when, date}", { when: 1 })}</p>', 'is no message: '],
  ['<p>{rich("Accept the <terms>terms", { terms })}</p>', 'is no message: '],
  ['<p>{t(name ? "Yours" : "Mine")}</p>', 'is given no text that stands there'],
  ['<p>{t(`Yours`)}</p>', 'is given no text that stands there'],
])('%s is reported', (markup, fault) => {
  const imports = `import { t } from '#language/message.ts';\nimport { rich } from '#ui/rich.ts';\n`;
  expect(messageFaults('x.tsx', `${imports}export const X = () => ${markup};`)).toEqual([
    expect.stringContaining(fault),
  ]);
});

test('a message that is written before anybody reads is reported', () => {
  const code = `import { msg, t } from '#language/message.ts';\nconst late = msg('Open');\nconst early = t('Open');\n`;
  expect(messageFaults('x.ts', code)).toEqual([expect.stringMatching(/^3: t\(\) outside a function/)]);
});

test.each(['<code>npm start</code>', '<p>{name} · 3</p>', '<p className="wrap text">{t("Words")}</p>'])(
  '%s is in order',
  (markup) => {
    const code = `import { t } from '#language/message.ts';\nexport const X = () => ${markup};`;
    expect(messageFaults('x.tsx', code)).toEqual([]);
  },
);

test.each(languages)('a browser, a server and the library of the format write the same in %s', (language) => {
  const withValues = [...messages].flatMap(([message, isRich]) => (isRich || !message.includes('{') ? [] : [message]));
  expect(withValues.length).toBeGreaterThan(300);
  for (const message of [...withValues, ...counting]) {
    const parts = parseMessage(message);
    const counted = countedNames(parts);
    // A message that counts nothing is the same in every language.
    if (counted.size === 0 && language !== 'en') continue;
    for (const count of counted.size > 0 ? counts : [1]) {
      const values = Object.fromEntries(
        argumentNames(parts).map((name) => [name, counted.has(name) ? count : `${name} (x)`]),
      );
      const locale = language === 'en' ? 'en-US' : language;
      const expected = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values);
      expect([message, inLanguage(language, () => writeMessage(message, values).join(''))]).toEqual([
        message,
        expected,
      ]);
      expect([message, evaluated(message, language, values)]).toEqual([message, expected]);
    }
  }
});

function countedNames(parts: Part[]): Set<string> {
  return new Set(
    parts.flatMap((part): string[] => {
      if (typeof part === 'string') return [];
      if (part.kind === 'number') return [part.name];
      if (!('options' in part)) return [];
      const inside = Object.values(part.options).flatMap((some) => [...countedNames(some)]);
      return part.kind === 'select' ? inside : [part.name, ...inside];
    }),
  );
}

/** The text that a browser writes, by what is compiled for it. */
function evaluated(message: string, language: string, v: Record<string, unknown>): unknown {
  const code = compileMessage(message, language, (name) => `v[${JSON.stringify(name)}]`);
  return new Script(`(${code})`).runInNewContext({ v, [pluralName]: pluralIn });
}

test('words with elements in them become the same parts in a browser as on a server', () => {
  const message = 'Read <a>the {what}</a>{count, plural, one { <b>once</b>} other {, # times}}, {who}.';
  const join = (parts: unknown[]) => ({ parts });
  const element = (name: string) => (words: unknown) => ({ name, words });
  for (const count of [1, 2]) {
    const v = { a: element('a'), b: element('b'), what: { name: 'i' }, who: 'Alder', count };
    const server = writeMessage(message, v, join);
    const code = compileMessage(message, 'en', (name) => `v.${name}`, { tags: true });
    expect([...new Script(`(${code})`).runInNewContext({ v, rich: join })]).toEqual(server);
  }
});

test('a source is compiled with messages inside of messages, named ones, and values of any kind', () => {
  const code = [
    `import { msg, t } from '#language/message.ts';`,
    `const labels = { open: msg('Open'), left: msg('{count} of {all}') };`,
    `export const f = (x) => [t('{a}: {b}', { a: t('Hello {n}', { n: x.n + 1 }), b: t('Inner') }), t(labels.left, { count: 1, all: 2 }), t('{a} now', { a: t('Save') })];`,
  ].join('\n');
  const german: Record<string, string> = {
    // Three characters more than in English: the call that it stands in becomes no longer.
    Save: 'Sichern',
    Open: 'Offen',
    Inner: 'Innen',
    'Hello {n}': '{n}, hallo',
    '{count} of {all}': '{all}, davon {count}',
  };
  const compiled = compileMessages(code, 'x.js', 'de', (message) => german[message] ?? message)
    .replace(/^import.*$/gm, '')
    .replace('export const f =', 'f =');
  const t = (message: unknown, values: unknown) => (typeof message === 'function' ? message(values) : message);
  const globals: Record<string, unknown> = { t };
  new Script(`${compiled}; open = labels.open`).runInNewContext(globals);
  expect(globals.open).toBe('Offen');
  expect((globals.f as (x: unknown) => string[])({ n: 2 })).toEqual(['3, hallo: Innen', '2, davon 1', 'Sichern now']);
});
