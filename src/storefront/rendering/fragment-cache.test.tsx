import fc from 'fast-check';
import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { addCatalog } from '#language/catalog.ts';
import { t } from '#language/message.ts';
import { inLanguage } from '#language/reading-language.ts';
import { CachedFragment, FragmentContext } from '../page/cached-fragment.tsx';
import { createFragmentCache } from './fragment-cache.ts';

type Item = { name: string; facts: string[] };
let rendered = 0;

function Content({ name, facts }: Item) {
  rendered++;
  return (
    <>
      {name} is sold
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {name}
    </>
  );
}

function Page({ items }: { items: Item[] }) {
  return (
    <main>
      {items.map((item, index) => (
        <CachedFragment key={index} as={index % 2 ? 'fieldset' : 'article'} className="card" by={item}>
          <Content {...item} />
        </CachedFragment>
      ))}
    </main>
  );
}

function renderWith(openPage: ReturnType<typeof createFragmentCache>, page: ReactNode): string {
  const fragments = openPage();
  return fragments.finish(renderToString(<FragmentContext value={fragments}>{page}</FragmentContext>));
}

const someText = fc.oneof(fc.string(), fc.constantFrom('<wbr data-fragment="0"/>', '"/>', '…', '<!-- -->'));
const item = fc.record({ name: someText, facts: fc.uniqueArray(someText, { maxLength: 3 }) });

test.each([
  ['much', undefined],
  ['little', 120],
])('a page of kept fragments is the page that the browser renders, with %s room for them', (_room, size) => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), fc.array(fc.array(fc.nat(3))), (items, pages) => {
      const openPage = createFragmentCache(size);
      for (const places of pages) {
        const page = <Page items={places.map((place) => items[place % items.length] as Item)} />;
        expect(renderWith(openPage, page)).toBe(renderToString(page));
      }
    }),
  );
});

test('content that was rendered for a page is not rendered for the next', () => {
  const openPage = createFragmentCache();
  const [first, second] = [
    { name: 'One', facts: ['large'] },
    { name: 'Two', facts: [] },
  ];
  renderWith(openPage, <Page items={[first]} />);
  rendered = 0;
  renderWith(openPage, <Page items={[second, first, second]} />);
  // Kept once its page is finished.
  expect(rendered).toBe(2);
  renderWith(openPage, <Page items={[second, { ...first, facts: ['small'] }]} />);
  expect(rendered).toBe(3);
});

function Described() {
  const id = useId();
  return (
    <p id={id}>
      <input aria-describedby={id} />
    </p>
  );
}

test('ids that tell a place are those of each page', () => {
  const openPage = createFragmentCache();
  const fragment = (
    <CachedFragment as="fieldset" className="group" by="described">
      <Described />
    </CachedFragment>
  );
  for (const page of [<div key="one">{fragment}</div>, [<Described key="two" />, <div key="three">{fragment}</div>]])
    expect(renderWith(openPage, page)).toBe(renderToString(page));
});

test("a seller's text is never read as the mark of a fragment", () => {
  const openPage = createFragmentCache();
  const fragments = openPage();
  expect(fragments.find('"a card"')).toEqual({ mark: expect.stringMatching(/^[0-9a-f]{18}0$/) });
  const page = '<p><wbr data-fragment="0"/>Free!<wbr data-fragment="0"/></p>';
  expect(fragments.finish(page)).toBe(page);
  expect(openPage().find('"a card"')).toHaveProperty('mark');
});

const texts: Record<string, string> = { en: 'Sold by Alder', de: 'Verkauft von Alder' };

test('each language has fragments of its own', () => {
  addCatalog('de', new Map([['Sold by {name}', 'Verkauft von {name}']]));
  onTestFinished(() => addCatalog('de', new Map()));
  const openPage = createFragmentCache();
  const Card = () => <p>{t('Sold by {name}', { name: 'Alder' })}</p>;
  const page = (
    <CachedFragment as="article" className="card" by="alder">
      <Card />
    </CachedFragment>
  );
  for (const [language, words] of ['en', 'de', 'en', 'de'].map((code) => [code, texts[code]] as const))
    expect(inLanguage(language, () => renderWith(openPage, page))).toContain(`<p>${words}</p>`);
});
