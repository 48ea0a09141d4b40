import { type CachedAnswer, findVariant, makeVariant, respond, toCachedAnswer } from './cached-answer.ts';

/**
 * An answer that stays the same for as long as the process runs: made when it is first asked for, once for all who ask meanwhile,
 * kept with its ETag and in each encoding that somebody has asked for. One that could not be made is tried again.
 */
export function createLastingAnswer(make: () => Response | Promise<Response>): (request: Request) => Promise<Response> {
  let made: Promise<CachedAnswer> | null = null;

  async function prepare(): Promise<CachedAnswer> {
    return toCachedAnswer(await make(), '');
  }

  return async (request) => {
    made ??= prepare();
    const answer = await made.catch((error) => {
      made = null;
      throw error;
    });
    const accepted = request.headers.get('accept-encoding');
    return respond(findVariant(answer, accepted) ?? (await makeVariant(answer, accepted)), request);
  };
}
