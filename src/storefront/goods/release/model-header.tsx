import type { ModelFacts } from '#contract/goods/file-format.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';

type ModelHeaderProps = { path: string; facts: ModelFacts; id: string };

/** Facts that a model's file states: read by the shop, not written by the seller. */
export function ModelHeader({ path, facts, id }: ModelHeaderProps) {
  const rows = headerRows(facts);
  return (
    <section aria-labelledby={id} className="mt-10 border-t pt-8 md:mt-14">
      <h2 id={id} className="text-xl">
        {t('What its header says')}
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        {rich('Read from {path} by the shop.', { path: <bdi className="font-mono">{path}</bdi> })}
      </p>
      <dl className="mt-3 grid gap-x-14 text-sm lg:grid-cols-2">
        {rows.map(({ name, value }, index) => (
          <div key={index} className="flex gap-4 border-t py-3">
            <dt className="w-2/5 flex-none text-ink-3">
              <bdi>{name}</bdi>
            </dt>
            <dd className="num min-w-0">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const formats = { gguf: 'GGUF', safetensors: 'safetensors' } as const;

function headerRows(facts: ModelFacts): Array<{ name: string; value: string }> {
  const said: Array<[string, string | null]> = [
    [t('Name'), facts.name],
    [t('Format'), formats[facts.format]],
    [t('Architecture'), facts.architecture],
    [t('Quantization'), facts.quantization],
    [
      t('Context length'),
      facts.context_length === null
        ? null
        : t('{context_length} tokens', { context_length: facts.context_length.toLocaleString('en-US') }),
    ],
    [t('License in the file'), facts.license],
    [t('Parameters'), parameterText(facts.parameters)],
    [t('Tensors'), facts.tensors.toLocaleString('en-US')],
    [
      t('Stored as'),
      facts.dtypes.map(({ dtype, tensors }) => `${dtype} (${tensors.toLocaleString('en-US')})`).join(', '),
    ],
  ];
  return [
    ...said.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
    ...facts.metadata.filter(({ value }) => value !== facts.name),
  ];
}

/** 7,241,732,096 -> '7.24 billion'. */
function parameterText(parameters: number): string {
  const [unit, size] = (
    [
      ['billion', 1e9],
      ['million', 1e6],
    ] as const
  ).find(([, least]) => parameters >= least) ?? ['', 1];
  return `${(parameters / size).toLocaleString('en-US', { maximumSignificantDigits: size > 1 ? 3 : 6 })} ${unit}`.trim();
}
