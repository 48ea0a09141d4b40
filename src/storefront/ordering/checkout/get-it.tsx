import { type ReactNode, useEffect, useRef } from 'react';
import { kindsOf } from '#contract/goods/goods.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { rich } from '#ui/rich.ts';
import { useOwned } from '../../goods/owned/use-owned.ts';
import { goodsOfChoice } from '../../goods/release/release-for.ts';
import { AcceptedTerms } from './accepted-terms.tsx';
import { useGetIt, type WantedForFree } from './use-get-it.ts';

type GetItProps = WantedForFree & {
  /** Asks for what has to be chosen before, if anything has. */
  askFirst: (() => void) | null;
  /** Shown in its place where the files are in the library already. */
  otherwise?: ReactNode;
};

/** Button of one click for products that cost nothing. Files that are in the library already are not offered again here. */
export function GetIt({ askFirst, otherwise = null, ...wanted }: GetItProps) {
  const { product, selected } = wanted;
  const { busy, got, get } = useGetIt(wanted);
  const way = useRef<HTMLAnchorElement>(null);
  const owned = useOwned([product.product_id]).get(product.product_id);
  const isOfFiles = kindsOf(goodsOfChoice(product, selected) ?? {}).join() === 'files';

  useEffect(() => {
    // The button has gone.
    if (got !== undefined) way.current?.focus();
  }, [got]);

  if (got !== undefined)
    return (
      <p role="status" className="mb-3 text-center">
        {rich('It is yours. <a>Open your library</a>', {
          a: (words) => (
            <a ref={way} href={libraryPath(got)} className="text-link">
              {words}
            </a>
          ),
        })}
      </p>
    );
  if (owned && isOfFiles) return otherwise;
  return (
    <form
      noValidate
      className="needs-script mb-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (askFirst) askFirst();
        else void get();
      }}
    >
      <SubmitButton busy={busy} className="btn btn-accent btn-lg w-full">
        {t('Get it')}
      </SubmitButton>
      <AcceptedTerms lines={[product]} />
    </form>
  );
}
