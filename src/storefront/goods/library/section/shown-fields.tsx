import { useState } from 'react';
import { t } from '#language/message.ts';
import { CopyIcon } from '../copy-icon.tsx';

type ShownField = { label: string; value: string; secret: boolean };

/** Answer of a shop, line by line, as text. Secret values are hidden until they are asked for. */
export function ShownFields({ fields }: { fields: readonly ShownField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem] @lg:grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)]">
      {fields.map((field, index) => (
        <Field key={`${index} ${field.label}`} field={field} />
      ))}
    </dl>
  );
}

function Field({ field: { label, value, secret } }: { field: ShownField }) {
  const [isShown, setShown] = useState(!secret);
  return (
    <>
      <dt className="text-ink-3 @lg:py-1.5">
        <bdi>{label}</bdi>
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <code className="min-w-0 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
          {isShown ? value : '••••••••'}
        </code>
        {secret && (
          <button
            type="button"
            className="btn btn-ghost btn-sm !min-h-8"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('Hide') : t('Show')}
            <span className="sr-only"> {label}</span>
          </button>
        )}
        <CopyIcon text={value} label={t('Copy {label}', { label })} />
      </dd>
    </>
  );
}
