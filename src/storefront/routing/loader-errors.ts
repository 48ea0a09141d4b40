import { data } from 'react-router';
import { ApiError } from '#client/api/api-client.ts';

/**
 * Resolves as `loading` does, and turns a failed call of the API into what the error screen understands: 404 and 503 stay,
 * anything else is a 502. All carry the id of the request.
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
