// Rules for every answer, whatever was asked.
import { problemSchema } from '../../../src/contract/errors.ts';
import type { ApiDocument } from './api-probes.ts';
import { foreignHost, marker, worked } from './hostile-values.ts';
import type { Probe, ProbeAnswer } from './probe.ts';

/** Where the hosted login may send somebody: addresses that the operator has registered. */
const registered = ['http://localhost:4999'];

const LONGEST_HEADER = 10 * 1024;

/** Traces of our insides: stacks, paths of files, the database's own words. */
const insides =
  /\n\s+at |node_modules|\.ts:\d|SQLSTATE|syntax error at|invalid input syntax|relation ".*" |violates .* constraint|kysely|pglite|ECONNREFUSED/i;
/** Contents of files that nobody may read. */
const secrets = /root:x:0|"lockfileVersion"|"optionalDependencies"|SECRETS_KEY|\[core\]\s+repositoryformatversion/;

/** Everything that is wrong with the answer; nothing for one that may be. `document` is the API's own promise. */
export function judge(probe: Probe, answer: ProbeAnswer | null, document: ApiDocument): string[] {
  if (!answer) return ['no answer in time'];
  if (isRefusedByTheWire(answer)) return [];
  const { status, headers, text } = answer;
  const type = headers['content-type'] ?? '';
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => holds || faults.push(fault);

  demand(status < 500 || isDocumented(probe, status, document), `status ${status}`);
  // Clients give up on the headers of an answer that are longer than 16 kB in all.
  const longest = Math.max(0, ...Object.values(headers).map((value) => String(value).length));
  demand(longest <= LONGEST_HEADER, `a header of ${longest} characters`);
  demand(headers['x-content-type-options'] === 'nosniff', 'no nosniff');
  demand(text === '' || type !== '', 'a body of no type');
  demand(
    !insides.test(text) || /^text\/(css|javascript)/.test(type),
    `tells of its insides: ${text.match(insides)?.[0]}`,
  );
  demand(!secrets.test(text), 'gives out a file that is not public');
  demand(!text.includes(worked), 'a template was run');
  demand(!(`x-${marker}` in headers), 'a header was injected');
  demand(!headers.location || leadsHome(probe, headers.location), `leads away: ${headers.location}`);
  for (const cookie of answer.cookies)
    demand(
      /; HttpOnly/i.test(cookie) && /; SameSite=/i.test(cookie),
      `a cookie without protection: ${cookie.split('=')[0]}`,
    );
  if (/^text\/html/.test(type)) {
    const markup = withoutData(text, faults);
    demand(!markupOf(markup), `a text became markup: ${markupOf(markup)}`);
    demand(headers['content-security-policy'] !== undefined, 'a page without a policy');
  }
  if (/xml/.test(type)) demand(!text.includes(`<${marker}`), 'a text became markup');
  if (probe.method === 'HEAD') demand(text === '', 'HEAD with a body');
  else if (status >= 400) faults.push(...shapeFaults(probe, answer));
  if (probe.area === 'api' && status === 405) demand('allow' in headers, '405 without Allow');
  if (probe.area === 'api') {
    demand('x-request-id' in headers || 'etag' in headers, 'no request id');
    demand(status !== 401 || 'www-authenticate' in headers, '401 without WWW-Authenticate');
    demand(isDocumented(probe, status, document), `status ${status} is not documented`);
  }
  return faults;
}

/** Malformed HTTP, such as a host that is none, is refused before the shop sees it, and without a body. */
function isRefusedByTheWire({ status, headers, text }: ProbeAnswer): boolean {
  return [400, 408, 417, 431].includes(status) && text === '' && !('content-type' in headers);
}

/** Answers of the door and the router to addresses and methods that the route does not have are no part of its promise. */
function isDocumented(probe: Probe, status: number, { paths }: ApiDocument): boolean {
  if ([200, 204, 304, 404, 405, 414, 431].includes(status)) return true;
  const [, drawn = ''] = probe.route.split(' ');
  // With a dot for an id the address is that of another route: /api/review/product/./summary.
  const asked = URL.parse(probe.path, 'http://shop.test')?.pathname ?? '';
  const reached = Object.keys(paths).filter((path) => path === drawn || leadsTo(path, asked));
  return reached
    .flatMap((path) => Object.values(paths[path] ?? {}))
    .some(({ responses }) => String(status) in responses);
}

/** '/api/review/product/{id}' is reached by '/api/review/product/summary/'. */
function leadsTo(path: string, asked: string): boolean {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(asked);
}

function leadsHome(probe: Probe, location: string): boolean {
  const target = URL.parse(location, 'http://shop.test');
  if (!target || target.host === foreignHost) return false;
  if (target.origin === 'http://shop.test' || target.hostname === 'localhost') return true;
  return probe.area === 'hosted login' && registered.includes(target.origin);
}

/** A page without its blocks of data, which browsers do not run; each of them must be the JSON that it says it is. */
function withoutData(html: string, faults: string[]): string {
  return html.replace(/<script type="application\/(?:ld\+)?json"[^>]*>([\s\S]*?)<\/script>/g, (_, json) => {
    try {
      JSON.parse(json);
    } catch {
      faults.push('a block of data was broken');
    }
    return '';
  });
}

/** The element or the attribute that a text has become. What stands in quotes is a value and runs nothing, addresses apart. */
function markupOf(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi)) {
    const names = tag.replace(/"[^"]*"|'[^']*'/g, '""');
    const runs = /\s(href|src|action|formaction)=["']?\s*javascript:/i.test(tag);
    if (runs || names.startsWith(`<${marker}`) || names.includes(`on${marker}`)) return tag.slice(0, 200);
  }
  return undefined;
}

/** Areas that browsers show. */
const pages: readonly Probe['area'][] = ['page', 'payment page', 'payout page', 'file', 'outbox', 'hosted login'];

function shapeFaults({ area }: Probe, { status, headers, text }: ProbeAnswer): string[] {
  const type = headers['content-type'] ?? '';
  if (pages.includes(area)) {
    if (type.startsWith('application/json')) return typeof parsed(text) === 'object' ? [] : ['no JSON'];
    return /^text\/(html|plain)/.test(type) ? [] : [`an error of type ${type}`];
  }
  const body = parsed(text);
  if (!/^application\/(x-amz-json-1\.1|json)/.test(type) || !body)
    return [`an error ${status} that is no JSON: ${type}`];
  if (area === 'api') return problemSchema.safeParse(body).success ? [] : ['an error of another shape'];
  if (area === 'payment API')
    return isText(body.error?.message) && isText(body.error?.type) ? [] : ['an error of another shape'];
  return (isText(body.__type) && isText(body.message)) || isText(body.error) ? [] : ['an error of another shape'];
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
