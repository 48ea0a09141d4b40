// What a process works on at once, and how much it takes.
import { largestPicture } from '#contract/picture.ts';
import { findAddress, type Work, workOf } from '#contract/site-address.ts';
import { type Admission, createAdmission } from '#platform/http/admission.ts';
import type { WorkLimits } from '#platform/http/listener.ts';
import { tooLarge } from './too-large.ts';

/** Everything else is a form, or an order. */
const LARGEST_WEBHOOK = 1024 * 1024;
const LARGEST_BODY = 96 * 1024;
/** What the bodies of some kinds of work may have. */
const largestBodies: Partial<Record<NonNullable<Work>, number>> = { webhook: LARGEST_WEBHOOK, picture: largestPicture };

/**
 * Reading is held close to what one processor can do, so that whoever is served is served soon; what changes something
 * may wait for others, and must not make readers wait. What one sort of visitor can make slow has room of its own: a
 * provider that does not answer keeps nobody from signing in, pictures no page from being read, and nothing at all the
 * provider from telling who has paid.
 */
export function limitWork(): { byKind: Record<string, Admission>; limits: WorkLimits } {
  const byKind = {
    reading: createAdmission({ atOnce: 12, inLine: 1_000 }),
    changing: createAdmission({ atOnce: 64, inLine: 500 }),
    buying: createAdmission({ atOnce: 64, inLine: 500 }),
    drawing: createAdmission({ atOnce: 4, inLine: 40, patience: 25 }),
    // Several are read and checked while one is drawn.
    picture: createAdmission({ atOnce: 4, inLine: 40, patience: 100 }),
    // Each takes a connection, hardly ever the processor, and lasts as long as its line needs for it.
    upload: createAdmission({ atOnce: 200, inLine: 200, patience: 100 }),
    // Of files, until the first byte: what follows takes as long as its reader, and no place here.
    download: createAdmission({ atOnce: 16, inLine: 500, patience: 100 }),
    // A program waits, for some twenty seconds, and sends again what was refused: many about one order follow each other.
    webhook: createAdmission({ atOnce: 8, inLine: 200, patience: 50 }),
  };
  return {
    byKind,
    limits: {
      admissionOf(request) {
        const work = workOf(request);
        return work && byKind[work];
      },
      largestBodyOf: (path) =>
        findAddress(path).largestBody ?? largestBodies[workOf({ method: 'POST', path }) ?? 'changing'] ?? LARGEST_BODY,
      streamsBody: (path) => findAddress(path).streamsBody === true,
      tooLarge,
    },
  };
}
