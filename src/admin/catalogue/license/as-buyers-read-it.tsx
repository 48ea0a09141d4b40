import { plainWords } from '#contract/catalogue/plain-words.ts';
import { NotLegalAdvice } from '#product-form/not-legal-advice.tsx';
import { PlainWordsLists } from '#product-form/plain-words-lists.tsx';
import { type LicenseFields, toFacts } from './license-fields.ts';

/** Preview of the license as a page of the shop shows it: the form's contents, saved or not. */
export function AsBuyersReadIt({ fields, path }: { fields: LicenseFields; path: string | null }) {
  const text = fields.text.trim();
  return (
    <section
      aria-labelledby="as-read"
      className="grid min-w-0 content-start gap-4 border-t pt-6 lg:border-l lg:border-t-0 lg:pl-8 lg:pt-0"
    >
      <h2 id="as-read" className="text-lg">
        As buyers read it
      </h2>
      <p className="wrap-anywhere font-[560]">
        <bdi>{fields.name.trim() || 'It has no name yet'}</bdi>
      </p>
      <div>
        <PlainWordsLists words={plainWords([toFacts(fields)])} heading="h3" />
        <NotLegalAdvice />
      </div>
      <details>
        <summary className="cursor-pointer py-1 font-[560]">The text</summary>
        <p className="mt-3 whitespace-pre-line wrap-anywhere text-sm leading-6 text-ink-2">
          {text || 'It has no text yet.'}
        </p>
      </details>
      {path && (
        <p className="text-sm">
          <a href={path} className="text-link">
            Its page in the shop
          </a>
        </p>
      )}
    </section>
  );
}
