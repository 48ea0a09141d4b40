import type { PlainWords } from '#contract/catalogue/license.ts';
import { msg, t } from '#language/message.ts';

const lists = [
  ['may', msg('You may')],
  ['must', msg('You must')],
  ['may_not', msg('You may not')],
] as const;

/** Lists of what a license allows, asks for and forbids, and what it leaves open. */
export function PlainWordsLists({ words, heading: Heading }: { words: PlainWords; heading: 'h2' | 'h3' }) {
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {lists.map(
        ([name, label]) =>
          words[name].length > 0 && (
            <div key={name}>
              <Heading className="text-sm font-[580]">{t(label)}</Heading>
              <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-sm text-ink-2">
                {words[name].map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          ),
      )}
      {words.not_stated.length > 0 && (
        <p className="text-sm text-ink-3 sm:col-span-2">
          {t('Not stated, so ask before: {things}.', { things: words.not_stated.join(', ') })}
        </p>
      )}
    </div>
  );
}
