import { expect, test } from 'vitest';
import { createApiClient } from '#client/api/api-client.ts';
import { findTerms } from './find-terms.ts';

/** Where the API answers so. */
function find(status: number, body: object) {
  const api = createApiClient({ base: 'http://shop.test', fetch: () => Response.json(body, { status }) });
  return findTerms(api, 'MIT', { signal: new AbortController().signal });
}

test('[V-05] a license that is not understood has no terms, and takes nothing else from the page', async () => {
  expect(await find(200, { license: 'MIT', alternatives: [] })).toEqual({ license: 'MIT', alternatives: [] });
  expect(await find(400, { message: 'expression must be an SPDX license expression' })).toBeNull();
});

test('a license that could not be asked for is a failure', async () => {
  await expect(find(503, {})).rejects.toMatchObject({ status: 503 });
});
