import { useRef } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import type { MachineLimits, StartMachine } from '#contract/goods/access/hours.schema.ts';

/** Starting and stopping the machine of a thing, and setting when it stops by itself; each resolves with what went wrong, or with nothing. */
export function useMachine(entitlementId: string, reload: () => Promise<void>) {
  const keys = useRef<ReturnType<typeof createRequestKeys>>(null);
  keys.current ??= createRequestKeys();

  async function start(wanted: StartMachine): Promise<string | undefined> {
    const own = keys.current as ReturnType<typeof createRequestKeys>;
    try {
      await createBrowserApi().post('/library/{entitlementId}/hours/start', {
        params: { path: { entitlementId }, header: { 'idempotency-key': own.keyFor(wanted) } },
        body: wanted,
      });
    } catch (error) {
      return failureText(error);
    }
    own.done();
    await reload();
    return undefined;
  }

  async function stop(): Promise<string | undefined> {
    try {
      await createBrowserApi().post('/library/{entitlementId}/hours/stop', { params: { path: { entitlementId } } });
    } catch (error) {
      return failureText(error);
    }
    await reload();
    return undefined;
  }

  async function limit(limits: MachineLimits): Promise<string | undefined> {
    try {
      await createBrowserApi().put('/library/{entitlementId}/hours/limits', {
        params: { path: { entitlementId } },
        body: limits,
      });
    } catch (error) {
      return failureText(error);
    }
    await reload();
    return undefined;
  }

  return { start, stop, limit };
}
