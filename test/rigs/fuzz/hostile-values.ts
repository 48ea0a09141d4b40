// Values that nobody sends by accident: texts, numbers and JSON that break out of where they are put.
import fc from 'fast-check';

/** Elements and attributes of this name are in no page of the shop: where a page has one, a text became markup. */
export const marker = 'hx7';
/** Result of `7331*7331` in a template that is run by mistake. */
export const worked = '53743561';
/** A host that no answer may send anybody to. */
export const foreignHost = 'hx7.example';

const breakOut = `"'><${marker} on${marker}="1"></script></style><${marker}>`;

/** A harmless text with a tail that breaks out of elements, attributes, scripts and styles. */
export function marked(text: string): string {
  return `${text} ${breakOut}`;
}

const texts = [
  '',
  ' ',
  breakOut,
  `<${marker}>`,
  `" on${marker}="1`,
  `' on${marker}='1`,
  `javascript:${marker}()`,
  `</title><${marker}>`,
  `]]><${marker}>`,
  `--><${marker}>`,
  '{{7331*7331}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: some template engines would run it
  '${7331*7331}',
  '<%= 7331*7331 %>',
  '#{7331*7331}',
  "'",
  '"',
  "' or 1=1--",
  "'; select pg_sleep(60); --",
  '1) or pg_sleep(60) is null --',
  '%',
  '_',
  '\\',
  '$1',
  '$$',
  ':a',
  '{}',
  '[]',
  '*',
  '(',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '99999999999999999999',
  '1.5',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  'a\0b',
  'a\nb',
  `a\r\nx-${marker}: 1`,
  '\u0085',
  '\u2028',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff',
  '\ufffe',
  'e\u0301'.repeat(20),
  `a${'\u0300'.repeat(300)}`,
  '\ud800',
  'a\udc00b',
  '😀',
  'İ',
  'ß',
  'ﷺ',
  '../../../../etc/passwd',
  '..\\..\\package.json',
  '....//....//package.json',
  'file:///etc/passwd',
  `//${foreignHost}`,
  `https://${foreignHost}/`,
  `http://localhost@${foreignHost}/`,
  `/\\${foreignHost}`,
  '.',
  '..',
  'all',
  'last',
  'a'.repeat(255),
  'a'.repeat(5_000),
  '()'.repeat(500),
  '%00',
  '%2e%2e%2f',
  '%E0%A4%A',
  '$(sleep 60)',
  '`sleep 60`',
  '| sleep 60',
  '(a+)+$',
  `${'a'.repeat(40)}!`,
];

/** Any UTF-16, halves of characters included. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: anyUnits },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map(marked) },
);

/** Numbers as JSON text, also those that no number of JavaScript's becomes. */
const hostileNumbers: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-1',
    '1.5',
    '0.1',
    '1e-400',
    '1e309',
    '-1e309',
    '2147483648',
    '9007199254740993',
    '9223372036854775808',
    '123456789012345678901234567890',
    '1E+2',
    '4.000000000000001',
  ),
  fc.maxSafeInteger().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

/** Raw JSON text of anything. */
/** One character so often that whoever goes through it anew from each place does not end. `most` is a length. */
const longRuns = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...'/-.0 \t\n[(*_`>,;:="\'a'),
      fc.constantFrom(most, Math.floor(most / 2)),
      fc.constantFrom('', 'x', 'x/', '!'),
    )
    .map(([sign, times, end]) => `a${sign.repeat(times)}${end}`);

const hostileJsons: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: longRuns(80_000).map((text) => JSON.stringify(text)) },
  { weight: 5, arbitrary: hostileTexts.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: hostileNumbers },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      'false',
      '[]',
      '{}',
      '[[]]',
      '[null]',
      '{"":""}',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
      '{"toString":1,"length":-1}',
      '{"a":1,"a":2}',
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 20, max: 800 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
);

/** Bytes that are no JSON, or no text at all. */
const brokenBodies: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1}}',
    '[1,]',
    'NaN',
    '01',
    '"\\ud800',
    '\ufeff{}',
    'a=1&b=2',
    '<a/>',
    '--x\r\n\r\n',
    '\0',
  ),
  hostileTexts,
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(`{"a":"${'a'.repeat(70_000)}"}`),
  fc.constant(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
);

/** One part of a path: mostly encoded as browsers do, sometimes not at all. */
const hostileSegments: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: longRuns(7_000).map((text) => text.replace(/[^!$&'()*+,\-./:;=@\w~]/g, '-')) },
  { weight: 1, arbitrary: longRuns(2_300).map(encoded) },
  { weight: 8, arbitrary: hostileTexts.map(encoded) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%E0%A4%A',
      '%00',
      '%0d%0ax-hx7:1',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%2f..%2fpackage.json',
      '..%5c..%5cpackage.json',
      '%c0%ae%c0%ae/',
      '%ed%a0%80',
      '%F0%28%8C%28',
      '%252e%252e',
      '%C3%28',
      ';a=b',
      ':id',
      '*',
      '{id}',
      '"<hx7>',
      '\u00ff\u00fe',
    ),
  },
);

/** As browsers write a text into an address; halves of characters become what they cannot be told from. */
export function encoded(text: string): string {
  return text.startsWith('@@') ? text : encodeURIComponent(text.toWellFormed());
}

// As builders, for `g(hostileText)` in a generator.
export const hostileText = () => hostileTexts;
export const longRun = longRuns;
export const hostileJson = () => hostileJsons;
export const hostileSegment = () => hostileSegments;
export const brokenBody = () => brokenBodies;

/** One of them, as `g(anyOf, values)`. */
export function anyOf<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}

/** True so often of one time, as `g(likely, 0.3)`. */
export function likely(share: number): fc.Arbitrary<boolean> {
  return fc.noBias(fc.integer({ min: 0, max: 999 })).map((number) => number < share * 1_000);
}
