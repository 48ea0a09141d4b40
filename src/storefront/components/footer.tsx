import { useShop } from '../store-context.ts';
import { categoryLinks, categoryPath } from './category-links.ts';

export function Footer({ overVideo }: { overVideo: boolean }) {
  const { store } = useShop();
  return (
    <footer
      data-theme={overVideo ? 'dark' : undefined}
      className={`relative z-10 mt-auto border-t text-ink ${overVideo ? 'snap-end bg-night' : ''}`}
    >
      <div className="wrap flex flex-col gap-6 py-8 text-sm text-ink-3 md:flex-row md:items-center md:justify-between">
        <p>
          © {store.copyright.year} {store.copyright.holder}. All rights reserved.
        </p>
        <nav aria-label="Footer">
          <ul className="-mx-2 flex flex-wrap gap-x-1">
            <FooterLink to={categoryPath('all')} label="All Products" />
            {categoryLinks.map(({ category, label }) => (
              <FooterLink key={category} to={categoryPath(category)} label={label} />
            ))}
            <FooterLink to="/contact" label="Contact" />
            <li>
              <a href="/api/docs" className="inline-flex min-h-11 items-center px-2 hover:text-ink">
                API
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
