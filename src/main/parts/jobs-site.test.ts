import { expect, test } from 'vitest';
import { jobsSite } from './jobs-site.ts';

const site = jobsSite({ fetch: () => new Response('of the API') });
const ask = async (path: string, headers = {}) => site.fetch(new Request(`http://shop.test${path}`, { headers }));

test.each(['/api/health', '/api/health/', '/api/health/live', '/api/health/ready?now'])(
  '%s is answered',
  async (path) => {
    const answer = await ask(path);
    expect(await answer.text()).toBe('of the API');
  },
);

test.each(['/', '/api/product', '/api/healthy', '/products/id/gpu', '/identity', '/api/payments/webhook'])(
  '%s is for processes that serve visitors',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('ROLE=jobs') });
  },
);
