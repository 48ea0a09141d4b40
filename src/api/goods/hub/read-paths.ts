import { z } from 'zod';
import { HubError } from './hub-error.ts';

const PATHS = 1_000;
const asked = z.object({
  paths: z.union([z.string().transform((path) => [path]), z.array(z.string())]),
  expand: z
    .unknown()
    .optional()
    .transform((given) => given === true || String(given).toLowerCase() === 'true'),
});

/** The paths that a body asks about: the Python client sends a form, the others JSON. Throws what a client can put right. */
export async function readPaths(request: Request): Promise<{ paths: string[]; expand: boolean }> {
  const given = await readBody(request).catch(() => null);
  const { data } = asked.safeParse(given);
  if (!data || data.paths.length > PATHS)
    throw new HubError(`The body must have paths, at most ${PATHS} of them, as JSON or as a form.`, { status: 400 });
  return data;
}

async function readBody(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('application/json')) return request.json();
  const form = await request.formData();
  return { paths: form.getAll('paths').map(String), expand: form.get('expand') };
}
