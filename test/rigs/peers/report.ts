// Tables of what was found, in Markdown, with ratios to Hearth within the run.
import { BUYERS, type Contestant, type Turn } from './contest.ts';
import { reads } from './peer.ts';

/** One that took no part, with the reason. */
export type Missing = { name: string; failure: string };

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const median = (numbers: number[]) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const short = (number: number) => number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0);
const orEmpty = (number: number, text = short) => (Number.isFinite(number) ? text(number) : '');

export type Summary = {
  perSecond: number;
  p50: number;
  p99: number;
  cpuMilliseconds: number;
  bytes: number;
};

/** Medians of the turns; the percentiles are of all their requests. */
export function summaryOf(turns: Turn[]): Summary {
  const times = Float64Array.from(turns.flatMap(({ milliseconds }) => milliseconds)).sort();
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    perSecond: median(turns.map(({ perSecond }) => perSecond)),
    p50: at(0.5),
    p99: at(0.99),
    cpuMilliseconds: median(turns.map(({ cpu }) => cpu)) / 1_000,
    bytes: Math.round(median(turns.map(({ bytes }) => bytes))),
  };
}

/** Rate of one as a share of another's in the same round: the median of the rounds. */
function share(turns: Turn[], others: Turn[] | undefined): number {
  return median(turns.map(({ perSecond }, round) => perSecond / (others?.[round]?.perSecond ?? Number.NaN)));
}

function table(head: string[], lines: string[][]): string {
  const rule = head.map((_, index) => (index < 1 ? '---' : '---:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rateTable(contestants: Contestant[], whats: readonly (typeof reads)[number][] | readonly ['order']): string {
  const first = contestants[0];
  const second = contestants.find(({ name }) => name.includes('CACHE_MB=0'));
  return table(
    ['', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'bytes', 'of Hearth', 'of CACHE_MB=0'],
    whats.flatMap((what) =>
      contestants.flatMap((contestant) => {
        const turns = contestant.turns.get(what);
        if (!turns) return [];
        const { perSecond, p50, p99, cpuMilliseconds, bytes } = summaryOf(turns);
        const ofFirst = share(turns, first?.turns.get(what));
        const ofSecond = share(turns, second?.turns.get(what));
        return [
          [
            `${what}: ${contestant.name}`,
            orEmpty(perSecond),
            orEmpty(p50),
            orEmpty(p99),
            orEmpty(cpuMilliseconds),
            orEmpty(bytes, String),
            orEmpty(ofFirst, (it) => it.toFixed(3)),
            orEmpty(ofSecond, (it) => it.toFixed(3)),
          ],
        ];
      }),
    ),
  );
}

function rushTable(contestants: Contestant[]): string {
  return table(
    [`${BUYERS} buyers at once, 10 units`, 'placed', 'refused', 'failed', 'sold beyond the stock'],
    contestants.flatMap(({ name, rush }) =>
      rush ? [[name, rush.placed, rush.refused, rush.failed, rush.soldBeyond].map(String)] : [],
    ),
  );
}

function restTable(contestants: Contestant[]): string {
  const hearth = contestants[0];
  const startOf = (contestant?: Contestant) => median(contestant?.startSeconds ?? []);
  return table(
    ['', 'start s', 'of Hearth', 'MB at rest', 'MB after the load', 'packages', 'MB on disk', 'found by a search'],
    contestants.map((contestant) => {
      const { name, memory, filled, found } = contestant;
      const { packages, megabytes } = filled.disk;
      return [
        name,
        orEmpty(startOf(contestant)),
        orEmpty(startOf(contestant) / startOf(hearth)),
        memory.rest.join(' + '),
        memory.loaded.join(' + '),
        String(packages),
        String(megabytes),
        orEmpty(found),
      ];
    }),
  );
}

export function renderReport(contestants: Contestant[], missing: Missing[], head: string): string {
  const failures = [...missing, ...contestants].filter(({ failure }) => failure !== null);
  const versions = contestants.map(({ name, filled }) => `- ${name}: ${filled.versions.join(', ')}`);
  const faults = contestants.flatMap(({ name, rush, refused }) => [
    ...(rush?.fault ? [`- ${name}, oversell: ${rush.fault}`] : []),
    ...(refused[0] ? [`- ${name}: ${refused.length} orders were refused, such as ${refused[0]}`] : []),
  ]);
  return [
    head,
    versions.join('\n'),
    rateTable(contestants, reads),
    rateTable(contestants, ['order']),
    rushTable(contestants),
    restTable(contestants),
    ...(faults.length > 0 ? [`Errors:\n\n${faults.join('\n')}`] : []),
    ...(failures.length > 0
      ? [`Failed:\n\n${failures.map(({ name, failure }) => `- ${name}: ${failure}`).join('\n')}`]
      : []),
  ].join('\n\n');
}

/** The same for machines. */
export function toJson(contestants: Contestant[], missing: Missing[]): object {
  return {
    missing,
    shops: contestants.map(({ name, filled, found, turns, rush, refused, startSeconds, memory, failure }) => ({
      name,
      versions: filled.versions,
      disk: filled.disk,
      requestsOfOrder: filled.requestsOfOrder,
      found,
      measured: Object.fromEntries([...turns].map(([what, them]) => [what, summaryOf(them)])),
      rates: Object.fromEntries([...turns].map(([what, them]) => [what, them.map(({ perSecond }) => perSecond)])),
      rush,
      refused,
      startSeconds,
      memory,
      failure,
    })),
  };
}
