// Actions of a person on disputes. Each resolves with what went wrong, or with nothing.

import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useAnswer, useApi, useFound } from '#client/query/use-api.ts';
import type { DisputeListItem, DisputePage, OpenedDispute, OrderDisputes } from '#contract/ordering/dispute.ts';
import { disputeFileMaximum } from '#contract/ordering/dispute-terms.ts';
import { t } from '#language/message.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export function useDispute(disputeId: string): Loaded<{ found: DisputePage | null }> {
  return useFound('/dispute/{disputeId}', { params: { path: { disputeId } } });
}

/** The most that are shown at once. */
const LISTED = 100;

/** Disputes of the shop with this id, or, with null, the user's own as a buyer. */
export function useDisputes(sellerId: string | null): Loaded<DisputeListItem[]> {
  const query = { limit: LISTED };
  return useAnswer(['disputes', sellerId], () =>
    sellerId === null
      ? createBrowserApi().get('/dispute', { params: { query }, asUser: true })
      : createBrowserApi().get('/seller/{sellerId}/dispute', { params: { path: { sellerId }, query }, asUser: true }),
  );
}

export function useOrderDisputes(orderId: string): Loaded<OrderDisputes> {
  return useApi('/order/{orderId}/dispute', { params: { path: { orderId } } });
}

/** Opens it, and attaches the files one by one: one that fails is told, and the dispute is open all the same. */
export async function open(
  orderId: string,
  opened: OpenedDispute,
  files: readonly File[],
): Promise<{ disputeId: string; fault?: string } | { fault: string; disputeId?: undefined }> {
  try {
    const { dispute } = await createBrowserApi().post('/order/{orderId}/dispute', {
      params: { path: { orderId } },
      body: opened,
    });
    const fault = await attach(dispute.dispute_id, files);
    return { disputeId: dispute.dispute_id, ...(fault && { fault }) };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

export function write(disputeId: string, text: string): Promise<string | undefined> {
  return faultOf(() =>
    createBrowserApi().post('/dispute/{disputeId}/message', { params: { path: { disputeId } }, body: { text } }),
  );
}

export async function attach(disputeId: string, files: readonly File[]): Promise<string | undefined> {
  for (const file of files) {
    if (file.size > disputeFileMaximum)
      return t('{name} is larger than 10 MB: it was not attached.', { name: file.name });
    const fault = await faultOf(() =>
      createBrowserApi().post('/dispute/{disputeId}/file', {
        params: { path: { disputeId }, query: { name: file.name } },
        body: file,
      }),
    );
    if (fault) return t('{name} was not attached. {fault}', { name: file.name, fault });
  }
  return undefined;
}

export function download(disputeId: string, file: { file_id: string; name: string }): Promise<string | undefined> {
  return faultOf(async () =>
    saveFile(
      await createBrowserApi().getFile('/dispute/{disputeId}/file/{fileId}', {
        params: { path: { disputeId, fileId: file.file_id } },
      }),
      file.name,
    ),
  );
}

export function withdraw(disputeId: string): Promise<string | undefined> {
  return faultOf(() => createBrowserApi().post('/dispute/{disputeId}/withdraw', { params: { path: { disputeId } } }));
}

async function faultOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
