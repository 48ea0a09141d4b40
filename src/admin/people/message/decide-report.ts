// What the staff do with a conversation that was reported. Each resolves with what went wrong, in words, or with nothing.
import { resolveReport, resumeThread } from '#client/people/staff.ts';
import type { Resolution } from '#contract/people/message.ts';
import { attempt } from '../../frame/attempt.ts';

export function decide(threadId: string, resolution: Resolution): Promise<string | undefined> {
  return attempt((api) => resolveReport(api, threadId, resolution));
}

export function letThemWrite(threadId: string): Promise<string | undefined> {
  return attempt((api) => resumeThread(api, threadId));
}
