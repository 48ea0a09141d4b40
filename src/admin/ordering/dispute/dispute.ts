import { useApi } from '#client/query/use-api.ts';
// Actions of the staff in a dispute. Each resolves with a sentence about what went wrong, or with nothing.
import type { DisputePage, GivenDecision } from '#contract/ordering/dispute.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useDispute(disputeId: string): Loaded<DisputePage> {
  return useApi('/dispute/{disputeId}', { params: { path: { disputeId } } });
}

export function write(disputeId: string, text: string): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/dispute/{disputeId}/message', { params: { path: { disputeId } }, body: { text } }),
  );
}

export function attach(disputeId: string, file: File): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/dispute/{disputeId}/file', { params: { path: { disputeId }, query: { name: file.name } }, body: file }),
  );
}

export function decide(disputeId: string, decision: GivenDecision): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/dispute/{disputeId}/decide', { params: { path: { disputeId } }, body: decision }),
  );
}

export function download(disputeId: string, file: { file_id: string; name: string }): Promise<string | undefined> {
  return attempt(async (api) =>
    saveFile(
      await api.getFile('/dispute/{disputeId}/file/{fileId}', {
        params: { path: { disputeId, fileId: file.file_id } },
      }),
      file.name,
    ),
  );
}
