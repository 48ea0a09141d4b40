// Two words that stand for one thing, in other forms of theirs ('people counter') and in the order of a sentence ('count people').
import { rootOf } from '../words.rules.ts';

/** Endings of a verb and of its nouns: 'general' is no form of 'generate', though their roots are one. */
const forms = /(?:ed|ing|er|or|ion|ment)$/;
/** Words that have a meaning of their own. */
const apart = new Set('custom customer customize setting import personalize general generic'.split(' '));

/** Verbs that are no object: 'test split' is no split test. */
const notObjects = new Set(['split']);

/** Finds what two words stand for among phrases; those of another length are left out. */
export function createTurned<T>(phrases: Iterable<readonly [words: readonly string[], thing: T]>) {
  const byRoots = new Map<string, Array<{ words: readonly string[]; thing: T }>>();
  for (const [words, thing] of phrases) {
    if (words.length !== 2) continue;
    const key = keyOfRoots(words);
    byRoots.set(key, [...(byRoots.get(key) ?? []), { words, thing }]);
  }
  return ([first, second]: readonly [string, string]): T | null => {
    const inOrder = byRoots.get(keyOfRoots([first, second])) ?? [];
    const found = inOrder.find(({ words: [one = '', other = ''] }) => isForm(first, one) && isForm(second, other));
    if (found) return found.thing;
    // A noun of doing something, behind what it is done to, for the verb before that.
    const turned = notObjects.has(second) ? [] : (byRoots.get(keyOfRoots([second, first])) ?? []);
    const isDone = (word: string) => forms.test(word) && word !== first;
    return (
      turned.find(({ words: [one = '', other = ''] }) => isDone(other) && isForm(first, other) && isForm(second, one))
        ?.thing ?? null
    );
  };
}

function keyOfRoots(words: readonly string[]): string {
  return words.map(rootOf).join(' ');
}

/** True for the same word, and for two forms of one verb. */
function isForm(word: string, other: string): boolean {
  if (word === other) return true;
  const isVerbal = (one: string) => (rootOf(one) === one || forms.test(one) || /e$/.test(one)) && !apart.has(one);
  return rootOf(word) === rootOf(other) && isVerbal(word) && isVerbal(other);
}
