/**
 * Errors of the system (net) and of PostgreSQL (appendix A of its manual): there was no server to ask, it was ending, or it could
 * not take what it was given.
 */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '53100', // disk_full: what is there can still be read
  '25006', // read_only_sql_transaction: a replica that has not become the primary yet
]);
/** The driver's own errors have no code. */
const messages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/;

/** Message to visitors then, with 503 and a Retry-After of so many seconds. */
export const databaseAway = 'The shop cannot reach its database at the moment. Try again in a moment.';
export const RETRY_SECONDS = '2';

/**
 * True if an error says that the database cannot be reached or written to at the moment: no fault of the request, nor of ours. It
 * is not known if the last statement was carried out.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) return true;
  return typeof message === 'string' && messages.test(message);
}
