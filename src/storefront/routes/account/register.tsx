import { useSearchParams } from 'react-router';
import { categoryPath } from '../../components/category-links.ts';
import { PageHead } from '../../components/page-head.tsx';

/** Accounts are not part of this version: the page says so, and leads back to where the visitor came from. */
export function Component() {
  const [params] = useSearchParams();
  const wanted = params.get('returnUrl') ?? '';
  const back = /^\/products\/(?!\/)/.test(wanted) ? wanted : categoryPath('all');
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-16">
      <PageHead title="Login" description="Log in to your account." noIndex />
      <div className="card w-full max-w-[460px] p-6 md:p-8">
        <h1 className="text-2xl">Login</h1>
        <p className="mt-3 text-ink-2">
          Customer accounts are not open yet in this version of the shop. Everything that needs none is: browse, search,
          compare and read what others say.
        </p>
        <a href={back} className="btn btn-primary mt-6">
          Back to the products
        </a>
      </div>
    </main>
  );
}
