import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { t } from '#language/message.ts';
import { Breadcrumb } from '../../page/breadcrumb.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { categoryPath } from '../paths.ts';
import { categoryLinks } from '../product-list/category-links.ts';
import { ChooseCategory, ChooseProducts, GoneProducts, SeveralCategories } from './choose-products.tsx';
import { comparePath } from './compare-path.ts';
import { CompareTable } from './compare-table.tsx';
import { type Comparison, readComparison, statusOf } from './read-comparison.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const given = searchParams.getAll('id').filter(Boolean);
  const ids = [...new Set(given)];
  const onlyDifferences = searchParams.get('rows') === 'differences';
  // One comparison has one address.
  if (ids.length < given.length) return redirect(comparePath(ids, { onlyDifferences }));
  const comparison = await orNotFound(readComparison(context.get(apiContext), ids, request.signal));
  return data({ comparison, onlyDifferences }, { status: statusOf[comparison.kind] });
}

/** Up to four products of a category side by side. */
export function Component() {
  const { comparison, onlyDifferences } = useLoaderData<typeof loader>();
  const columns = comparison.kind === 'table' ? comparison.columns : [];
  const category = categoryLinks.find((link) => link.category === columns[0]?.type);
  const title =
    columns.length > 1
      ? t(
          'Compare {count, plural, one {one product} =2 {two products} =3 {three products} =4 {four products} other {# products}}',
          { count: columns.length },
        )
      : t('Compare products');
  return (
    <main id="main" className="page wrap flex-1">
      <PageHead
        title={title}
        description={columns.map(({ name }) => name).join(', ') || 'Products side by side.'}
        noIndex
      />
      <Breadcrumb
        trail={[
          [t('Products'), categoryPath('all')],
          ...(category ? [[t(category.label), categoryPath(category.category)] as [string, string]] : []),
          [t('Compare'), '/compare'],
        ]}
      />
      <h1 className="page-title mt-4">{title}</h1>
      <Content comparison={comparison} onlyDifferences={onlyDifferences} />
    </main>
  );
}

function Content({ comparison, onlyDifferences }: { comparison: Comparison; onlyDifferences: boolean }) {
  switch (comparison.kind) {
    case 'nothing':
      return <ChooseCategory />;
    case 'gone':
      return <GoneProducts {...comparison} />;
    case 'too many':
      return <ChooseProducts {...comparison} />;
    case 'several categories':
      return <SeveralCategories {...comparison} />;
    case 'table':
      return <CompareTable {...comparison} onlyDifferences={onlyDifferences} />;
  }
}
