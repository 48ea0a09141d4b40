// Words that mean the same in this catalogue. Few on purpose: each one makes other searches less exact.

/** Things written in several ways, each way a row of singular words; the first one stands for all. */
const sameThing: ReadonlyArray<readonly [string, ...string[]]> = [
  ['gpu', 'graphic card', 'graphic processor', 'video card', 'accelerator'],
  ['cpu', 'processor'],
  ['dataset', 'data set', 'corpus', 'corpora'],
  ['llm', 'language model', 'large language model'],
  ['asr', 'speech recognition', 'speech recognizer', 'speech to text', 'transcription', 'speech transcription', 'stt'],
  ['tts', 'text to speech', 'speech synthesis', 'voice synthesis'],
  ['ocr', 'optical character recognition', 'text recognition'],
  ['rag', 'retrieval augmented generation'],
  ['ai', 'artificial intelligence'],
  ['ml', 'machine learning'],
  ['picture', 'image', 'photo'],
  ['vram', 'gpu memory', 'graphic memory', 'video memory'],
  ['finetuning', 'fine tuning', 'finetune', 'fine tune', 'fine tuned', 'finetuned'],
  ['chatbot', 'chat bot', 'assistant', 'copilot'],
  ['forecasting', 'forecast', 'prediction'],
  ['recommender', 'recommendation', 'recommendation engine'],
  ['translation', 'translator', 'translate'],
  ['anonymization', 'redaction', 'anonymize', 'redact'],
];

const byFirstWord = new Map<string, Array<{ words: string[]; meaning: string }>>();
for (const [meaning, ...ways] of sameThing) {
  for (const words of ways.map((way) => way.split(' '))) {
    const [first = ''] = words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, meaning }]);
  }
}
for (const ways of byFirstWord.values()) ways.sort((a, b) => b.words.length - a.words.length);

/** Meaning of the words from `at` on, and how many they are; the longest way counts. Null when they mean only themselves. */
export function meaningAt(words: readonly string[], at: number): { meaning: string; length: number } | null {
  const ways = byFirstWord.get(words[at] ?? '');
  const found = ways?.find((way) => way.words.every((word, index) => words[at + index] === word));
  return found ? { meaning: found.meaning, length: found.words.length } : null;
}

/** Words implied by others for people who know the things: a GeForce is NVIDIA's. */
const saidAlong = new Map(
  Object.entries({
    nvidia: 'geforce rtx gtx tesla quadro a10 a100 a6000 h100 h200 b200 gh200 l4 l40 l40s t4 v100 p100 dgx hgx cuda',
    amd: 'radeon instinct mi210 mi250 mi250x mi300x mi325x mi355x epyc ryzen rocm',
    intel: 'gaudi xeon habana',
    google: 'tpu gemma gemini',
    meta: 'llama',
  }).flatMap(([maker, things]) => things.split(' ').map((thing) => [thing, maker] as const)),
);

export function makerOf(word: string): string | null {
  return saidAlong.get(word) ?? null;
}

const cheapWords = new Set(['cheap', 'cheapest', 'affordable', 'inexpensive', 'budget']);

/** A word that asks for an order and not for a thing. */
export function asksForLowPrice(word: string): boolean {
  return cheapWords.has(word);
}
