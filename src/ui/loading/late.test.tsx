import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { late } from './late.tsx';

test('a part that could not be fetched is drawn once somebody has fetched it', async () => {
  let isAway = true;
  const Part = late(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>there</p>;
  });
  expect(renderToString(<Part />)).not.toContain('<p>there</p>');
  await expect(Part.preload()).rejects.toThrow('Failed to fetch');
  isAway = false;
  await Part.preload();
  expect(renderToString(<Part />)).toContain('<p>there</p>');
});
