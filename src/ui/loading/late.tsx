import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A component whose scripts are loaded after those of the page: the server draws it, and what is plain HTML in it works at
 * once. Whoever goes to a screen with one in the browser awaits `preload`, so that it is drawn with the rest; `meanwhile` stands where
 * nobody has.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: (props: Props) => ReactNode,
) {
  type Module = { default: ComponentType<Props> };
  let loaded: Module | null = null;
  let settle: (module: Module) => void;
  const arrived = new Promise<Module>((resolve) => {
    settle = resolve;
  });

  async function preload() {
    loaded ??= { default: await load() };
    settle(loaded);
  }

  function wait(): Promise<Module> {
    const module = loaded;
    // Settled at once where it is there, as the server draws without waiting.
    // biome-ignore lint/suspicious/noThenProperty: what React asks, without the turn of a promise
    if (module) return { then: (resolve: (module: Module) => void) => resolve(module) } as never;
    // Where it cannot be fetched the page stays as the server has drawn it, until somebody has fetched it after all.
    preload().catch(() => {});
    return arrived;
  }

  const Lazy = lazy(wait) as unknown as ComponentType<Props>;
  const Late = (props: Props) => (
    <Suspense fallback={meanwhile?.(props)}>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(Late, { preload });
}
