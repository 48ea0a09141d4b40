// Screens for an address that cannot be compared as it is: why, and how to go on.

import type { ReactNode } from 'react';
import { t } from '#language/message.ts';
import { categoryPath } from '../paths.ts';
import { categoryLinks } from '../product-list/category-links.ts';
import { comparedMaximum, comparePath } from './compare-path.ts';
import type { Choice } from './read-comparison.ts';

export function ChooseCategory() {
  return (
    <Said text={t("Nothing is chosen yet. Open a product and press 'Compare', or choose from a category.")}>
      <CategoryList />
    </Said>
  );
}

/** Some are not sold, or not any more. */
export function GoneProducts({ missing, choices }: { missing: number; choices: Choice[] }) {
  const text =
    missing === 1
      ? t('One of the products of this address is not sold here, or not any more.')
      : t('{missing} of the products of this address are not sold here, or not any more.', { missing });
  if (choices.length === 0)
    return (
      <Said text={text}>
        <CategoryList />
      </Said>
    );
  return (
    <Said text={t('{text} What is there:', { text })}>
      <ChooseForm choices={choices} />
    </Said>
  );
}

export function ChooseProducts({ choices }: { choices: Choice[] }) {
  return (
    <Said text={t('Four products fit side by side. Choose up to {comparedMaximum} of them.', { comparedMaximum })}>
      <ChooseForm choices={choices} />
    </Said>
  );
}

/** Attributes of one category are missing in another. */
export function SeveralCategories({ choices }: { choices: Choice[] }) {
  const groups = categoryLinks.flatMap(({ category, label }) => {
    const ofCategory = choices.filter(({ type }) => type === category);
    return ofCategory.length > 0 ? [{ category, label, ofCategory }] : [];
  });
  return (
    <Said
      text={t('These products are of several categories, which say different things of theirs. Choose one category.')}
    >
      {groups.map(({ category, label, ofCategory }) => (
        <section key={category} className="grid gap-3">
          <h2 className="text-lg">{t(label)}</h2>
          <ChooseForm choices={ofCategory} />
        </section>
      ))}
    </Said>
  );
}

/** A plain form: it works without scripts. */
function ChooseForm({ choices }: { choices: Choice[] }) {
  const [only] = choices;
  if (only && choices.length === 1)
    return (
      <p>
        <a href={comparePath([only.id])} className="btn btn-line">
          <span className="truncate">{t('Compare {name} with another', { name: only.name })}</span>
        </a>
      </p>
    );
  return (
    <form action="/compare" className="grid justify-items-start gap-2">
      {choices.map(({ id, name }, index) => (
        <label key={id} className="flex min-h-10 items-center gap-3">
          <input type="checkbox" name="id" value={id} defaultChecked={index < comparedMaximum} />
          <bdi>{name}</bdi>
        </label>
      ))}
      <button type="submit" className="btn btn-primary mt-3">
        {t('Compare')}
      </button>
    </form>
  );
}

function CategoryList() {
  return (
    <ul className="flex flex-wrap gap-3">
      {categoryLinks.map(({ category, label }) => (
        <li key={category}>
          <a href={categoryPath(category)} className="btn btn-line">
            {t(label)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Said({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mt-3 grid max-w-[70ch] gap-6">
      <p className="text-ink-2">{text}</p>
      {children}
    </div>
  );
}
