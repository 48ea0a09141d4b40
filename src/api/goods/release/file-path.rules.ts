// Which paths files of a release may have: those that lie inside their folder and are the same file on every disk that a buyer may have.
import { unsignedPaths } from '#contract/goods/manifest.ts';
import { foldersMaximum, pathMaximum, pathStepMaximum } from '#contract/goods/release.ts';
import { isUnder } from '../manifest/manifest-path.rules.ts';

/** Longest name that most file systems take. */
const STEP_BYTES = 255;
/** Names that Windows takes for a device, whatever comes behind a dot. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])$/i;
const notOnWindows = /[<>:"|?*]/;
/** Marks of bytes that are no text, controls, direction marks, what has no shape, spaces that are not plain, halves of characters. */
const unseen = /[\uFFFD\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

type ReadPath = { ok: true; path: string; folded: string } | { ok: false; fault: string };

/** `path` as it is kept, in Unicode's composed form, and what no two paths of a release may share; or what is wrong with it, in a sentence. */
export function readFilePath(given: string): ReadPath {
  const path = given.normalize('NFC');
  const fault = faultOf(path);
  return fault ? { ok: false, fault } : { ok: true, path, folded: foldPath(path) };
}

/** The same for paths that differ in the case of letters or in Unicode's forms alone: many disks take them for one. */
export function foldPath(path: string): string {
  return path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/** True if one of them would have to be a file and a folder at once; both are folded. */
export function isFileAndFolder(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function faultOf(path: string): string | null {
  if (path === '') return 'The path is empty. Give it a name, such as data/train.csv.';
  if (!path.isWellFormed() || unseen.test(path))
    return 'The path has a character that cannot be seen, such as a control character or a mark that turns the reading direction. Write it anew.';
  if ([...path].length > pathMaximum)
    return `The path is longer than ${pathMaximum} characters. Use shorter names, or fewer folders.`;
  if (path.includes('\\')) return 'The path has a backslash. Put / between folders, on every system.';
  if (/^[a-z]:/i.test(path)) return 'The path begins with a drive. Give it from the folder of the release on.';
  if (path.startsWith('/')) return 'The path begins with /. Give it from the folder of the release on.';
  if (notOnWindows.test(path)) return 'The path has one of < > : " | ? *, which Windows takes for something else.';
  // Many disks take them for the same in any letters: what is not signed would lie in the place of what is.
  if (isUnder(foldPath(path), unsignedPaths))
    return `The name ${path.split('/')[0]} is one that no signed manifest covers. Use another one, or leave the file out.`;
  const steps = path.split('/');
  if (steps.length - 1 > foldersMaximum)
    return `The path has ${steps.length - 1} folders inside one another. It may have ${foldersMaximum}: put files into fewer folders.`;
  for (const step of steps) {
    const fault = faultOfStep(step);
    if (fault) return fault;
  }
  return null;
}

function faultOfStep(step: string): string | null {
  if (step === '') return 'The path has an empty step: two / behind each other, or one at its end.';
  if (step === '.' || step === '..') return `The path has the step ${step}, which leads elsewhere. Leave it out.`;
  if ([...step].length > pathStepMaximum || Buffer.byteLength(step) > STEP_BYTES)
    return `The path has a name longer than ${pathStepMaximum} characters or ${STEP_BYTES} bytes. Use a shorter one.`;
  if (/[. ]$/.test(step) || step.startsWith(' '))
    return 'The path has a name with a space around it or a dot at its end, which some systems drop. Leave it out.';
  const base = step.split('.')[0] ?? '';
  if (device.test(base.trimEnd())) return `The path has the name ${step}, which Windows takes for a device.`;
  return null;
}
