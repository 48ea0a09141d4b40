import { useLocation } from 'react-router';
import { isOwnPicture } from '#contract/catalogue/picture.ts';
import { useShop } from '../shop/shop-context.ts';

type PageHeadProps = {
  title: string;
  description: string;
  /** The one address of this content, without filters that only narrow it; the page's own path by default. */
  canonical?: string;
  /** Path of a picture for links in social networks and chats; what the shop draws for them has 1200 x 630 pixels. */
  picture?: string;
  noIndex?: boolean;
  /** schema.org data; plain objects only. */
  jsonLd?: object[];
};

/** Title, description and link previews of a page; React moves them into the head. */
export function PageHead(props: PageHeadProps) {
  const { store, origin } = useShop();
  const { pathname } = useLocation();
  const picture = props.picture ?? '/og.jpg';
  const url = origin + (props.canonical ?? pathname);
  // Nothing in a product's name may turn the rest of the title around.
  const name = props.title.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
  const title = name === store.name ? `${store.name}: ${store.tagline}` : `${name} | ${store.name}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      {props.noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={store.name} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={props.description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={origin + picture} />
      {!isOwnPicture(picture) && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {props.jsonLd?.map((data, index) => (
        <script
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, in a block that is not run
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}
