/** A row of the table: `lost` and `doubled` of what was `acknowledged`, null where there is nothing to count. */
export type Finding = {
  what: string;
  rounds: number;
  acknowledged: number | null;
  lost: number | null;
  doubled: number | null;
  /** Other faults, in sentences. */
  faults: string[];
  /** Why it was not run; null: it was. */
  notRun?: string;
};

export function holds({ lost, doubled, faults }: Finding): boolean {
  return !lost && !doubled && faults.length === 0;
}

/** The table, and below it what does not hold. */
export function printFindings(findings: Finding[]) {
  const cell = (value: number | null) => (value === null ? '' : String(value));
  console.log('\n| what | rounds | acknowledged | lost | doubled | holds |');
  console.log('| --- | ---: | ---: | ---: | ---: | --- |');
  for (const finding of findings) {
    const { what, rounds, acknowledged, lost, doubled, notRun } = finding;
    const verdict = notRun ? `not run: ${notRun}` : holds(finding) ? 'yes' : '**no**';
    console.log(
      `| ${what} | ${notRun ? '' : rounds} | ${cell(acknowledged)} | ${cell(lost)} | ${cell(doubled)} | ${verdict} |`,
    );
  }
  for (const { what, faults } of findings) for (const fault of faults) console.log(`\n${what}: ${fault}`);
}
