import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NothingWaits } from './nothing-waits.tsx';

test('[S-08] of a kind alone that nothing waits of, others that wait are said and linked', () => {
  const html = renderToStaticMarkup(<NothingWaits kind="product" others={2} />);
  expect(html).toContain('No new products wait.');
  expect(html).toContain('2 other approvals wait.');
  expect(html).toMatch(/href="\/profile\/pending-approvals"[^>]*>Show all/);
  expect(html).not.toContain('Nothing waits');
  expect(renderToStaticMarkup(<NothingWaits kind="product" others={0} />)).toContain('Nothing waits for approval.');
  expect(renderToStaticMarkup(<NothingWaits />)).toContain('Nothing waits for approval.');
});
