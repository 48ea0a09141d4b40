// Questions and messages to people who run machines by hand, in shops and in Admin. Apart, as no visitor's page needs it.
import { minutesText, type SessionState } from './hours.ts';

type MachineField = { label: string; value: string; secret: boolean };

const usualFields: MachineField[] = [
  { label: 'Address', value: '', secret: false },
  { label: 'Password', value: '', secret: true },
];

/** Questions to people of a shop when they say that a machine is on, or change how it is reached. */
export function machineLabels(session: { state: SessionState; fields: MachineField[] } | null) {
  const isOn = session?.state === 'running';
  const known = session?.fields ?? [];
  return {
    title: isOn ? 'How the machine is reached' : 'The machine is on',
    lead: isOn
      ? 'The buyer sees it in their library from now on.'
      : 'Minutes count from now on. The buyer is told by mail, and sees in their library how it is reached:',
    label: 'How the buyer reaches it',
    confirmLabel: isOn ? 'Save' : 'The machine is on',
    values: known.length > 0 ? known : usualFields,
  };
}

/** Minutes that an outage gives back, for the person who is about to record it. */
export function previewText({ minutes, buyers }: { minutes: number; buyers: number }): string {
  if (minutes === 0)
    return 'No machine was on then, or its minutes have come back already: nothing goes back. It is recorded all the same.';
  return `${minutesText(minutes)} go back to ${buyers === 1 ? 'one buyer' : `${buyers.toLocaleString('en-US')} buyers`}, who ${buyers === 1 ? 'is' : 'are'} told by mail. This cannot be undone.`;
}

/** Minutes that an outage gave back, for the person who has recorded it. */
export function returnedText({ minutes, sessions }: { minutes: number; sessions: number }): string {
  if (minutes === 0) return 'No machine was on then, or its minutes had come back already: nothing more goes back.';
  return `${minutesText(minutes)} of ${sessions === 1 ? 'one machine' : `${sessions} machines`} went back to the buyers, who are told by mail.`;
}
