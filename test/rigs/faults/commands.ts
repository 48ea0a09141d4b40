// Commands and starts of the shop that are killed at any moment on their way.
import { startCommand } from '../../processes/run-command.ts';
import type { Ended } from '../../processes/server-process.ts';
import { launchShop, type ShopEnvironment } from '../../processes/shop-process.ts';
import { sleep } from './ask.ts';
import type { Endings } from './rounds/endings.ts';

/** How long a command takes that has not come to its end yet. */
const ASSUMED_MS = 1_500;

export type Commands = {
  /**
   * Runs the command NAME, and kills it after this part of the time that it took the last time, unless it has ended by
   * then; null: it may end.
   */
  run(name: string, args: string[], killAt: number | null): Promise<Ended>;
  /** Starts the shop, and kills it after so many milliseconds, wherever it is then. */
  killStart(afterMs: number): Promise<void>;
};

export function createCommands(environment: ShopEnvironment, endings: Endings): Commands {
  const usualMs = new Map<string, number>();
  return {
    async run(name, args, killAt) {
      const started = performance.now();
      const command = startCommand(name, args, { environment });
      endings.add(command.kill);
      if (killAt !== null) {
        await Promise.race([command.ended, sleep(killAt * (usualMs.get(name) ?? ASSUMED_MS))]);
        await command.kill();
      }
      const ran = await command.ended;
      if (ran.code === 0) usualMs.set(name, performance.now() - started);
      return ran;
    },
    async killStart(afterMs) {
      const shop = launchShop(environment);
      endings.add(shop.kill);
      await Promise.race([shop.ended, sleep(afterMs)]);
      await shop.kill();
    },
  };
}
