import { formatBytes } from '#contract/attribute-text.ts';
import type { FileSent, useUploads } from '../../../selling/use-uploads.ts';

/** Files on their way, each with its bar. */
export function FilesSent({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  if (uploads.files.length === 0) return null;
  return (
    <>
      <ul aria-label="Files on their way" className="grid gap-3 text-sm">
        {uploads.files.map((file) => (
          <li key={file.path} className="grid gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-3">
              <bdi className="min-w-0 break-all">{file.path}</bdi>
              <span className="num text-ink-3">{standing(file)}</span>
            </p>
            <progress
              className="h-1.5 w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
              aria-label={`Sending ${file.path}`}
              max={Math.max(1, file.total)}
              value={file.sent}
            />
            {file.fault && (
              <p role="alert" className="text-danger">
                {file.fault}
              </p>
            )}
            <div className="flex gap-3">
              {file.state === 'sending' && (
                <SmallButton label={`Pause ${file.path}`} text="Pause" onPress={() => uploads.pause(file.path)} />
              )}
              {(file.state === 'paused' || (file.state === 'failed' && file.mayRetry)) && (
                <SmallButton label={`Resume ${file.path}`} text="Resume" onPress={() => uploads.resume(file.path)} />
              )}
              <SmallButton label={`Stop sending ${file.path}`} text="Stop" onPress={() => uploads.cancel(file.path)} />
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {spoken(uploads.files)}
      </p>
    </>
  );
}

function SmallButton({ label, text, onPress }: { label: string; text: string; onPress: () => void }) {
  return (
    <button type="button" className="btn btn-ghost btn-sm" aria-label={label} onClick={onPress}>
      {text}
    </button>
  );
}

const words = { queued: 'Waits for the others', waiting: 'No answer: it is tried again', paused: 'Paused' } as const;

function standing({ state, sent, total }: FileSent): string {
  const amount = `${formatBytes(sent)} of ${formatBytes(total)}`;
  if (state === 'sending' && sent === total && total > 0) return 'Is being checked';
  if (state === 'failed') return `Stopped at ${amount}`;
  return state === 'sending' ? amount : `${words[state]} · ${amount}`;
}

/** A quarter at a time, for who does not see the bars. */
function spoken(files: readonly FileSent[]): string {
  const now = files.find(({ state }) => state === 'sending');
  if (!now) return '';
  return `Sending ${now.path}: ${Math.floor((4 * now.sent) / Math.max(1, now.total)) * 25} %`;
}
