// Draft of a product. It saves itself; what could not be saved is tried again, and what somebody else has saved
// meanwhile is not overwritten.
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

type ListingDeed = 'submit' | 'withdraw' | 'discard' | 'pause' | 'resume' | 'archive' | 'restore';

type Change = { [Field in keyof ListingContent]?: ListingContent[Field] | undefined };

/** Shown state of the draft. */
type DraftState = { listing: Listing; content: ListingContent; save: SaveState };

const notSaved = 'What you have written is not saved yet. Nothing was done; try again once it is.';

export class DraftStore {
  #shown: DraftState;
  readonly #listeners = new Set<() => void>();
  readonly #of: { sellerId: string; productId: string };
  readonly #onGone: () => void;
  #revision: number;
  #draftState: Listing['draft_state'];
  #isDirty = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #running: Promise<boolean> | null = null;

  /** `onGone`: it was never approved, and there is nothing left of it. */
  constructor(first: Listing, onGone: () => void) {
    this.#shown = { listing: first, content: first.content, save: { kind: 'saved', at: null } };
    this.#of = { sellerId: first.seller_id, productId: first.product_id };
    this.#onGone = onGone;
    this.#revision = first.revision;
    this.#draftState = first.draft_state;
  }

  readonly read = () => this.#shown;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #show(shown: Partial<DraftState>) {
    this.#shown = { ...this.#shown, ...shown };
    for (const listener of this.#listeners) listener();
  }

  /** True if something that was written would be lost with the page. */
  get isUnsaved() {
    return this.#isDirty || this.#running !== null;
  }

  /**
   * Undefined fields are taken out. A function is given what is written now: several changes may come before the page is drawn
   * again.
   */
  readonly change = (given: Change | ((now: ListingContent) => Change)) => {
    const { content } = this.#shown;
    const changed = typeof given === 'function' ? given(content) : given;
    const entries = Object.entries({ ...content, ...changed }).filter(([, value]) => value !== undefined);
    this.#isDirty = true;
    this.#show({ content: Object.fromEntries(entries) as ListingContent });
    if (this.#isStopped) return;
    if (this.#shown.save.kind !== 'saving') this.#show({ save: { kind: 'unsaved' } });
    this.#schedule(PAUSE_MS);
  };

  /** Resolves with what went wrong, or with nothing. */
  readonly act = async (deed: ListingDeed): Promise<string | undefined> => {
    // Discarded drafts need no saving.
    if (deed === 'discard') {
      clearTimeout(this.#timer);
      await this.#running;
      this.#isDirty = false;
    } else if (!(await this.#saveAll())) return notSaved;
    try {
      const next = await doDeed(deed, this.#of, this.#revision);
      if (!next) this.#onGone();
      else this.#take(next);
      this.#show({ save: { kind: 'saved', at: null } });
      return undefined;
    } catch (error) {
      const current = currentListing(error);
      if (current && current.revision === this.#revision) this.#show({ listing: current });
      return failureText(error);
    }
  };

  readonly saveOffer = async (offer: PutOffer): Promise<{ fault: string } | { waits: boolean; warnings: string[] }> => {
    if (!(await this.#saveAll())) return { fault: notSaved };
    try {
      const { waits, warnings } = await createBrowserApi().put('/seller/{sellerId}/listing/{productId}/offer', {
        params: { path: this.#of },
        body: offer,
      });
      this.#take(await this.#load());
      return { waits, warnings };
    } catch (error) {
      return { fault: failureText(error) };
    }
  };

  /** Answer to a conflict: one's own words are saved over the others'. */
  readonly keepMine = () => {
    const { save } = this.#shown;
    if (save.kind !== 'conflict') return;
    this.#revision = save.theirs.revision;
    this.#isStopped = false;
    this.#isDirty = true;
    void this.#saveAll();
  };

  /** Answer to a conflict: one's own words are given up for the others'. */
  readonly takeTheirs = () => {
    const { save } = this.#shown;
    if (save.kind !== 'conflict') return;
    this.#take(save.theirs);
    this.#show({ save: { kind: 'saved', at: null } });
  };

  /** Saves on the way to another screen. */
  readonly leave = () => {
    clearTimeout(this.#timer);
    if (this.#isDirty && !this.#isStopped) void this.#saveAll();
  };

  /** It is as the server says, whatever was here. */
  #take(next: Listing) {
    clearTimeout(this.#timer);
    this.#revision = next.revision;
    this.#draftState = next.draft_state;
    this.#isDirty = false;
    this.#isStopped = false;
    this.#show({ listing: next, content: next.content });
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveAll(), ms);
  }

  /** True if everything is saved. Calls while it is saving wait for that. */
  #saveAll(): Promise<boolean> {
    this.#running ??= this.#saveWhileChanged().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #saveWhileChanged(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#isStopped) return false;
    if (!this.#isDirty) return true;
    while (this.#isDirty) {
      this.#isDirty = false;
      this.#show({ save: { kind: 'saving' } });
      const fault = await this.#saveOnce();
      if (!fault) continue;
      this.#isDirty = true;
      this.#show({ save: fault });
      this.#isStopped = fault.kind === 'conflict';
      if (fault.kind === 'failed' && fault.isTriedAgain) {
        this.#schedule(this.#retryMs);
        this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
      }
      return false;
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#show({ save: { kind: 'saved', at: new Date() } });
    return true;
  }

  async #saveOnce(): Promise<Extract<SaveState, { kind: 'failed' | 'conflict' }> | null> {
    try {
      const saved = await createBrowserApi().put('/seller/{sellerId}/listing/{productId}/draft', {
        params: { path: this.#of },
        body: { revision: this.#revision, content: this.#shown.content },
      });
      // Actions on it may be others now.
      const isOther = saved.draft_state !== this.#draftState || saved.draft_state === 'waiting';
      this.#revision = saved.revision;
      this.#draftState = saved.draft_state;
      this.#show({ listing: { ...this.#shown.listing, ...saved } });
      if (isOther) void this.#refresh();
      return null;
    } catch (error) {
      const theirs = currentListing(error);
      if (theirs) return { kind: 'conflict', theirs };
      const isTriedAgain = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      return { kind: 'failed', fault: failureText(error), isTriedAgain };
    }
  }

  /** Reads its actions anew; what is being written stays. */
  async #refresh() {
    const fresh = await this.#load().catch(() => null);
    if (fresh?.revision === this.#revision) this.#show({ listing: fresh });
  }

  #load(): Promise<Listing> {
    return createBrowserApi().get('/seller/{sellerId}/listing/{productId}', {
      params: { path: this.#of },
      asUser: true,
    });
  }
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
