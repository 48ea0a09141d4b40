// Limits on the work of a process at once, and on the requests that it takes.
import type { AddressTable } from '#contract/site-address.ts';
import { type Admission, createAdmission } from '#platform/http/door/admission.ts';
import type { WorkLimits } from '#platform/http/listener.ts';
import type { RequestLengths } from '#platform/http/request-lengths.ts';
import { refuseAtDoor } from '../refuse-at-door.ts';

const KB = 1024;

/**
 * How long each part of a request may be, in one table. An address that the shop makes itself stays far below: the path of a file
 * has 500 characters, which are 6,000 where each is four bytes and escaped.
 */
export const requestLengths = {
  path: 8 * KB,
  query: 8 * KB,
  header: 8 * KB,
  headers: {
    // Those that are taken apart.
    ...{ accept: KB, 'accept-encoding': KB, 'accept-language': KB, 'content-type': KB, host: KB, range: KB },
    // Cookies of everything that was ever served under the same name.
    cookie: 16 * KB,
  },
  /** In bytes: a form, or an order. An address may have its own (`largestBody` of site-address.ts). */
  body: 96 * KB,
} satisfies RequestLengths & { body: number };

/**
 * Reading is held close to what one processor can do, so that whoever is served is served soon; what changes something
 * may wait for others, and must not make readers wait. What one sort of visitor can make slow has room of its own: a
 * provider that does not answer keeps nobody from signing in, pictures no page from being read, and nothing at all the
 * provider from telling who has paid.
 */
export function limitWork(addresses: Pick<AddressTable, 'find' | 'workOf'>): {
  byKind: Record<string, Admission>;
  limits: WorkLimits;
} {
  const byKind = {
    reading: createAdmission({ atOnce: 12, inLine: 1_000 }),
    // Expensive answers: as many places as reading; one network has a part of them, at its own pace (even-pace.ts).
    making: createAdmission({ atOnce: 12, inLine: 1_000, share: { atOnce: 4, inLine: 50, patience: 5 } }),
    changing: createAdmission({ atOnce: 64, inLine: 500 }),
    buying: createAdmission({ atOnce: 64, inLine: 500 }),
    drawing: createAdmission({ atOnce: 4, inLine: 40, share: { atOnce: 2, inLine: 20 }, patience: 25 }),
    // Several are read and checked while one is drawn.
    picture: createAdmission({ atOnce: 16, inLine: 40, share: { atOnce: 8, inLine: 20 }, patience: 100 }),
    // Each takes a connection, hardly ever the processor, and lasts as long as its line needs for it.
    upload: createAdmission({ atOnce: 200, inLine: 200, share: { atOnce: 100, inLine: 50 }, patience: 100 }),
    // Files of the operator's own products, and catalogue files: sellers take nothing of it.
    'staff upload': createAdmission({ atOnce: 40, inLine: 40, patience: 100 }),
    // Files, until the first byte: what follows takes as long as its reader, and no place here.
    download: createAdmission({ atOnce: 16, inLine: 500, patience: 100 }),
    // A program waits, for some twenty seconds, and sends again what was refused: many about one order follow each other.
    webhook: createAdmission({ atOnce: 8, inLine: 200, patience: 50 }),
  };
  return {
    byKind,
    limits: {
      admissionOf(request) {
        const work = addresses.workOf(request);
        return work && byKind[work];
      },
      largestBodyOf: (path) => Math.max(addresses.find(path).largestBody ?? 0, requestLengths.body),
      streamsBody: (path) => addresses.find(path).streamsBody === true,
      lengths: requestLengths,
      refuse: refuseAtDoor((path) => addresses.find(path).isHub === true),
    },
  };
}
