import type { ReactNode } from 'react';
import { inlineScripts } from './inline-scripts.ts';

/**
 * Assets that the page loads; server and browser get the same, so that they render the same head. `preamble` is a script that the
 * development server needs to run first.
 */
export type PageAssets = {
  script: string;
  styles: string[];
  preloads: string[];
  font: string | null;
  preamble?: string;
};

export function Document(props: { assets: PageAssets; data: string | null; children: ReactNode }) {
  const { assets } = props;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fafaf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#07080b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {inlineScripts.map((script) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
        {assets.font && <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* The page reads and links without them: scripts yield to styles, type and pictures. */}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        {assets.preamble && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the bundler's own code, in development only
          <script type="module" dangerouslySetInnerHTML={{ __html: assets.preamble }} />
        )}
        {/* Not async: from a cache it would run before the rest of a slow page is there. */}
        {assets.script && <script type="module" src={assets.script} fetchPriority="low" />}
      </head>
      <body>
        {props.children}
        <script
          type="application/json"
          id="page-data"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, in a block that is not run
          dangerouslySetInnerHTML={{ __html: props.data ?? '' }}
        />
      </body>
    </html>
  );
}
