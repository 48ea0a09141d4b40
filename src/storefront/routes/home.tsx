import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listProducts } from '#client/api-client/product.ts';
import { formatUnitPrice } from '#contract/money.ts';
import { type Category, effectivePrice, type ProductSummary } from '#contract/product.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { categoryPath, productPath } from '../catalogue/paths.ts';
import { SceneStage, scenes } from '../components/home/scene-stage.tsx';
import { useCurrentSection } from '../components/home/use-current-section.ts';
import { PageHead } from '../components/page/page-head.tsx';
import { apiContext } from '../routing/api-context.ts';
import { orNotFound } from '../routing/loader-errors.ts';
import { useShop } from '../shop/shop-context.ts';

const SHOWN = 5;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const init = { signal: request.signal };
  const [solutions, computing, data, algorithm] = await orNotFound(
    Promise.all(
      (['solutions', 'computing', 'data', 'algorithm'] as const).map((category) =>
        listProducts(api, { category, limit: SHOWN }, init),
      ),
    ),
  );
  return {
    counts: solutions?.counts,
    solutions: solutions?.products ?? [],
    computing: computing?.products ?? [],
    data: data?.products ?? [],
    algorithm: algorithm?.products ?? [],
  };
}

export function Component() {
  const { counts, solutions, computing, data, algorithm } = useLoaderData<typeof loader>();
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
        <Scene index={0} name="Welcome" seen={seen}>
          <h1 className="rise max-w-[11ch] text-display tracking-[-.045em]! md:mt-auto">Intelligence, by the hour.</h1>
          <p
            className="rise mt-6 max-w-[40ch] text-base text-white/80 md:mt-[min(2rem,3.5svh)] md:text-xl"
            style={step(1)}
          >
            Rent the GPUs, license the data, deploy the model. Everything an AI project buys, compared in one place.
          </p>
          <div className="rise mt-8 flex flex-wrap gap-3 md:mt-[min(2rem,3.5svh)]" style={step(2)}>
            <GoTo category="all" label="All Products" />
          </div>
          {counts && (
            <dl
              className="rise mt-10 grid grid-cols-[repeat(4,auto)] justify-between gap-x-4 md:-mb-6 md:mt-auto md:justify-start md:gap-x-14 md:pt-[min(2.5rem,4svh)]"
              style={step(4)}
            >
              <Stat value={counts.solutions} label="solutions" />
              <Stat value={counts.computing} label="machines" />
              <Stat value={counts.data} label="data sets" />
              <Stat value={counts.algorithm} label="algorithms" />
            </dl>
          )}
        </Scene>
        <Scene index={1} name="Solution" seen={seen} aside={<ProductPanel products={solutions} caption="Solutions" />}>
          <Words
            title="Assembled for the work in front of you."
            lede="Finished AI products that plug into the systems you already run, with their prices in the open."
            action={<GoTo category="solutions" label="Solutions" />}
          />
        </Scene>
        <Scene index={2} name="Computing" seen={seen} aside={<PriceTable products={computing} />}>
          <Words
            title="Heat, put to good use."
            lede="Accelerators from a lunch break to a year: by the hour from our providers, or from two rental networks."
            action={<GoTo category="computing" label="Computing" />}
          />
        </Scene>
        <Scene index={3} name="Data" seen={seen} aside={<ProductPanel products={data} caption="Data" />}>
          <Words
            title="Every record has a source."
            lede="Licensed and documented data sets: format, size, languages and license are on the page before you pay."
            action={<GoTo category="data" label="Data" />}
          />
        </Scene>
        <Scene
          index={4}
          name="Algorithm"
          seen={seen}
          aside={<ProductPanel products={algorithm} caption="Algorithms" />}
        >
          <Words
            title="The shortest path to the minimum."
            lede="Trainers, rankers, samplers and detectors, ready to be put into your own stack."
            action={<GoTo category="algorithm" label="Algorithm" />}
          />
        </Scene>
      </main>
    </div>
  );
}

function step(index: number): CSSProperties {
  return { '--i': index } as CSSProperties;
}

type SceneProps = { index: number; name: string; seen: ReadonlySet<number>; children: ReactNode; aside?: ReactNode };

function Scene({ index, name, seen, children, aside }: SceneProps) {
  return (
    <section id={scenes[index]} aria-label={name} data-seen={seen.has(index) ? '' : undefined} className="scene flex">
      <div className="wrap flex flex-col justify-end pb-24 pt-24 md:justify-center md:pb-16 md:pt-[clamp(5rem,14svh,6rem)]">
        {aside ? (
          <div className="grid grid-cols-1 items-center gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,420px)] md:gap-16">
            <div>{children}</div>
            <div className="rise md:mr-12" style={step(3)}>
              {aside}
            </div>
          </div>
        ) : (
          children
        )}
      </div>
    </section>
  );
}

function Words({ title, lede, action }: { title: string; lede: string; action: ReactNode }) {
  return (
    <div className="max-w-[680px]">
      <h2 className="rise text-section">{title}</h2>
      <p className="rise mt-5 max-w-[44ch] text-base text-white/80 md:mt-6 md:text-lg" style={step(1)}>
        {lede}
      </p>
      <div className="rise mt-7 flex flex-wrap gap-3" style={step(2)}>
        {action}
      </div>
    </div>
  );
}

function GoTo({ category, label }: { category: Category; label: string }) {
  return (
    <LinkButton href={categoryPath(category)} className="btn btn-primary btn-lg">
      Go to {label} <ArrowRight size={18} aria-hidden />
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

function ProductPanel({ products, caption }: { products: ProductSummary[]; caption: string }) {
  return (
    <ul className="glass px-5 py-1 max-md:[&>li:nth-child(n+3)]:hidden" aria-label={caption}>
      {products.map((product) => (
        <li key={product.product_id} className="border-t border-white/12 first:border-0">
          <a href={productPath(product.product_id)} className="group flex items-center gap-4 py-3.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-[540]">
                <bdi>{product.product_name}</bdi>
              </span>
              <span className="num block text-sm text-white/75">{unitPrice(product)}</span>
            </span>
            <ArrowUpRight
              size={18}
              aria-hidden
              className="flex-none text-white/70 transition-colors group-hover:text-white"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function PriceTable({ products }: { products: ProductSummary[] }) {
  return (
    <div className="glass p-2">
      <table className="num w-full table-fixed text-sm">
        <caption className="sr-only">Machines and their prices</caption>
        <thead>
          <tr className="text-xs text-white/75">
            <th scope="col" className="px-3 py-2 text-left font-normal">
              Machine
            </th>
            <th scope="col" className="w-32 px-3 text-right font-normal">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.product_id} className="border-t border-white/10 hover:bg-white/5">
              <td className="truncate px-3 py-2.5 font-[540] md:py-3">
                <a href={productPath(product.product_id)}>
                  <bdi>{product.product_name}</bdi>
                </a>
              </td>
              <td className="px-3 text-right">{unitPrice(product)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function unitPrice(product: ProductSummary): string {
  return formatUnitPrice(effectivePrice(product)) + (product.price_unit && ` / ${product.price_unit}`);
}

function SectionRail({ current }: { current: number }) {
  return (
    <nav aria-label="Sections" className="fixed right-6 top-1/2 z-20 hidden -translate-y-1/2 md:block">
      <ul className="flex flex-col items-end gap-1">
        {scenes.map((scene, index) => (
          <li key={scene}>
            <a
              href={`#${scene}`}
              aria-current={current === index ? 'true' : undefined}
              className="group flex h-7 items-center gap-3 capitalize"
            >
              <span className="text-xs opacity-0 transition-opacity duration-300 group-hover:opacity-100 group-focus-visible:opacity-100">
                {scene}
              </span>
              <span
                className={`h-px transition-all duration-500 ${current === index ? 'w-9 bg-white' : 'w-4 bg-white/60'}`}
              />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
