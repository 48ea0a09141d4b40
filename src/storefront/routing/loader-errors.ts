import { data } from 'react-router';
import { ApiError } from '#client/api-client/api-client.ts';

/**
 * Throws what the error screen understands: an unknown thing is a 404, a shop that cannot answer for a moment is a 503, and
 * anything else carries its request id.
 */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw data({ requestId: error.requestId }, { status: [404, 503].includes(error.status) ? error.status : 502 });
  }
}

export function notFound(): never {
  throw data(null, { status: 404 });
}
