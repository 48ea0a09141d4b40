import { useState } from 'react';
import type { LibraryEntryDetail, LibraryRelease } from '#contract/library.ts';
import { useShop } from '../../shop/shop-context.ts';
import { CopyIcon } from './copy-icon.tsx';
import { LibraryTokens } from './library-tokens.tsx';

export type Tool = 'hf' | 'datasets' | 'curl';

type ProgramLinesProps = { tool: Tool; detail: LibraryEntryDetail; release: LibraryRelease };

/** What is typed to get the same files with a tool that people use anyway, and the token that it needs. */
export function ProgramLines({ tool, detail, release }: ProgramLinesProps) {
  const { origin } = useShop();
  const [token, setToken] = useState<string | null>(null);
  const file = detail.newest_files?.files[0]?.path ?? 'README.md';
  const lines = linesFor(tool, { origin, detail, release, file, token: token ?? 'hf_…' }).join('\n');
  return (
    <div className="grid min-w-0 gap-4">
      <div className="relative min-w-0">
        <section
          aria-label={`Lines for ${tool}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-[10px] bg-[light-dark(var(--sunken),var(--raised))] py-3 pl-3.5 pr-12"
        >
          <pre className="font-mono text-[0.8125rem] leading-6">{lines}</pre>
        </section>
        <CopyIcon
          text={lines}
          label="Copy the lines"
          className="!absolute right-1.5 top-1.5 !bg-[light-dark(var(--sunken),var(--raised))]"
        />
      </div>
      <LibraryTokens onMade={setToken} />
    </div>
  );
}

type Facts = { origin: string; detail: LibraryEntryDetail; release: LibraryRelease; file: string; token: string };

function linesFor(tool: Tool, { origin, detail: { hub }, release: { version }, file, token }: Facts): string[] {
  const repo = hub?.repo ?? '';
  const isDataset = hub?.type === 'dataset';
  const env = [`export HF_ENDPOINT=${origin}`, `export HF_TOKEN=${token}`];
  if (tool === 'hf') {
    const type = isDataset ? ' --repo-type dataset' : '';
    return [
      ...env,
      `hf download ${repo}${type} --revision ${shellText(version)} --local-dir ${shellText(repo.split('/').at(-1) ?? 'files')}`,
    ];
  }
  if (tool === 'datasets')
    return [
      ...env,
      `python -c 'from datasets import load_dataset; print(load_dataset("${repo}", revision="${version}"))'`,
    ];
  const path = file.split('/').map(encodeURIComponent).join('/');
  const address = `${origin}/${isDataset ? 'datasets/' : ''}${repo}/resolve/${encodeURIComponent(version)}/${path}`;
  // A file that is there whole has nothing to go on with (416): that is no failure.
  return [
    `export HF_TOKEN=${token}`,
    `code=$(curl -fL -C - -O -w '%{http_code}' -H "Authorization: Bearer $HF_TOKEN" ${shellText(address)}) || [ "$code" = 416 ]`,
  ];
}

/** As a shell takes it for one word. */
function shellText(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
