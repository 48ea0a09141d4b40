import { z } from 'zod';
import { line, storableTime } from '../text/text.schema.ts';
import { longestSearchName } from './saved-search-address.ts';

const address = z.string().meta({
  description: 'Address of a list of products, or of the page of a keyword, with its filters',
  example: '/products/category/computing?max_gpu_price=0.4&min_gpu_memory=24',
});
const name = line()
  .min(1, 'must not be empty')
  .max(longestSearchName, `must have at most ${longestSearchName} characters`);
const alerts = z.boolean('must be true or false');

export const savedSearchSchema = z
  .strictObject({
    search_id: z.uuid(),
    name: z.string(),
    address,
    saved_at: z.string(),
    alerts: alerts.meta({ description: 'True if new matches are told by email' }),
    fits: z.int().nullable().meta({
      description: 'How many products fit, as last looked at for alerts; null: not looked at, or too many',
    }),
    too_many: z
      .boolean()
      .meta({ description: 'More products fit than alerts follow, or may fit: none is told until it is narrowed' }),
  })
  .meta({ id: 'SavedSearch' });

export const savedSearchesSchema = z.strictObject({ items: z.array(savedSearchSchema) }).meta({ id: 'SavedSearches' });

export const postSavedSearchSchema = z
  .object({
    // Longer ones than can be saved are refused by their own sentence.
    address: address.max(30_000),
    name: name.optional().meta({ description: 'Left out, it is made of what is searched and its filters' }),
    alerts: alerts.default(true),
    saved_at: storableTime()
      .optional()
      .meta({ description: 'When it was saved before it was removed, to bring it back in its place' }),
  })
  .meta({ id: 'PostSavedSearch' });

export const putSavedSearchSchema = z
  .object({ name: name.optional(), alerts: alerts.optional() })
  .meta({ id: 'PutSavedSearch', description: 'What is left out stays as it is' });

/** Facts that a link in an alert's email shows to whoever has it. */
export const searchAlertLinkSchema = z
  .strictObject({
    searches: z
      .array(savedSearchSchema.pick({ search_id: true, name: true, address: true, alerts: true }))
      .meta({ description: 'Those of the email that are still saved' }),
    others: z.int().meta({ description: 'Other searches of the same account with alerts' }),
  })
  .meta({ id: 'SearchAlertLink' });

export const endedSearchAlertsSchema = z
  .strictObject({ ended: z.int().meta({ description: 'Searches whose alerts have ended' }) })
  .meta({ id: 'EndedSearchAlerts' });
