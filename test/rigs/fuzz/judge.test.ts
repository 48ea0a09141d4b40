import { expect, test } from 'vitest';
import { foreignHost, marker, worked } from './hostile-values.ts';
import { judge } from './judge.ts';
import type { Probe, ProbeAnswer } from './probe.ts';

const document = { paths: { '/api/user': { post: { responses: { 200: {}, 400: {} } } } }, components: { schemas: {} } };
const api: Probe = { area: 'api', route: 'POST /api/user', method: 'POST', path: '/api/user', headers: {}, body: null };
const page: Probe = { ...api, area: 'page', route: '/', method: 'GET', path: '/' };

const problem = JSON.stringify({ code: 'bad_request', message: 'No.', request_id: 'an-id' });
const refused: ProbeAnswer = {
  status: 400,
  headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'x-request-id': 'an-id' },
  cookies: [],
  text: problem,
};
const shown: ProbeAnswer = {
  status: 200,
  headers: {
    'content-type': 'text/html; charset=UTF-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'self'",
  },
  cookies: [],
  text: '<!doctype html><title>Hearth</title>',
};

test('a proper refusal, a proper page and a refusal by the server itself are let pass', () => {
  expect(judge(api, refused, document)).toEqual([]);
  expect(judge(page, shown, document)).toEqual([]);
  expect(judge(page, { status: 400, headers: {}, cookies: [], text: '' }, document)).toEqual([]);
});

test('the promise is that of the route that is reached, not of the one that was drawn', () => {
  const responses = (...codes: number[]) => ({ responses: Object.fromEntries(codes.map((code) => [code, {}])) });
  const paths = { '/api/order/{id}/receipt': { get: responses(200) }, '/api/order/{id}': { get: responses(200, 401) } };
  const drawn: Probe = { ...api, route: 'GET /api/order/{id}/receipt', method: 'GET', path: '/api/order/x/receipt/' };
  const headers = { ...refused.headers, 'www-authenticate': 'Bearer' };
  const found = (path: string) =>
    judge({ ...drawn, path }, { ...refused, status: 401, headers }, { ...document, paths });
  expect(found('/api/order/./receipt/')).toEqual([]);
  expect(found('/api/order/x/receipt/')).toEqual(['status 401 is not documented']);
});

test.each<[string, Partial<ProbeAnswer>, string]>([
  ['a fault of the shop’s own', { status: 500 }, 'status 500'],
  ['a status that is not promised', { status: 409 }, 'status 409 is not documented'],
  ['an answer that may be taken for another type', { headers: { 'content-type': 'text/plain' } }, 'no nosniff'],
  ['an error of another shape', { text: '{"error":"no"}' }, 'an error of another shape'],
  ['an error that is no JSON', { text: 'no' }, 'an error 400 that is no JSON: application/json'],
  ['the stack of an error', { text: problem.replace('No.', '\n    at run') }, 'tells of its insides: \n    at '],
  ['the database’s words', { text: problem.replace('No.', 'SQLSTATE 1') }, 'tells of its insides: SQLSTATE'],
  ['a file that is not public', { text: problem.replace('No.', 'root:x:0:0') }, 'gives out a file that is not public'],
  ['a template that was run', { text: problem.replace('No.', worked) }, 'a template was run'],
  ['a header that was injected', { headers: { ...refused.headers, [`x-${marker}`]: '1' } }, 'a header was injected'],
  ['a cookie that scripts can read', { cookies: ['a=b; SameSite=Lax'] }, 'a cookie without protection: a'],
  ['a cookie for other sites', { cookies: ['a=b; HttpOnly'] }, 'a cookie without protection: a'],
])('%s is found', (_, answer, fault) => {
  expect(judge(api, { ...refused, ...answer }, document)).toContain(fault);
});

test.each([
  ['an element', `<p><${marker}></p>`],
  ['an attribute', `<input value="" on${marker}="1">`],
  ['an address that runs', '<a href="javascript:1">x</a>'],
  ['the end of a block of data', `<script type="application/json">{"a":"</script><${marker}>"}</script>`],
])('a text that became %s is found', (_, text) => {
  expect(judge(page, { ...shown, text }, document).join()).toMatch(/became markup/);
});

test.each([
  ['a value in quotes', `<input value="&quot; on${marker}=&quot;1">`],
  ['text', `<p>&lt;${marker}&gt;</p>`],
  ['data', `<script type="application/json">{"a":"\\u003c${marker}>"}</script>`],
])('a text that stays %s is let pass', (_, text) => {
  expect(judge(page, { ...shown, text }, document)).toEqual([]);
});

test('a redirect to elsewhere is found, one within the shop is let pass', () => {
  const sent = (location: string) =>
    judge(page, { ...shown, status: 302, headers: { ...shown.headers, location } }, document);
  expect(sent('/products/category/all')).toEqual([]);
  for (const location of [`//${foreignHost}`, `https://${foreignHost}/`, `http:\\\\${foreignHost}`, 'javascript:1'])
    expect(sent(location), location).toEqual([`leads away: ${location}`]);
});

test('an answer that never comes is found', () => {
  expect(judge(page, null, document)).toEqual(['no answer in time']);
});
