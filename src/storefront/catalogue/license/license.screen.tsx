import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { License } from '#contract/catalogue/license.ts';
import { t } from '#language/message.ts';
import { NotLegalAdvice } from '#product-form/not-legal-advice.tsx';
import { PlainWordsLists } from '#product-form/plain-words-lists.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { notFound, orNotFound } from '../../routing/loader-errors.ts';
import { licensePath } from './license-path.ts';

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const sha256 = new URL(request.url).searchParams.get('sha256');
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256)) notFound();
  const init = { signal: request.signal };
  const license = await orNotFound(
    context.get(apiContext).get('/license/{id}', {
      params: { path: { id: params.id ?? '' }, query: { sha256: sha256 ?? undefined } },
      ...init,
    }),
  );
  return { license, isAccepted: Boolean(sha256) };
}

/** A license of products: what it means, and its text. */
export function Component() {
  const { license, isAccepted } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap flex-1 py-10 md:py-16">
      <PageHead
        title={license.name}
        description={`What the license ${license.name} allows, and its text.`}
        canonical={licensePath(license.license_id)}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h1 className="page-title wrap-break-word">
            <bdi>{license.name}</bdi>
          </h1>
          <p className="num mb-6 mt-2 wrap-break-word text-sm text-ink-3">{license.license_id}</p>
          <PlainWordsLists words={license} heading="h2" />
          <NotLegalAdvice />
        </div>
        <LicenseText license={license} isAccepted={isAccepted} />
      </div>
    </main>
  );
}

function LicenseText({ license: { text, url, sha256 }, isAccepted }: { license: License; isAccepted: boolean }) {
  return (
    <section aria-labelledby="text">
      <h2 id="text" className="text-xl">
        {isAccepted ? t('The text as it was accepted') : t('The text')}
      </h2>
      {text === null ? (
        <p className="mt-4 text-ink-2">
          {t('The shop has no copy of this text. Ask the provider of the product for it.')}
        </p>
      ) : (
        <p className="mt-4 whitespace-pre-line wrap-break-word text-sm leading-6 text-ink-2">{text}</p>
      )}
      {url && (
        <p className="mt-6 text-sm">
          <a href={url} rel="noreferrer" className="text-link wrap-break-word">
            {t('Where its author publishes it')}
          </a>
        </p>
      )}
      {sha256 && <p className="num mt-6 wrap-anywhere text-xs text-ink-3">{t('SHA-256 {sha256}', { sha256 })}</p>}
    </section>
  );
}
