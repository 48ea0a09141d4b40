// Decisions of the staff about a conversation that was reported. Each resolves with what went wrong, in words, or with nothing.

import type { Resolution } from '#contract/people/message.ts';
import { attempt } from '../../frame/attempt.ts';

export function decide(threadId: string, resolution: Resolution): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/report/{threadId}/resolve', { params: { path: { threadId } }, body: resolution }),
  );
}

export function letThemWrite(threadId: string): Promise<string | undefined> {
  return attempt((api) => api.post('/admin/report/{threadId}/resume', { params: { path: { threadId } } }));
}
