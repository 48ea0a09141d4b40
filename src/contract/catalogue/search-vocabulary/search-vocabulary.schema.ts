// The operator's own vocabulary of the search, and what was searched without result. The browser takes the types of it alone.
import { z } from 'zod';
import { line } from '../../text/text.schema.ts';
import { phraseMaximum, pinnedQueryMaximum, pinsMaximum } from './search-vocabulary.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const author = z.string().meta({ description: 'Name of the member of the staff who wrote it last' });

const phrase = line().min(1, 'must have a word').max(phraseMaximum, `must have at most ${phraseMaximum} characters`);

export const putSearchSynonymSchema = z
  .strictObject(
    {
      words: phrase.meta({ description: 'What is typed: one to four words', example: 'big iron' }),
      means: phrase.meta({ description: 'What else is asked for: one to four words', example: 'server' }),
      is_two_way: z.boolean().meta({ description: 'True where each side is asked for by the other' }),
    },
    'must be an object',
  )
  .meta({ id: 'PutSearchSynonym' });

export const postSearchKeptWordSchema = z
  .strictObject({ word: phrase.meta({ description: 'One word' }) }, 'must be an object')
  .meta({ id: 'PostSearchKeptWord' });

const query = line()
  .min(1, 'must have a word')
  .max(pinnedQueryMaximum, `must have at most ${pinnedQueryMaximum} characters`);

export const putSearchPinSchema = z
  .strictObject(
    {
      query: query.meta({ description: 'The whole query, in any case', example: 'cheap gpu' }),
      product_ids: z
        .array(z.string('must be text').max(200, 'must have at most 200 characters'))
        .max(pinsMaximum, `must name at most ${pinsMaximum} products`)
        .meta({ description: 'The first one stands first; an empty list ends pinning for the query' }),
      only_if_none: z.literal(true).exactOptional().meta({
        description: 'Refused where the query has pinned products',
      }),
    },
    'must be an object',
  )
  .meta({ id: 'PutSearchPin' });

export const dismissSearchMissSchema = z
  .strictObject({ query: z.string('must be text').max(200, 'must have at most 200 characters') }, 'must be an object')
  .meta({ id: 'DismissSearchMiss' });

const synonymSchema = z.strictObject({
  synonym_id: z.string(),
  words: z.string(),
  means: z.string(),
  is_two_way: z.boolean(),
  updated_at: instant,
  updated_by: author,
});

const keptWordSchema = z.strictObject({ word: z.string(), created_at: instant, created_by: author });

const pinSchema = z.strictObject({
  query: z.string(),
  products: z.array(
    z.strictObject({
      product_id: z.string(),
      name: z.string().nullable().meta({ description: 'null where there is no such product any more' }),
      is_listed: z.boolean().meta({ description: 'False where it is not for sale now: it is passed over' }),
    }),
  ),
  updated_at: instant,
  updated_by: author,
});

export const searchVocabularySchema = z
  .strictObject({
    synonyms: z.array(synonymSchema).meta({ description: 'By words' }),
    kept_words: z.array(keptWordSchema).meta({ description: 'Words that are never corrected, by word' }),
    pins: z.array(pinSchema).meta({ description: 'By query' }),
  })
  .meta({ id: 'SearchVocabulary' });

const missSchema = z.strictObject({
  query: z.string().meta({ description: 'Folded: lower case, without accents' }),
  searches: z.int().min(1).meta({ description: 'One every few minutes at most' }),
  first_at: instant,
  last_at: instant,
});

export const searchMissesSchema = z
  .strictObject({
    items: z.array(missSchema).meta({ description: 'The most frequent first' }),
    total: z.int().min(0).meta({ description: 'Of all that are kept' }),
  })
  .meta({ id: 'SearchMisses' });

export type PutSearchSynonym = z.input<typeof putSearchSynonymSchema>;
export type PutSearchPin = z.input<typeof putSearchPinSchema>;
export type SearchVocabulary = z.infer<typeof searchVocabularySchema>;
export type SearchSynonym = SearchVocabulary['synonyms'][number];
export type SearchPin = SearchVocabulary['pins'][number];
export type SearchMisses = z.infer<typeof searchMissesSchema>;
export type SearchMiss = SearchMisses['items'][number];
