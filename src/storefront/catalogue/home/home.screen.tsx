import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Category, ProductCounts } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { useShop } from '../../shop/shop-context.ts';
import { categoryPath } from '../paths.ts';
import { listProducts } from '../product/read-products.ts';
import { HighlightPart } from './highlight-part.tsx';
import { PriceTable } from './price-table.tsx';
import { ProductPanel } from './product-panel.tsx';
import { readHighlights } from './read-highlights.ts';
import { Scene, step, Words } from './scene.tsx';
import { SceneStage } from './scene-stage.tsx';
import { SectionRail } from './section-rail.tsx';
import { useCurrentSection } from './use-current-section.ts';

/** Products beside each section. */
const SECTION_PRODUCTS = 5;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const init = { signal: request.signal };
  const lists = Promise.all(
    (['solutions', 'computing', 'data', 'algorithm'] as const).map((category) =>
      listProducts(api, { category, limit: SECTION_PRODUCTS }, init),
    ),
  );
  const [[solutions, computing, data, algorithm], highlights] = await orNotFound(
    Promise.all([lists, readHighlights(api, init)]),
  );
  return {
    counts: solutions?.counts,
    solutions: solutions?.products ?? [],
    computing: computing?.products ?? [],
    data: data?.products ?? [],
    algorithm: algorithm?.products ?? [],
    highlights,
  };
}

export function Component() {
  const { counts, solutions, computing, data, algorithm, highlights } = useLoaderData<typeof loader>();
  const { store, origin } = useShop();
  const root = useRef<HTMLElement>(null);
  const { current, seen } = useCurrentSection(root);
  const website = { '@context': 'https://schema.org', '@type': 'WebSite', name: store.name, url: `${origin}/` };

  return (
    <div data-theme="dark" className="text-white">
      <PageHead title={store.name} description={store.description} canonical="/" jsonLd={[website]} />
      <link rel="preload" as="image" href="/video/welcome.avif" type="image/avif" fetchPriority="high" />
      <SceneStage current={current} />
      <SectionRail current={current} />
      <main id="main" ref={root} className="home relative z-[1]">
        <Scene index={0} name={t('Welcome')} seen={seen}>
          <Welcome counts={counts} />
        </Scene>
        <Scene
          index={1}
          name={t('Solution')}
          seen={seen}
          aside={<ProductPanel products={solutions} caption={t('Solutions')} />}
        >
          <Words
            title={t('Assembled for the work in front of you.')}
            lede={t('Finished AI products that plug into the systems you already run, with their prices in the open.')}
            action={<GoTo category="solutions" label={t('Solutions')} />}
          />
        </Scene>
        <Scene index={2} name={t('Computing')} seen={seen} aside={<PriceTable products={computing} />}>
          <Words
            title={t('Heat, put to good use.')}
            lede={t(
              'Accelerators from a lunch break to a year: by the hour from our providers, or from two rental networks.',
            )}
            action={<GoTo category="computing" label={t('Computing')} />}
          />
        </Scene>
        <Scene index={3} name={t('Data')} seen={seen} aside={<ProductPanel products={data} caption={t('Data')} />}>
          <Words
            title={t('Every record has a source.')}
            lede={t(
              'Licensed and documented data sets: format, size, languages and license are on the page before you pay.',
            )}
            action={<GoTo category="data" label={t('Data')} />}
          />
        </Scene>
        <Scene
          index={4}
          name={t('Algorithm')}
          seen={seen}
          aside={<ProductPanel products={algorithm} caption={t('Algorithms')} />}
        >
          <Words
            title={t('The shortest path to the minimum.')}
            lede={t('Trainers, rankers, samplers and detectors, ready to be put into your own stack.')}
            action={<GoTo category="algorithm" label={t('Algorithm')} />}
          />
        </Scene>
        <HighlightPart rows={highlights} />
      </main>
    </div>
  );
}

function Welcome({ counts }: { counts: ProductCounts | undefined }) {
  return (
    <>
      <h1 className="rise max-w-[11ch] text-display tracking-[-.045em]! md:mt-auto">
        {t('Intelligence, by the hour.')}
      </h1>
      <p className="rise mt-6 max-w-[40ch] text-base text-white/80 md:mt-[min(2rem,3.5svh)] md:text-xl" style={step(1)}>
        {t('Rent the GPUs, license the data, deploy the model. Everything an AI project buys, compared in one place.')}
      </p>
      <div className="rise mt-8 flex flex-wrap gap-3 md:mt-[min(2rem,3.5svh)]" style={step(2)}>
        <GoTo category="all" label={t('All Products')} />
      </div>
      {counts && (
        <dl
          className="rise mt-10 grid grid-cols-[repeat(4,auto)] justify-between gap-x-4 md:-mb-6 md:mt-auto md:justify-start md:gap-x-14 md:pt-[min(2.5rem,4svh)]"
          style={step(4)}
        >
          <Stat value={counts.solutions} label={t('solutions')} />
          <Stat value={counts.computing} label={t('machines')} />
          <Stat value={counts.data} label={t('data sets')} />
          <Stat value={counts.algorithm} label={t('algorithms')} />
        </dl>
      )}
    </>
  );
}

function GoTo({ category, label }: { category: Category; label: string }) {
  return (
    <LinkButton href={categoryPath(category)} className="btn btn-primary btn-lg">
      {t('Go to {label}', { label })} <ArrowRight size={18} aria-hidden />
    </LinkButton>
  );
}

function Stat({ value, label }: { value: number; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="mt-0.5 text-xs text-white/75 md:text-sm">{label}</dt>
      <dd className="num text-xl font-[520] tracking-[-.03em] md:text-2xl">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}
