// What the staff do in a dispute. Each resolves with what went wrong, in words, or with nothing.
import { createBrowserApi } from '#client/api/browser-api.ts';
import {
  attachToDispute,
  decideDispute,
  getDispute,
  getDisputeFile,
  writeInDispute,
} from '#client/ordering/dispute.ts';
import type { DisputePage, GivenDecision } from '#contract/ordering/dispute.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useDispute(disputeId: string): Loaded<DisputePage> {
  return useLoaded(() => getDispute(createBrowserApi(), disputeId));
}

export function write(disputeId: string, text: string): Promise<string | undefined> {
  return attempt((api) => writeInDispute(api, disputeId, text));
}

export function attach(disputeId: string, file: File): Promise<string | undefined> {
  return attempt((api) => attachToDispute(api, disputeId, file));
}

export function decide(disputeId: string, decision: GivenDecision): Promise<string | undefined> {
  return attempt((api) => decideDispute(api, disputeId, decision));
}

export function download(disputeId: string, file: { file_id: string; name: string }): Promise<string | undefined> {
  return attempt(async (api) => saveFile(await getDisputeFile(api, disputeId, file.file_id), file.name));
}
