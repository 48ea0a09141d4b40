import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { msg, t } from '#language/message.ts';
import type { FileSent, Uploads } from './uploads.ts';

/** Files on their way, each with its bar. */
export function FilesSent({ uploads, onGone }: { uploads: Uploads; onGone: () => void }) {
  const files = uploads.files();
  if (files.length === 0) return null;

  /** The button leaves with its file. */
  function cancel(path: string) {
    onGone();
    void uploads.cancel(path);
  }

  return (
    <>
      <ul aria-label={t('Files on their way')} className="grid gap-3 text-sm">
        {files.map((file) => (
          <li key={file.path} className="grid gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-3">
              <bdi className="min-w-0 break-all">{file.path}</bdi>
              <span className="num text-ink-3">{statusText(file)}</span>
            </p>
            <progress
              className="h-1.5 w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
              aria-label={t('Sending {path}', { path: file.path })}
              max={Math.max(1, file.total)}
              value={file.sent}
            />
            {file.fault && (
              <p role="alert" className="text-danger">
                {file.fault}
              </p>
            )}
            <div className="flex gap-3">
              {/* One button whose word changes, so that it keeps the focus. */}
              {file.mayRetry && <PauseButton file={file} uploads={uploads} />}
              {file.mayRetry ? (
                <SmallButton
                  label={t('Stop sending {path}', { path: file.path })}
                  text={t('Stop')}
                  onPress={() => cancel(file.path)}
                />
              ) : (
                <SmallButton
                  label={t('Close what is said of {path}', { path: file.path })}
                  text={t('Close')}
                  onPress={() => cancel(file.path)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {spoken(files)}
      </p>
    </>
  );
}

function PauseButton({ file: { path, state }, uploads }: { file: FileSent; uploads: Uploads }) {
  const isHeld = state === 'paused' || state === 'failed';
  const word = isHeld ? t('Resume') : t('Pause');
  return (
    <SmallButton
      label={`${word} ${path}`}
      text={word}
      onPress={() => (isHeld ? uploads.resume(path) : uploads.pause(path))}
    />
  );
}

function SmallButton({ label, text, onPress }: { label: string; text: string; onPress: () => void }) {
  return (
    <button type="button" className="btn btn-ghost btn-sm" aria-label={label} onClick={onPress}>
      {text}
    </button>
  );
}

const words = {
  queued: msg('Waits for the others'),
  waiting: msg('No answer: it is tried again'),
  paused: msg('Paused'),
} as const;

function statusText({ state, sent, total }: FileSent): string {
  const amount = t('{sent} of {total}', { sent: formatBytes(sent), total: formatBytes(total) });
  if (state === 'sending' && sent === total && total > 0) return t('Is being checked');
  if (state === 'failed') return sent > 0 ? t('Stopped at {amount}', { amount }) : t('Not sent');
  return state === 'sending' ? amount : `${t(words[state])} · ${amount}`;
}

/** A quarter at a time, for who does not see the bars. */
function spoken(files: readonly FileSent[]): string {
  const now = files.find(({ state }) => state === 'sending');
  if (!now) return '';
  return t('Sending {path}: {value} %', {
    path: now.path,
    value: Math.floor((4 * now.sent) / Math.max(1, now.total)) * 25,
  });
}
