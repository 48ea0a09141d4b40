import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import { plainWords } from '#contract/catalogue/plain-words.ts';
import { knownFacts } from './license-facts.rules.ts';

const of = (...ids: string[]) => plainWords(ids.map((id) => knownFacts(id) ?? {}));

test('[V-05] what a license allows, asks for and forbids', () => {
  expect(of('CC-BY-NC-4.0')).toMatchObject({
    may: ['Pass it on', 'Change it and build on it'],
    must: ['Name its authors and keep its notices'],
    may_not: ['Use it commercially'],
    not_stated: ['training models with it'],
  });
  expect(of('AGPL-3.0-only').must).toContain('Offer the source to those who use it over a network');
  expect(of('LicenseRef-Llama-3.3').must).toContain('Ask for a license of its own above 700,000,000 monthly users');
  expect(of('CDLA-Permissive-2.0').may).toContain('Train models with it');
});

test('[V-05] of a license that nobody has described nothing is allowed', () => {
  const { may, must, may_not, not_stated } = of('LicenseRef-Unheard-Of');
  expect([may, must, may_not]).toEqual([[], [], []]);
  expect(not_stated).toHaveLength(13);
});

test('[V-05] of licenses that hold together the strictest answer counts', () => {
  const { may, must, may_not } = of('CC-BY-NC-4.0', 'GPL-3.0-only');
  expect(may).not.toContain('Use it commercially');
  expect(may_not).toContain('Use it commercially');
  expect(must).toContain('Publish what is derived from it under the same license');
});

const answer = fc.option(fc.boolean(), { nil: undefined });
const facts = fc
  .record({
    commercial_use: answer,
    training: answer,
    attribution: answer,
    research_only: answer,
    user_cap: fc.constantFrom(undefined, false, 5),
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as LicenseFacts);

test('[V-05] one more license never allows more, nor asks for less', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 4 }), facts, (some, one) => {
      const [before, after] = [plainWords(some), plainWords([...some, one])];
      expect(before.may).toEqual(expect.arrayContaining(after.may));
      expect(after.must).toEqual(expect.arrayContaining(before.must));
      expect(after.may_not).toEqual(expect.arrayContaining(before.may_not));
    }),
  );
});
