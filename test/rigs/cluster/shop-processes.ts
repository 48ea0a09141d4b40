import { freePort } from '../../processes/free-port.ts';
import { type MeasuredProcess, startMeasuredShop } from '../bench/measured-process.ts';

export type ShopProcesses = {
  ports: number[];
  /** Where the processes that are open can be asked, past the proxy. */
  open(): string[];
  start(index: number): Promise<void>;
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
  /** Log of them so far. */
  printed(): string;
};

/** Places for processes of one shop at ports that stay theirs; none is started yet. `own`: what only this one of them is told. */
export async function makeShopProcesses(
  count: number,
  environment: Record<string, string>,
  own: Array<Record<string, string>> = [],
): Promise<ShopProcesses> {
  const ports: number[] = [];
  for (let index = 0; index < count; index++) ports.push(await freePort());
  const running: Array<MeasuredProcess | null> = ports.map(() => null);
  const ended: string[] = [];
  return {
    ports,
    open: () => ports.filter((_, index) => running[index]).map((port) => `http://127.0.0.1:${port}`),
    async start(index) {
      running[index] = await startMeasuredShop({ ...environment, ...own[index], PORT: String(ports[index]) });
    },
    async kill(index) {
      const process = running[index];
      running[index] = null;
      await process?.kill();
      ended.push(process?.printed() ?? '');
    },
    async stop() {
      await Promise.all(running.map((process) => process?.stop()));
    },
    printed: () => [...ended, ...running.map((process) => process?.printed() ?? '')].join(''),
  };
}
