import { createTransport, type NodemailerError } from 'nodemailer';
import { StartError } from '#platform/config/start-error.ts';
import { DeliveryError } from '#platform/outbox/delivery-error.ts';
import { isLoopback } from './loopback.ts';
import type { Transport } from './transport.ts';

/**
 * Sends through the mail server of an address such as smtps://user:password@mail.example.com. With smtp:// the
 * connection is encrypted where the server offers it, and must be where a password would cross a network. Whatever
 * nodemailer takes as an option can be added to the address (?tls.rejectUnauthorized=false, ?requireTLS=false).
 * Throws a StartError when it is no such address.
 */
export function createSmtpTransport(smtpUrl: string): Transport {
  const url = URL.parse(smtpUrl);
  if (!url?.hostname) throw new StartError('SMTP_URL is not valid: it must look like smtps://user:password@host:465.');
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    requireTLS: url.password !== '' && !isLoopback(url.hostname),
    // The outbox alone decides what is sent again.
    maxRequeues: 0,
    // Servers close idle connections when they like; ours is gone before.
    idleTimeout: 20_000,
    connectionTimeout: 20_000,
    // As patient with an answer as RFC 5321 (4.5.3.2.6) asks: who gives up earlier has many messages delivered twice.
    socketTimeout: 600_000,
  });
  return {
    async deliver({ content }, signal) {
      try {
        await pool.sendMail({ ...content, signal });
      } catch (error) {
        throw toDeliveryError(error as NodemailerError);
      }
    },
    close: () => pool.close(),
  };
}

/**
 * Codes only: the answers of mail servers repeat the address. A 5xx to the recipient or to the content is about this
 * message and final. One to the log-in or to the sender is about our configuration: the messages wait while an operator
 * mends it.
 */
function toDeliveryError({ code, originalCode, responseCode, command, permanent }: NodemailerError): DeliveryError {
  const reason = [code, originalCode, responseCode, command].filter(Boolean).join(' ') || 'unknown';
  return new DeliveryError(reason, permanent === true && (command === 'RCPT TO' || command === 'DATA'));
}
