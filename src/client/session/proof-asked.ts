// The question who is at work, that some changes ask for. It is answered over the screen (fresh-proof.ts): what was typed stays.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';

/** Ends a question: with whether the proof was given. */
export type EndProof = (proved: boolean) => void;

const asked = atom<EndProof | null>(null);
/** Screens that show the question. Without one nobody could answer it. */
let screens = 0;
let answer: Promise<boolean> | null = null;

/** Asks for the proof. Resolves with whether it was given; changes that are refused meanwhile wait for the same one. */
export function askForProof(): Promise<boolean> {
  if (screens === 0) return Promise.resolve(false);
  answer ??= new Promise<boolean>((resolve) => {
    asked.set((proved) => {
      answer = null;
      asked.set(null);
      resolve(proved);
    });
  });
  return answer;
}

/**
 * For the screen around all others: the question that waits for an answer, null while there is none. Whoever leaves the screen at `path`
 * has given it up: what was asked for there is not done later.
 */
export function useProofAsked(path: string): EndProof | null {
  useEffect(() => {
    screens += 1;
    return () => {
      screens -= 1;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what leaving is
  useEffect(() => () => asked.get()?.(false), [path]);
  return useStore(asked, { ssr: 'initial' });
}
