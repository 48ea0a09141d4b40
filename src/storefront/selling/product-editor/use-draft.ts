// What is being written about a product. It saves itself; what could not be saved is tried again, and what somebody else has saved
// meanwhile is not overwritten.
import { useEffect, useRef, useState } from 'react';
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { Listing, ListingContent, PutOffer } from '#contract/selling/listing/listing.ts';

/** How long somebody pauses who has written something. */
const PAUSE_MS = 800;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

export type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; fault: string; isTriedAgain: boolean }
  /** Somebody else has saved it; what they wrote. */
  | { kind: 'conflict'; theirs: Listing };

export type ListingDeed = 'submit' | 'withdraw' | 'discard' | 'pause' | 'resume' | 'archive' | 'restore';

type Change = { [Field in keyof ListingContent]?: ListingContent[Field] | undefined };

export type Draft = {
  listing: Listing;
  content: ListingContent;
  save: SaveState;
  /** What is undefined in it is taken out. A function is given what is written now: several changes may come before the page is drawn again. */
  change: (change: Change | ((now: ListingContent) => Change)) => void;
  /** Resolve with what went wrong, or with nothing. */
  act: (deed: ListingDeed) => Promise<string | undefined>;
  saveOffer: (offer: PutOffer) => Promise<{ fault: string } | { waits: boolean; warnings: string[] }>;
  /** Of a conflict: one's own words are saved over the others', or given up for them. */
  keepMine: () => void;
  takeTheirs: () => void;
};

type Now = {
  content: ListingContent;
  revision: number;
  draftState: Listing['draft_state'];
  isDirty: boolean;
  isStopped: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  retryMs: number;
  running: Promise<boolean> | null;
};

const notSaved = 'What you have written is not saved yet. Nothing was done; try again once it is.';

/** `onGone`: it was never approved, and there is nothing left of it. */
export function useDraft(first: Listing, onGone: () => void): Draft {
  const { seller_id: sellerId, product_id: productId } = first;
  const [listing, setListing] = useState(first);
  const [content, setContent] = useState(first.content);
  const [save, setSave] = useState<SaveState>({ kind: 'saved', at: null });
  const ref = useRef<Now>(null);
  ref.current ??= {
    content: first.content,
    revision: first.revision,
    draftState: first.draft_state,
    isDirty: false,
    isStopped: false,
    timer: undefined,
    retryMs: FIRST_RETRY_MS,
    running: null,
  };
  const now = ref.current;

  /** It is as the server says, whatever was here. */
  function take(next: Listing) {
    clearTimeout(now.timer);
    const { content: written, revision, draft_state: draftState } = next;
    Object.assign(now, { content: written, revision, draftState, isDirty: false, isStopped: false });
    setListing(next);
    setContent(next.content);
  }

  function change(given: Parameters<Draft['change']>[0]) {
    const changed = typeof given === 'function' ? given(now.content) : given;
    const entries = Object.entries({ ...now.content, ...changed }).filter(([, value]) => value !== undefined);
    now.content = Object.fromEntries(entries) as ListingContent;
    now.isDirty = true;
    setContent(now.content);
    if (now.isStopped) return;
    setSave((known) => (known.kind === 'saving' ? known : { kind: 'unsaved' }));
    schedule(PAUSE_MS);
  }

  function schedule(ms: number) {
    clearTimeout(now.timer);
    now.timer = setTimeout(() => void saveAll(), ms);
  }

  /** Whether everything is saved. Who asks while it is saving waits for that. */
  function saveAll(): Promise<boolean> {
    now.running ??= saveWhileChanged().finally(() => {
      now.running = null;
    });
    return now.running;
  }

  async function saveWhileChanged(): Promise<boolean> {
    clearTimeout(now.timer);
    if (now.isStopped) return false;
    if (!now.isDirty) return true;
    while (now.isDirty) {
      now.isDirty = false;
      setSave({ kind: 'saving' });
      const fault = await saveOnce();
      if (!fault) continue;
      now.isDirty = true;
      setSave(fault);
      now.isStopped = fault.kind === 'conflict';
      if (fault.kind === 'failed' && fault.isTriedAgain) {
        schedule(now.retryMs);
        now.retryMs = Math.min(now.retryMs * 2, LAST_RETRY_MS);
      }
      return false;
    }
    now.retryMs = FIRST_RETRY_MS;
    setSave({ kind: 'saved', at: new Date() });
    return true;
  }

  async function saveOnce(): Promise<Extract<SaveState, { kind: 'failed' | 'conflict' }> | null> {
    const { revision, content: sent } = now;
    try {
      const saved = await createBrowserApi().put('/seller/{sellerId}/listing/{productId}/draft', {
        params: { path: { sellerId, productId } },
        body: { revision, content: sent },
      });
      // What can be done with it may be something else now.
      const isOther = saved.draft_state !== now.draftState || saved.draft_state === 'waiting';
      now.revision = saved.revision;
      now.draftState = saved.draft_state;
      setListing((known) => ({ ...known, ...saved }));
      if (isOther) void refresh();
      return null;
    } catch (error) {
      const theirs = currentListing(error);
      if (theirs) return { kind: 'conflict', theirs };
      const isTriedAgain = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      return { kind: 'failed', fault: failureText(error), isTriedAgain };
    }
  }

  /** What can be done with it now; what is being written stays. */
  async function refresh() {
    const fresh = await createBrowserApi()
      .get('/seller/{sellerId}/listing/{productId}', { params: { path: { sellerId, productId } }, asUser: true })
      .catch(() => null);
    if (fresh?.revision === now.revision) setListing(fresh);
  }

  async function act(deed: ListingDeed): Promise<string | undefined> {
    // What is thrown away needs no saving.
    if (deed === 'discard') {
      clearTimeout(now.timer);
      await now.running;
      now.isDirty = false;
    } else if (!(await saveAll())) return notSaved;
    try {
      const next = await doDeed(deed, { sellerId, productId }, now.revision);
      if (!next) onGone();
      else take(next);
      setSave({ kind: 'saved', at: null });
      return undefined;
    } catch (error) {
      const current = currentListing(error);
      if (current && current.revision === now.revision) setListing(current);
      return failureText(error);
    }
  }

  async function saveOffer(offer: PutOffer) {
    if (!(await saveAll())) return { fault: notSaved };
    const api = createBrowserApi();
    try {
      const { waits, warnings } = await api.put('/seller/{sellerId}/listing/{productId}/offer', {
        params: { path: { sellerId, productId } },
        body: offer,
      });
      take(
        await api.get('/seller/{sellerId}/listing/{productId}', {
          params: { path: { sellerId, productId } },
          asUser: true,
        }),
      );
      return { waits, warnings };
    } catch (error) {
      return { fault: failureText(error) };
    }
  }

  function keepMine() {
    if (save.kind !== 'conflict') return;
    now.revision = save.theirs.revision;
    now.isStopped = false;
    now.isDirty = true;
    void saveAll();
  }

  function takeTheirs() {
    if (save.kind !== 'conflict') return;
    take(save.theirs);
    setSave({ kind: 'saved', at: null });
  }

  // Whoever closes the page is asked; whoever goes to another screen has it saved on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is so when the page is left stands in the ref
  useEffect(() => {
    function onLeave(event: BeforeUnloadEvent) {
      if (now.isDirty || now.running) event.preventDefault();
    }
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      clearTimeout(now.timer);
      if (now.isDirty && !now.isStopped) void saveAll();
    };
  }, []);

  return { listing, content, save, change, act, saveOffer, keepMine, takeTheirs };
}

/** A listing that was never approved is gone as a whole once its draft is thrown away: the answer is undefined then. */
function doDeed(deed: ListingDeed, of: { sellerId: string; productId: string }, revision: number) {
  const api = createBrowserApi();
  const params = { path: of };
  switch (deed) {
    case 'submit':
      return api.post('/seller/{sellerId}/listing/{productId}/submit', { params, body: { revision } });
    case 'discard':
      return api.delete('/seller/{sellerId}/listing/{productId}/draft', { params });
    case 'restore':
      return api.post('/seller/{sellerId}/listing/{productId}/restore-from-archive', { params });
    default:
      return api.post(`/seller/{sellerId}/listing/{productId}/${deed}`, { params });
  }
}

/** The listing as it is now, of a refusal that says it: of a draft that somebody else has saved, or that lacks something. */
function currentListing(error: unknown): Listing | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return (readProblem(error.body)?.current as Listing | undefined) ?? null;
}
