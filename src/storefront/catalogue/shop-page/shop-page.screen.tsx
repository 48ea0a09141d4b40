import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shopPageLabels, shopPageNames } from '#contract/catalogue/shop-pages.ts';
import { t } from '#language/message.ts';
import { Markdown, withMarkdown } from '../../markdown/markdown.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { notFound, orNotFound } from '../../routing/loader-errors.ts';
import { pageDescription } from '../../seo/page-description.ts';
import { useShop } from '../../shop/shop-context.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = /^.*[^/]/.exec(new URL(request.url).pathname)?.[0];
  const name = shopPageNames.find((known) => `/${known}` === path);
  if (!name) notFound();
  const page = context.get(apiContext).get('/page/{name}', { params: { path: { name } }, signal: request.signal });
  return { name, ...(await orNotFound(withMarkdown(page))) };
}

/** A page that the operator writes: terms, privacy, refunds, help. */
export function Component() {
  const { name, title, text } = useLoaderData<typeof loader>();
  const { store, shopPages } = useShop();
  return (
    <main id="main" className="wrap flex-1 py-10 md:py-16">
      <PageHead
        title={title}
        description={pageDescription(text) || `${title} of ${store.name}.`}
        canonical={`/${name}`}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h1 className="page-title wrap-break-word">{title}</h1>
          <nav aria-label={t('About this shop')} className="mt-6">
            <ul className="-mx-3 flex flex-wrap gap-x-1 text-sm lg:grid lg:justify-items-start">
              {shopPages.map((other) => (
                <li key={other}>
                  <a
                    href={`/${other}`}
                    aria-current={other === name ? 'page' : undefined}
                    className="inline-flex min-h-11 items-center px-3 text-ink-2 hover:text-ink aria-[current=page]:font-[560] aria-[current=page]:text-ink"
                  >
                    {shopPageLabels[other]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <Markdown text={text} by="shop" />
      </div>
    </main>
  );
}
