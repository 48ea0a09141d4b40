// Links in the emails of alerts: who has the email ends them, without a sign-in. Those of saved products and saved searches have one shape.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { badRequest, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { formBody, formField } from '../../http/request-body.ts';

/** As the services that send alerts make them; anything else is in no email. */
const tokenPattern = /^[\w-]{22}$/;
const params = z.object({ token: z.string().meta({ description: 'From the email of an alert' }) });

type Shape = z.ZodType<object>;
type AlertLinks<Link, About extends Shape> = {
  path: `/${string}`;
  tag: string;
  /** Answers, with what they are. */
  about: { schema: About; is: string };
  ended: z.ZodType<{ ended: number }>;
  /** Sentences of the document. */
  words: { show: string; end: string; howToEnd: string };
  /** The page that ends alerts by a button. */
  page: (token: string) => string;
  find: (token: string) => Promise<Link | undefined>;
  read: (link: Link) => Promise<z.infer<About>>;
  /** Ends what the form of the page says; answers how many, or what the form has to say. */
  end: (link: Link, what: string) => Promise<number | { expected: string }>;
};

/** `what` of a mail program, which says nothing, is 'all'. */
export function mountAlertLinks<Link, About extends Shape>(app: OpenAPIHono, links: AlertLinks<Link, About>) {
  const { path, about, words, page } = links;
  const tags = [links.tag];
  const address = `${path}/alerts/{token}` as const;

  async function find(token: string): Promise<Link> {
    const link = tokenPattern.test(token) ? await links.find(token) : undefined;
    if (!link) throw notFound('There are no alerts under this link any more.');
    return link;
  }

  const show = createRoute({
    method: 'get',
    path: address,
    tags,
    summary: words.show,
    request: { params },
    responses: { 200: ok(about.schema, about.is), ...problems(404) },
  });
  app.openapi(show, async (c) => c.json((await links.read(await find(c.req.valid('param').token))) as never, 200));

  const toPage = createRoute({
    method: 'get',
    path: `${address}/end`,
    tags,
    summary: 'Leads to the page that ends alerts by a button',
    description: 'Reading it changes nothing: programs that look at the links of emails end no alerts.',
    request: { params },
    responses: { 303: { description: 'The page' } },
  });
  app.openapi(toPage, (c) => c.redirect(page(encodeURIComponent(c.req.valid('param').token)), 303));

  const end = createRoute({
    method: 'post',
    path: `${address}/end`,
    tags,
    summary: words.end,
    description: words.howToEnd,
    middleware: [...formBody],
    request: {
      params,
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({ 'List-Unsubscribe': formField(), what: formField() }),
          },
        },
      },
    },
    responses: {
      200: ok(links.ended, 'They have ended'),
      303: { description: 'They have ended: the page' },
      ...problems(404),
    },
  });
  app.openapi(end, async (c) => {
    const { token } = c.req.valid('param');
    const link = await find(token);
    const { what } = c.req.valid('form');
    const ended = await links.end(link, what ?? 'all');
    if (typeof ended === 'object') throw badRequest(`what must be ${ended.expected}.`);
    // Mail programs follow no redirect.
    return what ? c.redirect(page(token), 303) : c.json({ ended }, 200);
  });
}
