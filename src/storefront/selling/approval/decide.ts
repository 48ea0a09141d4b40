import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';

/** `ended`: it waits no more, and nothing was changed by this; `failed`: it may be tried again. */
type Outcome = { kind: 'decided' } | { kind: 'ended' | 'failed'; message: string };

/** Approves what waits; with a reason it is returned. */
export async function decide(approvalId: string, reason: string | null): Promise<Outcome> {
  const api = createBrowserApi();
  try {
    await (reason === null
      ? api.post('/admin/approval/{approvalId}/approve', { params: { path: { approvalId } } })
      : api.post('/admin/approval/{approvalId}/return', { params: { path: { approvalId } }, body: { reason } }));
    return { kind: 'decided' };
  } catch (error) {
    const refusal = error instanceof ApiError ? readProblem(error.body)?.refusal : undefined;
    const isEnded = refusal === 'approval_ended' || refusal === 'application_moved' || refusal === 'no_such_approval';
    return { kind: isEnded ? 'ended' : 'failed', message: failureText(error) };
  }
}
