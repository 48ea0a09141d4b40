// Requests of every visitor of the test and their answers, by the phase of the test. A request that a disturbance has
// touched, from its beginning to its end, belongs to the disturbance.

/** `cached`: pages that the processes hold in memory. `reading`: all other reads. `changing`: sign-ins, sign-ups, orders. */
export type Kind = 'cached' | 'reading' | 'changing';

export type Answer = { status: number; headers: Headers; text: string };

type Entry = {
  phase: string;
  kind: Kind;
  ms: number;
  /** `told`: asked to come again, with 503 and Retry-After, or in the API's words. `failed`: anything else. */
  outcome: 'served' | 'told' | 'failed';
  what: string;
};

export type Summary = {
  phase: string;
  kind: Kind;
  requests: number;
  told: number;
  failed: number;
  p50: number;
  p99: number;
};

export type Journal = {
  begin(phase: { name: string; disturbs: boolean }): void;
  /** One request; null when it was not served. Redirects are not followed. */
  ask(kind: Kind, url: string, init?: RequestInit): Promise<Answer | null>;
  /** One line for each phase and kind, in the order in which they came. */
  summaries(): Summary[];
  /** Requests that were not served, such as '502 POST /identity/', with how often. */
  complaints(phase: string): Map<string, number>;
};

const SILENT_MS = 30_000;

export function createJournal(): Journal {
  const entries: Entry[] = [];
  let current = { name: '', disturbs: false };

  async function ask(kind: Kind, url: string, init: RequestInit = {}): Promise<Answer | null> {
    const begun = current;
    const started = performance.now();
    const where = `${init.method ?? 'GET'} ${new URL(url).pathname.replace(/\/(cs_test_|id\/).*/, '/...')}`;
    const note = (outcome: Entry['outcome'], what: string) =>
      entries.push({
        phase: (begun.disturbs ? begun : current).name,
        kind,
        ms: performance.now() - started,
        outcome,
        what: `${what} ${where}`,
      });
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(SILENT_MS), ...init });
      const text = await response.text();
      if (response.status < 400) {
        note('served', String(response.status));
        return { status: response.status, headers: response.headers, text };
      }
      const problem = `${response.status} ${problemOf(text)}`.trim();
      if (asksToComeAgain(response, text)) note('told', problem);
      else note('failed', `${problem} ${text.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      note('failed', cause instanceof Error ? cause.message : message);
    }
    return null;
  }

  return {
    begin(phase) {
      current = phase;
    },
    ask,
    summaries() {
      const groups = Map.groupBy(entries, ({ phase, kind }) => `${phase}|${kind}`);
      return [...groups.values()].map((group) => {
        const times = group.map(({ ms }) => ms).sort((a, b) => a - b);
        const { phase, kind } = group[0] as Entry;
        return {
          phase,
          kind,
          requests: group.length,
          told: group.filter(({ outcome }) => outcome === 'told').length,
          failed: group.filter(({ outcome }) => outcome === 'failed').length,
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
        };
      });
    },
    complaints(phase) {
      const counts = new Map<string, number>();
      for (const { outcome, what } of entries.filter((entry) => entry.phase === phase && entry.outcome !== 'served'))
        counts.set(`${outcome}: ${what}`, (counts.get(`${outcome}: ${what}`) ?? 0) + 1);
      return counts;
    },
  };
}

/** The value below which the share lies; `sorted` in ascending order. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Also where the answer to an order was lost, and the same cart comes once more. */
function asksToComeAgain(response: Response, text: string): boolean {
  if (response.status === 409 && text.includes('was paid for a moment ago')) return true;
  return (response.status === 503 && response.headers.has('retry-after')) || problemOf(text) === 'unavailable';
}

/** The code of an answer of the API, or the type of one of the account service. */
function problemOf(text: string): string {
  try {
    const { code, __type } = JSON.parse(text) as { code?: string; __type?: string };
    return code ?? __type ?? '';
  } catch {
    return '';
  }
}
