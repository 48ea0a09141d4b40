import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { getReport } from '#client/people/staff.ts';
import type { Message, ReportedThread } from '#contract/people/message.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

export type OpenReport = {
  report: Loaded<ReportedThread & { next: string | null }>;
  /** Those before the ones that came with it, oldest first. */
  before: Message[];
  /** Loads the messages before; resolves with what went wrong, or with nothing. Null where there are none. */
  earlier: (() => Promise<string | undefined>) | null;
};

/** A conversation that was reported, as far back as it was asked for. */
export function useReport(threadId: string): OpenReport {
  const report = useLoaded(() => getReport(createBrowserApi(), threadId));
  const [known, setKnown] = useState<{ messages: Message[]; next: string | null } | null>(null);
  const next = known ? known.next : (report.value?.next ?? null);

  async function earlier(): Promise<string | undefined> {
    try {
      const page = await getReport(createBrowserApi(), threadId, next ?? undefined);
      setKnown({ messages: [...page.messages.toReversed(), ...(known?.messages ?? [])], next: page.next });
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  }

  return { report, before: known?.messages ?? [], earlier: next ? earlier : null };
}
