import { inSpan } from './telemetry.ts';

type Calls = Record<string, (...given: never[]) => Promise<unknown>>;
type Time = (seconds: number, labels: { operation: string; outcome: 'ok' | 'failed' }) => void;

/** The same functions, each of whose calls is timed and a span of its own. `service` is who is called. */
export function observeCalls<Port extends Calls>(service: string, port: Port, time: Time): Port {
  const observed = Object.entries(port).map(([operation, call]) => {
    async function observedCall(...given: never[]) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1_000;
      try {
        const options = { kind: 'client' as const, attributes: { 'rpc.method': operation } };
        const result = await inSpan(`${service} ${operation}`, options, () => call(...given));
        time(seconds(), { operation, outcome: 'ok' });
        return result;
      } catch (error) {
        time(seconds(), { operation, outcome: 'failed' });
        throw error;
      }
    }
    return [operation, observedCall];
  });
  return Object.fromEntries(observed);
}
