import type { ShopCheck } from '#contract/operations/shop-check.schema.ts';
import { Lamp } from '#ui/lamp.tsx';
import { runWords } from './check-words.ts';

/** How it stands: of one that runs, what it found before is told as long as it does. */
export function CheckLamp({ check: { last, running } }: { check: Pick<ShopCheck, 'last' | 'running'> }) {
  const shown = running ?? last;
  if (!shown) return <Lamp state="draft">Never run</Lamp>;
  const [lamp, word] = runWords[shown.state];
  return (
    <>
      <Lamp state={lamp}>{running?.repairs && running.state === 'running' ? 'Putting right' : word}</Lamp>
      {running && last && (
        <span className="block text-xs text-ink-3">{`before: ${runWords[last.state][1].toLowerCase()}`}</span>
      )}
    </>
  );
}
