import type { KeyName, OutboxName } from '#contract/operations/system-status.ts';

export const outboxLabels: Record<OutboxName, { title: string; about: string }> = {
  mail: { title: 'Mail', about: 'to customers, sellers and staff' },
  webhook: { title: 'Webhooks of sellers', about: 'events to their machines' },
  provision: { title: 'Endpoints', about: 'of sellers and your own: calls for access and machine hours' },
  sandbox: { title: 'Payment sandbox', about: 'its events to this shop' },
};

export const keyLabels: Record<KeyName, string> = {
  sign_in: 'Signs sign-ins',
  manifest: 'Signs manifests of files',
  token: 'Signs license tokens',
  data: 'Protects data in the database',
};

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** In units of 1,000, such as '1.4 GB'. */
export function bytesText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** step;
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: step === 0 || amount >= 100 ? 0 : 1 })} ${units[step]}`;
}

/** Rounded to what one would say: '45 s', '5 min', '3 h', '12 days'. */
export function spanText(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
