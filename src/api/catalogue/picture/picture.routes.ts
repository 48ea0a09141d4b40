import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { storedPictureSchema } from '#contract/catalogue/picture.schema.ts';
import { largestPicture } from '#contract/catalogue/picture.ts';
import type { Database } from '#platform/database/database.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { tooManyAtOnce } from '../../http/refusal-answer.ts';
import type { Db } from '../../schema/db.ts';
import {
  busySeconds,
  dailyBytes,
  dailyFault,
  dailyPictures,
  faultSentences,
  type SavePicture,
} from './picture.rules.ts';

const DAY_SECONDS = 24 * 60 * 60;

const routesFor = (member: ReturnType<ReturnType<typeof requireMemberOrKey>>) => ({
  send: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/picture',
    work: 'picture',
    largestBody: largestPicture,
    tags: ['Pictures'],
    summary: 'Takes a picture for the products of the shop',
    description:
      'The body is the file: JPEG, PNG, WebP or AVIF, judged by what is in it, of at most 10 MB and 50 megapixels, AVIF of 24. It is drawn anew as WebP of at most 1600 x 1600 pixels, upright, in sRGB, and without what its file said beside the pixels. The same picture has the same address. One that no product shows for a week is removed. 409 until the shop is approved, and while it is suspended.',
    middleware: [member, requireActiveSellerOrKey()] as const,
    request: {
      params: z.object({ sellerId: z.string() }),
      body: { required: true, content: { 'image/*': { schema: z.any().meta({ type: 'string', format: 'binary' }) } } },
    },
    responses: {
      201: ok(storedPictureSchema, 'Where it is'),
      ...problems(400, 413, 429),
    },
  }),
});

/** Pictures come from those who edit the products of a shop; who looks at them asks picture-files.ts. */
export function mountPictures(
  app: OpenAPIHono,
  deps: { database: Pick<Database<unknown>, 'counters'>; db: Db; savePicture: SavePicture; authenticate: Authenticate },
) {
  const routes = routesFor(requireMemberOrKey(deps)('editListings'));
  const { savePicture } = deps;
  const sent = createRateLimiter(deps.database, { name: 'pictures', points: dailyPictures, duration: DAY_SECONDS });
  const bytesSent = createRateLimiter(deps.database, {
    name: 'picture bytes',
    points: dailyBytes,
    duration: DAY_SECONDS,
  });

  app.openapi(routes.send, async (c) => {
    const { sellerId, accountId } = c.var.member;
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length > largestPicture) throw new HTTPException(413, { message: faultSentences['too large'] });
    await Promise.all([sent.consume(sellerId), bytesSent.consume(sellerId, bytes.length)]).catch((refused) => {
      throw tooManyRequests(c, refused, dailyFault);
    });
    const kept = await savePicture({ sellerId, accountId }, bytes);
    if (!kept.ok && kept.fault === 'busy') throw tooManyAtOnce(faultSentences.busy, busySeconds);
    if (!kept.ok) throw badRequest(faultSentences[kept.fault]);
    return c.json(kept.picture, 201);
  });
}
