import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { MachineTemplate } from '#contract/goods/goods.ts';
import { mostTemplates } from '#contract/goods/machine-template.ts';
import { t } from '#language/message.ts';
import { DraftText } from '../draft-inputs.tsx';

type TemplateFieldsProps = { templates: readonly MachineTemplate[]; onChange: (templates: MachineTemplate[]) => void };

/** Templates that buyers choose from when they start a machine. */
export function TemplateFields({ templates, onChange }: TemplateFieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, changed: MachineTemplate) =>
    onChange(templates.map((template, at) => (at === index ? changed : template)));

  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-sm font-[560]">{t('Templates')}</legend>
      <p className="text-sm text-ink-3">
        {t(
          'Buyers choose one when they start a machine, and your endpoint gets it. The first is chosen where they choose nothing. An image is what your endpoint starts, such as docker.io/pytorch/pytorch:2.9.0.',
        )}
      </p>
      {templates.map(({ name, image }, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-end gap-2">
          <DraftText
            label={t('Name of template {value}', { value: index + 1 })}
            field={`templates-${index}-name`}
            value={name}
            maxLength={60}
            onChange={(typed) => change(index, { ...(image && { image }), name: typed })}
          />
          <DraftText
            label={t('Image of template {value}', { value: index + 1 })}
            field={`templates-${index}-image`}
            value={image ?? ''}
            maxLength={300}
            onChange={(typed) => change(index, typed === '' ? { name } : { name, image: typed })}
          />
          <button
            type="button"
            className="icon-btn"
            aria-label={t('Remove template {value}', { value: index + 1 })}
            onClick={() => {
              onChange(templates.filter((_, at) => at !== index));
              add.current?.focus();
            }}
          >
            <Trash2 size={16} strokeWidth={1.7} aria-hidden />
          </button>
        </div>
      ))}
      {templates.length < mostTemplates && (
        <button
          ref={add}
          type="button"
          className="btn btn-line btn-sm w-fit"
          onClick={() => onChange([...templates, { name: '' }])}
        >
          <Plus size={14} strokeWidth={1.8} aria-hidden />
          {t('Add a template')}
        </button>
      )}
    </fieldset>
  );
}
