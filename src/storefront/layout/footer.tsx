import { shopPageLabels } from '#contract/catalogue/shop-pages.ts';
import { t } from '#language/message.ts';
import { categoryPath } from '../catalogue/paths.ts';
import { categoryLinks } from '../catalogue/product-list/category-links.ts';
import { useShop } from '../shop/shop-context.ts';

export function Footer({ overVideo }: { overVideo: boolean }) {
  const { store, shopPages } = useShop();
  return (
    <footer
      data-theme={overVideo ? 'dark' : undefined}
      className={`relative z-10 mt-auto border-t text-ink ${overVideo ? 'snap-end bg-night' : ''}`}
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-8 text-sm text-ink-3">
        <p>
          {t('© {year} {holder}. All rights reserved.', { year: store.copyright.year, holder: store.copyright.holder })}
        </p>
        <nav aria-label={t('Footer')}>
          <ul className="-mx-2 flex flex-wrap gap-x-1">
            <FooterLink to={categoryPath('all')} label={t('All Products')} />
            {categoryLinks.map(({ category, label }) => (
              <FooterLink key={category} to={categoryPath(category)} label={t(label)} />
            ))}
            <FooterLink to="/contact" label={t('Contact')} />
            <FooterLink to="/profile/become-a-seller" label={t('Sell on {name}', { name: store.name })} />
            {shopPages.map((name) => (
              <FooterLink key={name} to={`/${name}`} label={shopPageLabels[name]} />
            ))}
            <li>
              <a href="/api/docs" className="inline-flex min-h-11 items-center px-2 hover:text-ink">
                {t('API')}
              </a>
            </li>
          </ul>
        </nav>
        <p hidden data-testid="design-credits">
          {store.design_credits}
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <a href={to} className="inline-flex min-h-11 items-center px-2 hover:text-ink">
        {label}
      </a>
    </li>
  );
}
