import { type MouseEvent, useState } from 'react';
import { isOwnPicture, pictureWidths, smallPicture } from '#contract/catalogue/picture.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';

type Pictured = Pick<Product, 'product_img' | 'product_name' | 'pictures'>;

/** The picture of a product. Of several the others stand below it as links, which lead to them as files where no script runs. */
export function Gallery({ product }: { product: Pictured }) {
  const { pictures, product_name: name } = product;
  const [chosen, choose] = useState(0);
  if (!pictures) return <Shown address={product.product_img} alt={name} />;
  const at = Math.min(chosen, pictures.length - 1);

  function show(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    choose(index);
  }

  return (
    <div className="min-w-0">
      <Shown
        address={pictures[at] ?? product.product_img}
        alt={t('{name}, picture {value} of {length}', { name, value: at + 1, length: pictures.length })}
      />
      <ul aria-label={t('Pictures')} className="mt-3 grid grid-cols-5 gap-2 sm:gap-3">
        {pictures.map((address, index) => (
          <li key={address}>
            <a
              href={address}
              aria-label={t('Picture {value}', { value: index + 1 })}
              aria-current={index === at || undefined}
              onClick={(event) => show(event, index)}
              className="block overflow-hidden rounded-md border border-line bg-night aria-[current]:outline-2 aria-[current]:outline-ink"
            >
              <img
                src={smallPicture(address)}
                alt=""
                width="160"
                height="120"
                loading="lazy"
                className="aspect-[4/3] w-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Shown({ address, alt }: { address: string; alt: string }) {
  const { whole, small } = pictureWidths;
  return (
    <div className="product-picture min-w-0 bg-night">
      <img
        src={address}
        alt={alt}
        width="800"
        height="600"
        fetchPriority="high"
        className="size-full object-cover"
        {...(isOwnPicture(address) && {
          srcSet: `${smallPicture(address)} ${small}w, ${address} ${whole}w`,
          // Seven of twelve columns, or all that the page's margins leave.
          sizes: '(min-width: 1024px) min(690px, 54vw), 92vw',
        })}
      />
    </div>
  );
}
