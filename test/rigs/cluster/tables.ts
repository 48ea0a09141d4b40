import type { Check } from './checks.ts';
import { type Journal, type Kind, percentile, type Summary } from './journal.ts';
import type { Speed } from './speed.ts';
import type { Writer } from './writers.ts';

export function printSummaries(summaries: Summary[]) {
  console.log('\n| phase | requests | number | asked to come again | failed | p50 ms | p99 ms |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const { phase, kind, requests, told, failed, p50, p99 } of summaries)
    console.log(`| ${phase} | ${kind} | ${requests} | ${told} | ${failed} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
}

/** How long changes took to show, in milliseconds. */
export function printVisibility(rows: Array<{ what: string; times: number[] }>) {
  console.log('\n| a change of the catalogue is shown by a process | number | p50 ms | greatest ms |');
  console.log('| --- | ---: | ---: | ---: |');
  for (const { what, times } of rows) {
    const sorted = [...times].sort((a, b) => a - b);
    const greatest = sorted.at(-1) ?? Number.NaN;
    console.log(`| ${what} | ${sorted.length} | ${percentile(sorted, 0.5).toFixed(0)} | ${greatest.toFixed(0)} |`);
  }
}

export function printSpeeds(speeds: Speed[]) {
  console.log('\nOn one machine the load, nginx, PostgreSQL and the processes share the same processors.\n');
  console.log('| list pages through nginx | one process, requests/s | two processes | ratio |');
  console.log('| --- | ---: | ---: | ---: |');
  for (const { what, one, two, ratio } of speeds)
    console.log(`| ${what} | ${one.toFixed(0)} | ${two.toFixed(0)} | ${ratio.toFixed(2)} |`);
}

export function printChecks(checks: Check[]) {
  console.log('\n| what must hold | found | holds |');
  console.log('| --- | --- | --- |');
  for (const { what, found, holds } of checks) console.log(`| ${what} | ${found} | ${holds ? 'yes' : '**no**'} |`);
}

export type Failover = {
  name: string;
  /** Beginning and end, by performance.now(). */
  from: number;
  to: number;
  /** Milliseconds until each writer was answered again; 0 where it never was not. */
  back: number[];
};

/** How each disturbance went. */
export function printFailovers(
  failovers: Failover[],
  given: { writers: Writer[]; lost: Array<{ at: number }>; journal: Journal },
) {
  const summaries = given.journal.summaries();
  const names = given.writers.map(({ name }) => `writes back, ${name}, s`);
  const columns = [
    'pages in memory failed',
    'other reads failed',
    'other reads told to come again',
    'acknowledged',
    'lost',
  ];
  console.log(`\n| disturbance | ${[...names, ...columns].join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(names.length + columns.length)}`);
  for (const { name, from, to, back } of failovers) {
    const summaryOf = (kind: Kind) => summaries.find((each) => each.phase === name && each.kind === kind);
    const isWithin = ({ at }: { at: number }) => at >= from && at <= to;
    const acknowledged = given.writers.flatMap((writer) => writer.acknowledged).filter(isWithin).length;
    const cells = [
      ...back.map((ms) => (ms / 1_000).toFixed(1)),
      ...(['cached', 'reading'] as const).map((kind) => `${summaryOf(kind)?.failed} of ${summaryOf(kind)?.requests}`),
      summaryOf('reading')?.told,
      acknowledged,
      given.lost.filter(isWithin).length,
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
