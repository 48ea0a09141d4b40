// Check that a regular expression takes no longer than its text is long. Recheck proves it from the expression's automaton, the same at
// every run; what it cannot read so (looking around) is put before it in forms that take at least as long.
import { check } from 'recheck';
import type { Expression } from './expressions-of.ts';

const PATIENCE_MS = 60_000;
/** Without one of them there is nothing to repeat. */
const repeats = /[*+]|\{\d+,\d*\}/;
/** A count up to which a repetition adds a factor and no more. */
const MOST_COUNTED = 256;

/** Fault of the expression, as an end of a sentence; null: it takes a step for each character of a text, times a constant. */
export async function superLinear({ source, flags }: Expression): Promise<string | null> {
  if (source === null) return 'is put together of what its file does not say';
  if (!repeats.test(source)) return null;
  const parts = partsOf(source);
  if (parts.some(({ text }) => /^\\[1-9k]/.test(text))) return 'refers back, which nobody can bound';
  const around = groupsOf(parts).filter(({ opens }) => /^\(\?<?[=!]/.test(opens));
  if (around.some(({ isRepeated }) => isRepeated)) return 'looks around within what is repeated';
  if (around.some(({ opens, inside }) => opens.startsWith('(?<') && repeats.test(inside)))
    return 'looks behind at what has no fixed length';
  // Lookahead costs as much as a part of the whole; what comes after it begins anew.
  const forms = around.length === 0 ? [source] : [without(parts, 'inside'), without(parts, 'nothing')];
  for (const form of forms) {
    const fault = await faultOf(lowCounts(form), flags);
    if (fault) return fault;
  }
  return null;
}

async function faultOf(source: string, flags: string): Promise<string | null> {
  const judged = await check(source, flags, { checker: 'automaton', timeout: PATIENCE_MS });
  if (judged.status === 'safe') return null;
  if (judged.status === 'unknown') return `cannot be judged: ${judged.error.kind}`;
  return `takes ${judged.complexity.summary} time, as for ${judged.attack.pattern}`;
}

type Part = { text: string; isGroup: boolean };

/** Escapes, classes, beginnings and ends of groups, repetitions, and single characters. */
function partsOf(source: string): Part[] {
  const pieces = source.match(
    /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|\d+|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|\)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/g,
  );
  return (pieces ?? []).map((text) => ({ text, isGroup: text.startsWith('(') }));
}

type Group = { opens: string; inside: string; isRepeated: boolean };

function groupsOf(parts: readonly Part[]): Group[] {
  const open: number[] = [];
  const found: Array<{ from: number; to: number }> = [];
  parts.forEach(({ text, isGroup }, at) => {
    if (isGroup) open.push(at);
    if (text === ')') found.push({ from: open.pop() ?? 0, to: at });
  });
  const isRepetition = (at: number) => /^(?:[*+]|\{\d+,?\d*\})/.test(parts[at]?.text ?? '');
  return found.map(({ from, to }) => ({
    opens: parts[from]?.text ?? '',
    inside: textOf(parts.slice(from + 1, to)),
    isRepeated: found.some((outer) => outer.from <= from && outer.to >= to && isRepetition(outer.to + 1)),
  }));
}

/** The expression with each look around as a plain group, or without what it looks for. */
function without(parts: readonly Part[], left: 'inside' | 'nothing'): string {
  const open: boolean[] = [];
  let kept = '';
  for (const { text, isGroup } of parts) {
    const looks = /^\(\?<?[=!]/.test(text);
    const isLeftOut = left === 'nothing' && open.includes(true);
    if (isGroup) open.push(looks);
    if (!isLeftOut) kept += looks ? '(?:' : text;
    else if (text === ')' && open.filter(Boolean).length === 1 && open.at(-1)) kept += ')';
    if (text === ')') open.pop();
  }
  return kept;
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Low counts behave as high ones do, and are proved in a moment; very high ones as if they had no end. */
function lowCounts(source: string): string {
  return partsOf(source)
    .map(({ text }) =>
      text.replace(/^\{(\d+)(,?)(\d*)\}/, (_all, least: string, comma: string, most: string) => {
        const low = Math.min(Number(least), 2);
        if (comma === '' || most === '') return Number(least) > MOST_COUNTED ? '+' : `{${low}${comma}}`;
        return Number(most) > MOST_COUNTED ? `{${low},}` : `{${low},${Math.max(low, Math.min(Number(most), 3))}}`;
      }),
    )
    .join('');
}
