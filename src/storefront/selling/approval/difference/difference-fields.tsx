import type { ReactNode } from 'react';
import type { Difference, FieldDifference, TextBlock } from '#contract/selling/listing/difference.ts';
import { t } from '#language/message.ts';
import { PictureDifference } from './picture-difference.tsx';
import { Added, Removed, WordParts } from './word-parts.tsx';

type DifferenceFieldsProps = {
  difference: Difference;
  /** Names of the two sides, under their pictures. */
  names?: { before: string; after: string };
};

/** Differences, field by field in the order of the page; what stays is folded. */
export function DifferenceFields({
  difference,
  names = { before: t('On sale'), after: t('New') },
}: DifferenceFieldsProps) {
  return difference.fields.map((field) => (
    <FieldRow key={field.field} label={field.label}>
      <FieldBody field={field} names={names} />
    </FieldRow>
  ));
}

/** '4 fields, 14 fields stay as they are'. */
export function DifferenceSummary({ difference: { fields, unchanged } }: { difference: Difference }) {
  return (
    <p className="text-sm">
      <b className="font-[560]">{fields.length === 0 ? t('Nothing') : countOf(fields.length, 'field')}</b>
      {fields.length === 0 ? ' differs' : ` ${fields.length === 1 ? 'differs' : 'differ'}`}
      {unchanged > 0 && (
        <span className="text-ink-3">{` · ${unchanged === 1 ? t('one stays as it is') : t('{unchanged} stay as they are', { unchanged })}`}</span>
      )}
    </p>
  );
}

/** A field's name at the left, on a phone above. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-x-6 gap-y-2 border-t py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 className="text-sm font-normal tracking-normal text-ink-3">{label}</h3>
      <div className="grid min-w-0 gap-2">{children}</div>
    </section>
  );
}

function FieldBody({ field, names }: { field: FieldDifference; names: { before: string; after: string } }) {
  switch (field.shape) {
    case 'value':
      return (
        <p className="num flex flex-wrap gap-2">
          {field.before !== null && <Removed>{field.before}</Removed>}
          {field.after === null ? (
            <span className="text-ink-3">{t('not stated any more')}</span>
          ) : (
            <Added>{field.after}</Added>
          )}
        </p>
      );
    case 'text':
      return (
        <div dir="auto" className="grid gap-2">
          {field.blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </div>
      );
    case 'list':
      return <ListBody field={field} />;
    case 'pictures':
      return <PictureDifference before={field.before} after={field.after} names={names} />;
  }
}

/** A paragraph that is short is read faster than it is unfolded. */
const SHORT = 160;

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'changed')
    return (
      <p className="whitespace-pre-wrap">
        <WordParts parts={block.parts} />
      </p>
    );
  if (block.paragraphs === 0) return null;
  const text = block.text.trim();
  if (block.paragraphs === 1 && text.length <= SHORT) return <p className="text-ink-2">{text}</p>;
  return (
    <Folded
      label={
        block.paragraphs === 1
          ? t('One paragraph as before')
          : t('{paragraphs} paragraphs as before', { paragraphs: block.paragraphs })
      }
    >
      <p className="whitespace-pre-wrap text-ink-2">{text}</p>
    </Folded>
  );
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="border-l-2 pl-3">
      <summary className="text-sm text-ink-3 underline underline-offset-4 hover:text-ink">{label}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function ListBody({ field }: { field: Extract<FieldDifference, { shape: 'list' }> }) {
  const { items, same, is_reordered } = field;
  return (
    <>
      {items.length > 0 && (
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
          {items.map(({ label, kind, parts }, index) => (
            <div key={index} className="contents">
              <dt className="text-ink-2">
                {kind === 'removed' ? <del className="decoration-danger">{label}</del> : <bdi>{label}</bdi>}
              </dt>
              <dd className="num min-w-0 whitespace-pre-wrap max-sm:mb-2">
                <WordParts parts={parts} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {is_reordered && <p className="text-sm text-ink-2">{t('The order has changed.')}</p>}
      {same > 0 && (
        <p className="text-sm text-ink-3">
          {t('{value} as before', { value: same === 1 ? t('One entry') : t('{same} entries', { same }) })}
        </p>
      )}
    </>
  );
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : t('{count} {noun}s', { count, noun });
}
