import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component whose scripts are loaded after those of the page: the server draws it, and what is plain HTML in it works at
 * once. Whoever goes to a screen with one in the browser awaits `preload`, so that it is drawn with the rest.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;

  async function preload() {
    loaded ??= await load();
  }

  function settle(): Promise<{ default: ComponentType<Props> }> {
    const component = loaded;
    // Settled at once where it is there, as the server draws without waiting.
    // biome-ignore lint/suspicious/noThenProperty: what React asks, without the turn of a promise
    if (component) return { then: (resolve: (module: object) => void) => resolve({ default: component }) } as never;
    // Where it cannot be fetched the page stays as the server has drawn it.
    return preload().then(
      () => settle(),
      () => new Promise(() => {}),
    );
  }

  const Lazy = lazy(settle) as unknown as ComponentType<Props>;
  const Late = (props: Props) => (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(Late, { preload });
}
