import { useEffect, useState } from 'react';
import type { LibraryEntryDetail, LibraryRelease } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { CopyIcon } from './copy-icon.tsx';
import { LibraryTokens } from './library-tokens.tsx';
import { programText, type Tool } from './program-text.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useReleaseFiles } from './section/use-release.ts';

type ProgramLinesProps = { tool: Exclude<Tool, 'curl'>; detail: LibraryEntryDetail; release: LibraryRelease };

/** Commands that get the same files with a tool that people use anyway, and the token that it needs. */
export function ProgramLines({ tool, detail, release }: ProgramLinesProps) {
  return <Lines tool={tool} detail={detail} release={release} files={[]} />;
}

/** The same for curl, which is told each file: all of them, once they are known. */
export function CurlLines({ detail, release }: Omit<ProgramLinesProps, 'tool'>) {
  const { first, items, more, all } = useReleaseFiles(detail, release.release_id);
  const [fault, setFault] = useState<string>();
  const isPart = Boolean(first.value) && more !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known that there are more
  useEffect(() => {
    if (isPart) void all().then(setFault);
  }, [isPart]);
  return (
    <ShowLoaded from={first} skeleton={<RowsSkeleton rows={2} />} fault={t('The files could not be loaded.')}>
      {() =>
        more === null ? (
          <Lines tool="curl" detail={detail} release={release} files={items.map(({ path }) => path)} />
        ) : fault === undefined ? (
          <RowsSkeleton rows={2} />
        ) : (
          <ActionButton
            action={async () => {
              const again = await all();
              setFault(again);
              return again;
            }}
          >
            {t('Load all files')}
          </ActionButton>
        )
      }
    </ShowLoaded>
  );
}

type LinesProps = { tool: Tool; detail: LibraryEntryDetail; release: LibraryRelease; files: readonly string[] };

function Lines({ tool, detail: { hub }, release: { version }, files }: LinesProps) {
  const { origin } = useShop();
  const [token, setToken] = useState<string | null>(null);
  const lines = programText(tool, { origin, hub, version, token: token ?? 'hf_…', files });
  return (
    <div className="grid min-w-0 gap-4">
      <div className="min-w-0 rounded-[10px] bg-[light-dark(var(--sunken),var(--raised))]">
        <div className="flex items-center justify-between border-b py-1 pl-3.5 pr-1.5">
          <span aria-hidden className="font-mono text-xs text-ink-3">
            {tool}
          </span>
          <CopyIcon text={lines} label={t('Copy the lines')} />
        </div>
        <section
          aria-label={t('Lines for {tool}', { tool })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-b-[10px] px-3.5 py-3"
        >
          <pre className="font-mono text-[0.8125rem] leading-6">{lines}</pre>
        </section>
      </div>
      <LibraryTokens onMade={setToken} />
    </div>
  );
}
