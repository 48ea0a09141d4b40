// What the staff do in a dispute. Each resolves with what went wrong, in words, or with nothing.
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import {
  attachToDispute,
  decideDispute,
  getDispute,
  getDisputeFile,
  writeInDispute,
} from '#client/api-client/dispute.ts';
import type { DisputePage, GivenDecision } from '#contract/dispute.ts';
import { saveFile } from '#ui/save-file.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';
import { attempt } from './attempt.ts';

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
