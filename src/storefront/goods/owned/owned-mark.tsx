import { Check } from 'lucide-react';
import { libraryPath } from '#contract/goods/library/library.ts';
import { rich } from '#ui/rich.ts';
import { useOwned } from './use-owned.ts';

/** Where one has the product: a link into the library, once it is known. */
export function OwnedMark({
  product: { product_id: id, product_name: name },
  className,
}: {
  product: { product_id: string; product_name: string };
  className: string;
}) {
  const owned = useOwned([id]).get(id);
  if (!owned) return null;
  return (
    <a className={className} href={libraryPath(owned)}>
      <Check size={14} strokeWidth={2} aria-hidden />
      {rich('In your library{span}', { span: <span className="sr-only">: {name}</span> })}
    </a>
  );
}
