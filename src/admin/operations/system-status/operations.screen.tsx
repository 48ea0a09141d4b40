import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useOperationsGuide } from './system-status.ts';

/** docs/operations.md of the version that runs: it is at hand where the network is not. */
export function Component() {
  const guide = useOperationsGuide();
  return (
    <Screen title="Guide" lead="How this shop is run: docs/operations.md of its version.">
      <ShowLoaded from={guide} skeleton={<RowSkeleton rows={12} />} fault="The guide could not be loaded.">
        {(html) => <Guide html={html} />}
      </ShowLoaded>
    </Screen>
  );
}

function Guide({ html }: { html: string }) {
  return (
    <div
      className="prose max-w-[46rem] grid-cols-[minmax(0,1fr)] [overflow-wrap:anywhere] text-sm [&_code]:whitespace-pre-wrap [&_li]:min-w-0 [&_pre]:min-w-0 [&_pre]:max-w-full [&_pre]:whitespace-pre-wrap [&_code]:[overflow-wrap:anywhere] [&_h2]:outline-none [&_h3]:outline-none [&_h1]:hidden [&_h2]:mt-8 [&_h2]:text-xl [&_h3]:mt-4 [&_h3]:text-lg [&_h3]:text-ink [&_h2]:text-ink [&_table]:block [&_table]:overflow-x-auto [&_td]:border-b [&_td]:p-2 [&_td]:align-top [&_th]:p-2 [&_th]:text-left"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the installation, made into HTML by the shop's own server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
