import { isEmail } from './email.ts';

export type ContactMessage = { senderEmail: string; senderSubject: string; senderMessage: string };
export type ContactField = keyof ContactMessage;

export const subjectMinimum = 10;
export const messageMinimum = 20;
const required = 'This field is required.';

/** Outcomes of a message that was sent without scripts, as the page of the form says them. */
const contactOutcomes = ['sent', 'refused', 'wait'] as const;
type ContactOutcome = (typeof contactOutcomes)[number];

/** Where such a message leads to. */
export function contactPath(outcome: ContactOutcome): string {
  return `/contact?${new URLSearchParams({ message: outcome })}`;
}

/** Fault of each field, in the specification's words; a field without an entry is valid. */
export function checkContactMessage(message: ContactMessage): Partial<Record<ContactField, string>> {
  const faults: Partial<Record<ContactField, string>> = {};
  if (!message.senderEmail.trim()) faults.senderEmail = required;
  else if (!isEmail(message.senderEmail)) faults.senderEmail = 'Please enter your email address.';
  if (!message.senderSubject.trim()) faults.senderSubject = required;
  else if ([...message.senderSubject].length < subjectMinimum) {
    faults.senderSubject = `Subject has to be at least ${subjectMinimum} characters.`;
  }
  if (!message.senderMessage.trim()) faults.senderMessage = required;
  else if ([...message.senderMessage].length < messageMinimum) {
    faults.senderMessage = `The message has to be at least ${messageMinimum} characters.`;
  }
  return faults;
}
