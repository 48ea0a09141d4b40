export type ContactMessage = { senderEmail: string; senderSubject: string; senderMessage: string };
export type ContactField = keyof ContactMessage;

const subjectMinimum = 10;
const messageMinimum = 20;
const required = 'This field is required.';

// What browsers accept in an e-mail field (the HTML standard's expression), so that both say the same.
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** What is wrong with each field, in the specification's words; a field without an entry is valid. */
export function checkContactMessage(message: ContactMessage): Partial<Record<ContactField, string>> {
  const faults: Partial<Record<ContactField, string>> = {};
  if (!message.senderEmail.trim()) faults.senderEmail = required;
  else if (!email.test(message.senderEmail.trim())) faults.senderEmail = 'Please enter your email address.';
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
