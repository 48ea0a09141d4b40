import { ChevronRight } from 'lucide-react';
import { t } from '#language/message.ts';

/** The way from the list of all products to this page. */
export function Breadcrumb({ trail }: { trail: Array<[string, string]> }) {
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-ink-3">
        {trail.map(([name, path], index) => {
          const last = index === trail.length - 1;
          return (
            <li key={path} className="flex min-w-0 items-center gap-1.5">
              {index > 0 && <ChevronRight size={14} aria-hidden />}
              {last ? (
                <span aria-current="page" className="truncate text-ink">
                  <bdi>{name}</bdi>
                </span>
              ) : (
                <a href={path} className="py-1 hover:text-ink">
                  {name}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
