import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useAnswer } from '#client/query/use-api.ts';
import type { Message, ReportedThread } from '#contract/people/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export type OpenReport = {
  report: Loaded<ReportedThread & { next: string | null }>;
  /** Those before the ones that came with it, oldest first. */
  before: Message[];
  /** Loads the messages before; resolves with what went wrong, or with nothing. Null where there are none. */
  earlier: (() => Promise<string | undefined>) | null;
};

/** A conversation that was reported, as far back as it was asked for. */
export function useReport(threadId: string): OpenReport {
  const report = useAnswer(['/admin/report', threadId], () => getReport(threadId));
  const [known, setKnown] = useState<{ messages: Message[]; next: string | null } | null>(null);
  const next = known ? known.next : (report.value?.next ?? null);

  async function earlier(): Promise<string | undefined> {
    try {
      const page = await getReport(threadId, next ?? undefined);
      setKnown({ messages: [...page.messages.toReversed(), ...(known?.messages ?? [])], next: page.next });
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  }

  return { report, before: known?.messages ?? [], earlier: next ? earlier : null };
}

/** A conversation with the newest of its messages, or with those that `next` of an answer before leads to. */
async function getReport(threadId: string, page?: string): Promise<ReportedThread & { next: string | null }> {
  const params = { path: { threadId } };
  // Its messages are the list that goes on, beside the thread.
  const { items, next } = await createBrowserApi().list('/admin/report/{threadId}', { params, asUser: true, page });
  return { ...items, next };
}
