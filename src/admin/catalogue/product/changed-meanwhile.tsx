import { productFieldLabels } from '#contract/catalogue/product/product-fields.ts';
import type { FieldChange } from './product-draft.ts';

/** Changes of somebody else since it was read here. What was written here is still in the fields. */
export function ChangedMeanwhile({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2 border-l-2 border-warning pl-3 text-sm">
      <p className="font-[560]">Somebody else has changed it since you read it. What you wrote is still here.</p>
      <ul className="grid gap-1">
        {changes.map(({ name, before, after, isMine }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            {productFieldLabels[name]}: <del>{before}</del> <span aria-hidden="true">→</span>
            <span className="sr-only"> became </span> <ins className="no-underline">{after}</ins>
            {isMine && <span className="text-warning">. You changed it too: saving puts yours in its place.</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
