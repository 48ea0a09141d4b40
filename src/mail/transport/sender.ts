import addressparser from 'nodemailer/lib/addressparser';
import { StartError } from '#platform/config/start-error.ts';

export type Sender = { name: string; address: string };

/** The sender that an operator has written, such as 'Hearth <shop@example.com>'. Throws a StartError. */
export function parseSender(text: string): Sender {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender || others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(sender.address))
    throw new StartError('MAIL_FROM is not valid: it must be one address, such as Hearth <shop@example.com>.');
  return { name: sender.name, address: sender.address };
}
