import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

type CopyableLinesProps = { lines: readonly string[]; label: string; copyLabel: string; children: ReactNode };

/** Lines for a file of somebody's, shown when asked for, and a button that copies all of them; `children` say what they are for. */
export function CopyableLines({ lines, label, copyLabel, children }: CopyableLinesProps) {
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-ink-2">{children}</p>
      <details>
        <summary className="cursor-pointer">{label}</summary>
        <pre className="mt-2 rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all">
          {lines.join('\n')}
        </pre>
      </details>
      <CopyButton text={`${lines.join('\n')}\n`}>{copyLabel}</CopyButton>
    </div>
  );
}
