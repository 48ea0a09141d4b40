import { renderToStaticMarkup } from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createApiClient } from '#client/api-client/api-client.ts';
import { LicenseSection } from '../components/license/license-section.tsx';
import { apiContext } from '../routing/api-context.ts';
import { loader } from './product.tsx';

const product = { product_id: 'model', product_name: 'Model', product_type: 'algorithm', license: 'MIT AND ODD' };
const answers: Record<string, object> = {
  '/api/product/model': product,
  '/api/product': { products: [] },
};

/** What the page is drawn of, where the API answers so to the question for the license. */
function loadWith(license: () => Response) {
  const context = new RouterContextProvider();
  const answerTo = ({ pathname }: URL) => {
    if (pathname === '/api/license') return license();
    return Response.json(answers[pathname] ?? (pathname.endsWith('summary') ? { count: 0 } : []));
  };
  context.set(apiContext, createApiClient({ base: 'http://shop.test', fetch: ({ url }) => answerTo(new URL(url)) }));
  const request = new Request('http://shop.test/products/id/model');
  return loader({ params: { id: 'model' }, context, request } as unknown as Parameters<typeof loader>[0]);
}

test('[V-05] a page stands without the words of a license that is not understood, and names it as it is written', async () => {
  const { terms } = await loadWith(() => Response.json({ message: 'no expression' }, { status: 400 }));
  expect(terms).toBeNull();
  const section = renderToStaticMarkup(<LicenseSection license={product.license} terms={terms} />);
  expect(section).toContain('MIT AND ODD');
  expect(section).not.toContain('not legal advice');
});

test('a page is not drawn, and kept, without the words of a license that could not be asked for', async () => {
  const loading = loadWith(() => Response.json({}, { status: 503 }));
  await expect(loading).rejects.toMatchObject({ init: { status: 503 } });
});
