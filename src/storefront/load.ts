import { data, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from './api-client/api-client.ts';

/** Throws what the error screen understands: an unknown thing is a 404, anything else carries its request id. */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw data({ requestId: error.requestId }, { status: error.status === 404 ? 404 : 502 });
  }
}

export type Load = LoaderFunctionArgs;

export function notFound(): never {
  throw data(null, { status: 404 });
}
