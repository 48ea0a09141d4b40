import type { FieldDifference } from '#contract/selling/listing/difference.ts';
import { FieldRow } from './difference/difference-fields.tsx';

/** Everything that an application says. */
export function ApplicationContent({ fields }: { fields: readonly FieldDifference[] }) {
  return fields.map((field) => (
    <FieldRow key={field.field} label={field.label}>
      <p dir="auto" className="whitespace-pre-line">
        {textOf(field)}
      </p>
    </FieldRow>
  ));
}

function textOf(field: FieldDifference): string {
  if (field.shape === 'value') return field.after ?? '';
  if (field.shape !== 'text') return '';
  return field.blocks
    .flatMap((block) => (block.kind === 'same' ? [block.text] : block.parts.map(({ text }) => text)))
    .join('');
}
