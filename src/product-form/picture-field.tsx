import { ArrowLeft, ArrowRight, Upload, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import { picturesMaximum } from '#contract/catalogue/product/product-limits.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { PictureRefused, PictureSending, sendingText } from './pictures-sent.tsx';
import { type SendPicture, usePictures } from './use-pictures.ts';

type PictureFieldProps = {
  /** Sends one; answers where it is. */
  sendPicture: SendPicture;
  pictures: readonly string[];
  /** With those of the moment: several may arrive before the page is drawn again. */
  onChange: (change: (pictures: readonly string[]) => string[]) => void;
};

const moved = 'application/x-hearth-picture';

/** Pictures come by drag, paste or file, and are ordered by drag or by buttons. What is taken out can be put back. */
export function PictureField({ sendPicture, pictures, onChange }: PictureFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(pictures);
  latest.current = pictures;
  const [removed, setRemoved] = useState<{ address: string; at: number } | null>(null);
  const [said, setSaid] = useState('');
  const { sent, send, retry, dismiss } = usePictures(
    sendPicture,
    () => latest.current.length,
    (address, name) => {
      setSaid(
        latest.current.includes(address) ? t('{name} is there already.', { name }) : t('{name} is added.', { name }),
      );
      onChange((known) =>
        known.includes(address) || known.length >= picturesMaximum ? [...known] : [...known, address],
      );
    },
  );
  const waiting = sent.filter(({ fault }) => fault === undefined);
  const refused = sent.filter(({ fault }) => fault !== undefined);

  function move(from: number, to: number) {
    if (to < 0 || to >= pictures.length || from === to) return;
    onChange((known) => {
      const next = [...known];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
    setSaid(t('Picture {value} is number {value2} now.', { value: from + 1, value2: to + 1 }));
  }

  function remove(at: number) {
    const address = pictures[at];
    if (address === undefined) return;
    onChange((known) => known.filter((other) => other !== address));
    setRemoved({ address, at });
    setSaid('');
    list.current?.focus();
  }

  function putBack() {
    if (!removed) return;
    onChange((known) =>
      known.includes(removed.address) ? [...known] : known.toSpliced(removed.at, 0, removed.address),
    );
    setRemoved(null);
    setSaid(t('The picture is back.'));
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    send(files);
  }

  function onDrop(event: DragEvent, to: number) {
    event.preventDefault();
    const from = event.dataTransfer.getData(moved);
    if (from !== '') return move(Number(from), to);
    send([...event.dataTransfer.files]);
  }

  return (
    <div data-field="pictures" onPaste={onPaste} className="grid gap-3">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('Pictures, {length} of {picturesMaximum}', { length: pictures.length, picturesMaximum })}
        className="grid grid-cols-2 gap-3 outline-none sm:grid-cols-3"
      >
        {pictures.map((address, at) => (
          <li
            key={address}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(moved, String(at))}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => onDrop(event, at)}
            className="relative overflow-hidden rounded-md border bg-night"
          >
            <img
              src={smallPicture(address)}
              alt={t('Number {value}', { value: at + 1 })}
              width="200"
              height="150"
              className="aspect-[4/3] w-full object-cover"
            />
            {at === 0 && (
              <span className="absolute left-2 top-2 rounded-sm bg-black/70 px-1.5 text-xs text-white">
                {t('First')}
              </span>
            )}
            <span className="absolute inset-x-1 bottom-1 flex justify-between">
              <span className="flex">
                <Tool
                  label={t('Move picture {value} forward', { value: at + 1 })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowLeft size={15} aria-hidden />
                </Tool>
                <Tool
                  label={t('Move picture {value} back', { value: at + 1 })}
                  disabled={at === pictures.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowRight size={15} aria-hidden />
                </Tool>
              </span>
              <Tool label={t('Remove picture {value}', { value: at + 1 })} onClick={() => remove(at)}>
                <X size={15} aria-hidden />
              </Tool>
            </span>
          </li>
        ))}
        {waiting.map((picture) => (
          <PictureSending
            key={picture.id}
            picture={picture}
            onStop={() => {
              dismiss(picture.id);
              setSaid(t('{name} is not sent.', { name: picture.name }));
              list.current?.focus();
            }}
          />
        ))}
        {pictures.length + waiting.length < picturesMaximum && (
          <li>
            <label
              htmlFor={id}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => onDrop(event, pictures.length - 1)}
              className="grid aspect-[4/3] cursor-pointer place-content-center justify-items-center gap-1 rounded-md border border-dashed border-line-strong p-2 text-center text-sm text-ink-2 focus-within:outline-2 focus-within:outline-focus hover:text-ink"
            >
              <Upload size={18} aria-hidden />
              <span>
                {rich('Drop, paste or <span>choose</span>', {
                  span: (words) => <span className="text-link">{words}</span>,
                })}
              </span>
              <span className="num text-xs text-ink-3">
                {t('{length} of {picturesMaximum}', { length: pictures.length, picturesMaximum })}
              </span>
              <input
                id={id}
                type="file"
                multiple
                aria-label={t('Add pictures')}
                accept="image/jpeg,image/png,image/webp,image/avif"
                className="sr-only"
                onChange={(event) => {
                  send([...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {sendingText(sent)}
      </p>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {removed && (
          <span className="flex flex-wrap items-center gap-3">
            {t('The picture is taken out.')}
            <button type="button" className="btn btn-line btn-sm" onClick={putBack}>
              {t('Undo')}
            </button>
          </span>
        )}
        {said}
      </p>
      <div role="alert" className="grid gap-1 empty:hidden">
        {refused.map((picture) => (
          <PictureRefused
            key={picture.id}
            picture={picture}
            onRetry={() => {
              retry(picture.id);
              list.current?.focus();
            }}
            onDismiss={() => dismiss(picture.id)}
          />
        ))}
      </div>
      <p className="text-sm text-ink-3">
        {t('JPEG, PNG, WebP or AVIF of at most 10 MB. Where and with what they were taken is left out.')}
      </p>
    </div>
  );
}

type ToolProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      className="grid size-8 place-items-center rounded-md bg-black/70 text-white hover:bg-black aria-disabled:opacity-40 pointer-coarse:size-10"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
