import { type ReactNode, useEffect } from 'react';
import type { RouterState } from 'react-router';
import { type Shop, ShopContext } from '../shop/shop-context.ts';
import { Document, type PageAssets } from './document.tsx';
import { replayEarlyActions } from './early-actions.ts';

/** Data that the server hands to the browser beside the HTML, as JSON in the page. */
export type PageData = { shop: Shop; assets: PageAssets; hydration: Pick<RouterState, 'loaderData' | 'errors'> };

export function App(props: { data: PageData; serialized: string; children: ReactNode }) {
  useEffect(() => {
    const afterThisDrawing = setTimeout(replayEarlyActions);
    return () => clearTimeout(afterThisDrawing);
  }, []);
  return (
    <Document assets={props.data.assets} data={props.serialized}>
      <ShopContext value={props.data.shop}>{props.children}</ShopContext>
    </Document>
  );
}
