import { t } from '#language/message.ts';
import type { FromWorker, ToWorker } from './transfer-messages.ts';

type TransferWorker = { tell: (message: ToWorker) => void; end: () => void };

/** A worker for one file. 'failed': its script could not be loaded, or has broken. */
export function newTransferWorker(
  onMessage: (message: FromWorker | { say: 'failed'; text: string }) => void,
): TransferWorker {
  const worker = new Worker(new URL('./transfer.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
  worker.onerror = () => onMessage({ say: 'failed', text: t('its program could not be loaded. Load this page anew.') });
  return { tell: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
