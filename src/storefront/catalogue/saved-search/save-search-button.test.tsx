import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SaveSearchButton } from './save-search-button.tsx';

afterEach(() => vi.unstubAllGlobals());

test('[Q-18] a search that is too long to be saved is said to be, and not offered', () => {
  vi.stubGlobal('window', { location: { hash: '#save-search' } });
  const short = '/products/category/data?provider=A';
  expect(renderToStaticMarkup(<SaveSearchButton address={short} />)).toContain('Save this search');
  const long = `${short}${Array.from({ length: 9 }, (_, at) => `&provider=${at}${'a'.repeat(300)}`).join('')}`;
  const said = renderToStaticMarkup(<SaveSearchButton address={long} />);
  expect(said).toContain('This search is too long to be saved.');
  expect(said).not.toContain('<button');
});
