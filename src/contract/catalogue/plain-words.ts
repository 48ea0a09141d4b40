// Licenses in plain words: sentences of their facts, of several licenses that hold together too.
import type { LicenseFacts, PlainWords } from './license.ts';

export type Freedom = 'commercial_use' | 'redistribution' | 'derivatives' | 'training';
export type Limit = Exclude<keyof LicenseFacts, Freedom>;

export const freedoms: Record<Freedom, { words: string; question: string }> = {
  commercial_use: { words: 'Use it commercially', question: 'commercial use' },
  redistribution: { words: 'Pass it on', question: 'passing it on' },
  derivatives: { words: 'Change it and build on it', question: 'changing it' },
  training: { words: 'Train models with it', question: 'training models with it' },
};

export const limits: Record<Limit, { list: 'must' | 'may_not'; words: (value: unknown) => string; question: string }> =
  {
    attribution: { list: 'must', words: () => 'Name its authors and keep its notices', question: 'naming its authors' },
    share_alike: {
      list: 'must',
      words: () => 'Publish what is derived from it under the same license',
      question: 'the license of what is derived from it',
    },
    network_copyleft: {
      list: 'must',
      words: () => 'Offer the source to those who use it over a network',
      question: 'use over a network',
    },
    naming_duty: { list: 'must', words: String, question: 'names that have to be shown' },
    use_restrictions: {
      list: 'must',
      words: () => 'Keep to the uses that its text permits, and ask the same of others',
      question: 'uses that are forbidden',
    },
    acceptance_needed: {
      list: 'must',
      words: () => 'Accept its terms before using it',
      question: 'accepting its terms',
    },
    user_cap: {
      list: 'must',
      words: (most) => `Ask for a license of its own above ${Number(most).toLocaleString('en-US')} monthly users`,
      question: 'a limit of users',
    },
    output_limits: {
      list: 'may_not',
      words: () => 'Improve other models with what it puts out',
      question: 'use of what it puts out',
    },
    research_only: {
      list: 'may_not',
      words: () => 'Use it for anything but research',
      question: 'uses other than research',
    },
  };

export const freedomNames = Object.keys(freedoms) as Freedom[];
export const limitNames = Object.keys(limits) as Limit[];

/** Meaning of licenses that hold together: allowed is what all allow, asked for is what one asks for, and what one leaves open is open. */
export function plainWords(all: ReadonlyArray<LicenseFacts>): PlainWords {
  const words: PlainWords = { may: [], must: [], may_not: [], not_stated: [] };
  for (const name of freedomNames) {
    const { words: sentence, question } = freedoms[name];
    const answers = all.map((facts) => facts[name]);
    if (answers.includes(false)) words.may_not.push(sentence);
    else if (answers.includes(undefined)) words.not_stated.push(question);
    else words.may.push(sentence);
  }
  for (const name of limitNames) {
    const { list, words: sentence, question } = limits[name];
    const answers = all.map((facts) => facts[name]);
    const limiting = answers.filter((answer) => answer !== undefined && answer !== false);
    words[list].push(...new Set(limiting.map(sentence)));
    if (limiting.length === 0 && answers.includes(undefined)) words.not_stated.push(question);
  }
  return words;
}
