// Tools of a product card besides buying. Their code comes after the page can be used, and the HTML of a list has nothing of it.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import type { CardTools } from './card-tools.tsx';

const part = atom<typeof import('./card-tools.tsx') | null>(null);
let asked = false;

/** Without it nothing can be saved on this page; the next one asks again. */
function load() {
  if (asked) return;
  asked = true;
  import('./card-tools.tsx').then(part.set, () => {
    asked = false;
  });
}

export function LateCardTools(props: Parameters<typeof CardTools>[0]) {
  const loaded = useStore(part, { ssr: 'initial' });
  useEffect(load, []);
  return loaded && <loaded.CardTools {...props} />;
}
