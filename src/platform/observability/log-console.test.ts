import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { logConsole } from './log-console.ts';

const { console: printer } = globalThis;

function logged() {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const end = logConsole(log);
  onTestFinished(end);
  return { end, lines, told: () => lines.map((line) => JSON.parse(line)) };
}

test('what libraries write to the console is a line of the log, JSON and bounded', () => {
  const { end, lines, told } = logged();
  printer.warn(`The URL path "/a${'%'.repeat(7_000)}x" could not be decoded`);
  printer.error('failed:\n%s', new Error('away'));
  printer.log({ a: 1 });
  end();
  expect(told()).toMatchObject([
    { level: 40, part: 'console', said: expect.stringMatching(/^The URL path "\/a%+$/) },
    { level: 50, part: 'console', said: expect.stringMatching(/^failed:\nError: away/) },
    { level: 30, part: 'console', said: '{ a: 1 }' },
  ]);
  for (const line of lines) {
    expect(line.length).toBeLessThan(1_000);
    expect(line.trimEnd()).not.toContain('\n');
  }
});

test("so are Node's own warnings, until it ends", () => {
  const { end, told } = logged();
  process.emit('warning', Object.assign(new Error('old'), { name: 'DeprecationWarning' }));
  expect(told()).toMatchObject([{ level: 40, said: expect.stringContaining('old') }]);
  const print = printer.warn;
  end();
  expect(printer.warn).not.toBe(print);
});
