// Actions of a person on threads. Each resolves with what went wrong, or with nothing.

import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { foundOf, useAnswer } from '#client/query/use-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { PostedThread, Thread } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { getProduct } from '../../catalogue/product/read-products.ts';
import { newestSide } from './newest-side.ts';
import { beginThread, blockThread, listThreads, reportThread, type Side, writeMessage } from './threads.ts';

export type { Side };

export function useThreads(side: Side): Pages<Thread> {
  return usePages(['threads', side], (next) => listThreads(createBrowserApi(), side, next));
}

/** The side to open, of the user's own and of these shops: where the newest unread message is, or else the newest of all. */
export function useNewestSide(shops: string[]): Loaded<{ side: Side }> {
  const load = async () => {
    const api = createBrowserApi();
    const sides: Side[] = [null, ...shops];
    const lists = await Promise.all(sides.map((side) => listThreads(api, side)));
    return { side: newestSide(sides.map((side, index) => ({ side, threads: lists[index]?.items ?? [] }))) };
  };
  return useAnswer(['newest side', ...shops], load, { isForgotten: true });
}

export function useAskedProduct(productId: string): Loaded<{ found: Product | null }> {
  return useAnswer(['product', productId], () => foundOf(getProduct(createBrowserApi(), productId)));
}

export async function begin(
  side: Side,
  posted: PostedThread | { order_id: string; text: string },
): Promise<{ thread: Thread } | { fault: string }> {
  try {
    return { thread: await beginThread(createBrowserApi(), side, posted) };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

export function write(side: Side, threadId: string, text: string): Promise<string | undefined> {
  return faultOf(() => writeMessage(createBrowserApi(), side, threadId, text));
}

export function report(side: Side, threadId: string, reason: string): Promise<string | undefined> {
  return faultOf(async () => {
    await reportThread(createBrowserApi(), side, threadId, reason);
    showAlert({ type: 'success', message: t('Reported. We look at this conversation.') });
  });
}

export function block(side: Side, threadId: string, on: boolean): Promise<string | undefined> {
  return faultOf(() => blockThread(createBrowserApi(), side, threadId, on));
}

async function faultOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
