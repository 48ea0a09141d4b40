import type { LicenseTerms } from '#contract/catalogue/license.ts';
import { t } from '#language/message.ts';
import { NotLegalAdvice } from '#product-form/not-legal-advice.tsx';
import { PlainWordsLists } from '#product-form/plain-words-lists.tsx';
import { rich } from '#ui/rich.ts';
import { licensePath } from './license-path.ts';

type Alternative = LicenseTerms['alternatives'][number];

type LicenseSectionProps = { license: string; terms: LicenseTerms | null };

/** License of a product: its name, its meaning in plain words as far as that is known, and the way to its text. */
export function LicenseSection({ license, terms }: LicenseSectionProps) {
  return (
    <section aria-labelledby="license" className="mt-10 border-t pt-8 md:mt-14">
      <h2 id="license" className="text-xl">
        {t('License')}
      </h2>
      {terms ? (
        <Terms terms={terms} />
      ) : (
        <p className="mt-4">
          <bdi className="font-[560]">{license}</bdi>
        </p>
      )}
    </section>
  );
}

function Terms({ terms: { alternatives } }: { terms: LicenseTerms }) {
  return (
    <>
      {alternatives.length > 1 && (
        <p className="mt-2 text-ink-2">{t('You choose one of {length}.', { length: alternatives.length })}</p>
      )}
      <div className="mt-4 grid gap-8">
        {alternatives.map((alternative, index) => (
          <AlternativeTerms key={index} alternative={alternative} />
        ))}
      </div>
      <NotLegalAdvice />
    </>
  );
}

function AlternativeTerms({ alternative }: { alternative: Alternative }) {
  return (
    <div>
      <ul className="mb-4 grid gap-1">
        {alternative.licenses.map(({ license_id, name, note }) => (
          <li key={license_id + note}>
            <bdi className="font-[560]">{name}</bdi>
            {note && <span className="text-ink-2"> {note}</span>}{' '}
            <a href={licensePath(license_id)} className="text-link text-sm">
              {rich('Read the text{span}', { span: <span className="sr-only"> {t('of {name}', { name })}</span> })}
            </a>
          </li>
        ))}
      </ul>
      <PlainWordsLists words={alternative} heading="h3" />
    </div>
  );
}
