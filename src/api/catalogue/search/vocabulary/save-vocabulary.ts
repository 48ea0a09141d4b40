// Changes of the operator's vocabulary, one at a time, each with its entry in the audit log.
import { randomUUID } from 'node:crypto';
import type { PutSearchPin, PutSearchSynonym } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import {
  keptWordsMaximum,
  meaningsMaximum,
  pinnedQueriesMaximum,
  synonymsMaximum,
} from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import type { AuditChanges, AuditValue } from '#platform/audit/audit-log.ts';
import { type AuditAction, recordAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../schema/db.ts';
import { deleteMiss } from '../miss/search-miss.store.ts';
import {
  deleteKeptWord,
  deleteSynonym,
  findSynonym,
  insertKeptWord,
  insertSynonym,
  listKeptWords,
  listPins,
  listSynonyms,
  lockVocabulary,
  namesOfProducts,
  replacePins,
  updateSynonym,
} from './search-vocabulary.store.ts';
import { foldedQuery, isSamePhrase } from './shop-vocabulary.rules.ts';
import { readKeptWord, readPinnedQuery, readSynonym } from './vocabulary-words.rules.ts';

/** `wrong`: what was sent; `conflict`: what there is already; `missing`: there is no such thing. */
export type Saved = { ok: true } | { ok: false; why: 'wrong' | 'conflict' | 'missing'; message: string };

const done: Saved = { ok: true };
const refused = (why: 'wrong' | 'conflict' | 'missing', message: string): Saved => ({ ok: false, why, message });

/** A synonym, new or in the place of the one of this id. A search without result for its words is settled by it. */
export async function saveSynonym(
  db: Db,
  { id, synonym, by }: { id: string | null; synonym: PutSearchSynonym; by: string },
): Promise<Saved> {
  const read = readSynonym(synonym);
  if (!read.ok) return refused('wrong', read.message);
  const { words, means } = read;
  return change(db, async (transaction, record) => {
    const all = await listSynonyms(transaction);
    const before = id === null ? null : (all.find((one) => one.synonym_id === id) ?? null);
    if (id !== null && !before) return unknownSynonym;
    const others = all.filter((one) => one.synonym_id !== id);
    const fault = faultAmong(others, { words, means, is_two_way: synonym.is_two_way });
    if (fault) return refused('conflict', fault);
    const row = { synonym_id: id ?? randomUUID(), words, means, is_two_way: synonym.is_two_way, updated_by: by };
    if (before) await updateSynonym(transaction, row);
    else await insertSynonym(transaction, row);
    await deleteMiss(transaction, foldedQuery(words));
    const after = { words, means, two_way: synonym.is_two_way };
    await record(before ? 'search.synonym_changed' : 'search.synonym_added', words, { by }, changesOf(before, after));
    return done;
  });
}

type Pair = { words: string; means: string; is_two_way: boolean };

/** Why a synonym cannot stand beside the others, in a sentence. */
function faultAmong(others: readonly Pair[], { words, means, is_two_way }: Pair): string | null {
  if (others.length >= synonymsMaximum)
    return `There are ${synonymsMaximum} synonyms, which is the most. Delete one of them first.`;
  const says = (one: Pair, left: string, right: string) =>
    (isSamePhrase(one.words, left) && isSamePhrase(one.means, right)) ||
    (one.is_two_way && isSamePhrase(one.means, left) && isSamePhrase(one.words, right));
  if (others.some((one) => says(one, words, means) || (is_two_way && says(one, means, words))))
    return `“${words}” and “${means}” are synonyms already. Change that one.`;
  for (const side of is_two_way ? [words, means] : [words]) {
    const meanings = others.filter(
      (one) => isSamePhrase(one.words, side) || (one.is_two_way && isSamePhrase(one.means, side)),
    );
    if (meanings.length >= meaningsMaximum)
      return `“${side}” has ${meaningsMaximum} synonyms, and the search looks up no more. Delete one of them first.`;
  }
  return null;
}

export async function removeSynonym(db: Db, { id, by }: { id: string; by: string }): Promise<Saved> {
  return change(db, async (transaction, record) => {
    const before = await findSynonym(transaction, id);
    if (!before) return unknownSynonym;
    await deleteSynonym(transaction, id);
    await record('search.synonym_deleted', before.words, { by }, changesOf(before, null));
    return done;
  });
}

export async function addKeptWord(db: Db, { word: given, by }: { word: string; by: string }): Promise<Saved> {
  const read = readKeptWord(given);
  if (!read.ok) return refused('wrong', read.message);
  return change(db, async (transaction, record) => {
    const all = await listKeptWords(transaction);
    if (all.some(({ word }) => word === read.text))
      return refused('conflict', `“${read.text}” is never corrected already.`);
    if (all.length >= keptWordsMaximum)
      return refused('conflict', `There are ${keptWordsMaximum} words, which is the most. Delete one of them first.`);
    await insertKeptWord(transaction, { word: read.text, created_by: by });
    await record('search.kept_word_added', read.text, { by });
    return done;
  });
}

export async function removeKeptWord(db: Db, { word, by }: { word: string; by: string }): Promise<Saved> {
  return change(db, async (transaction, record) => {
    if (!(await deleteKeptWord(transaction, word))) return refused('missing', 'This word is not in the list.');
    await record('search.kept_word_deleted', word, { by });
    return done;
  });
}

/** The products of a query in the place of those that it had; none ends pinning for it. */
export async function savePins(db: Db, { pin, by }: { pin: PutSearchPin; by: string }): Promise<Saved> {
  const read = readPinnedQuery(pin.query);
  if (!read.ok) return refused('wrong', read.message);
  const query = read.text;
  const ids = pin.product_ids.map((id) => id.trim());
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refused('wrong', `product_ids names ${twice || 'an empty id'} twice.`);
  return change(db, async (transaction, record) => {
    const all = await listPins(transaction);
    const before = all.filter((one) => one.query === query).map((one) => one.product_id);
    if (pin.only_if_none && before.length > 0)
      return refused('conflict', `Other products have been pinned for “${query}” meanwhile.`);
    if (ids.length === 0 && before.length === 0) return refused('missing', 'Nothing is pinned for this query.');
    const known = new Set((await namesOfProducts(transaction, ids)).map((one) => one.product_id));
    // One that is gone may stay where it was: another change of the query is no reason to look for it.
    const unknown = ids.find((id) => !known.has(id) && !before.includes(id));
    if (unknown !== undefined) return refused('wrong', `There is no product with the id “${unknown}”.`);
    const queries = new Set(all.map((one) => one.query));
    if (before.length === 0 && queries.size >= pinnedQueriesMaximum)
      return refused('conflict', `${pinnedQueriesMaximum} queries have pinned products, which is the most.`);
    if (before.join('\n') === ids.join('\n')) return done;
    await replacePins(transaction, { query, ids, by });
    const products = { before: before.join(', ') || null, after: ids.join(', ') || null };
    await record('search.pins_changed', query, { by }, { products });
    return done;
  });
}

/** The query is not named in the audit log, which keeps it for good: somebody has typed it for themselves. */
export async function dismissMiss(db: Db, { query, by }: { query: string; by: string }): Promise<Saved> {
  return change(db, async (transaction, record) => {
    if (!(await deleteMiss(transaction, query))) return refused('missing', 'This search is not in the list any more.');
    await record('search.miss_dismissed', 'search without result', { by });
    return done;
  });
}

const unknownSynonym = refused('missing', 'There is no synonym of this id any more.');

type RecordChange = (
  action: AuditAction,
  id: string,
  details: Record<string, AuditValue>,
  changes?: AuditChanges,
) => Promise<void>;

function change(db: Db, work: (transaction: Db, record: RecordChange) => Promise<Saved>): Promise<Saved> {
  return db.transaction().execute(async (transaction) => {
    await lockVocabulary(transaction);
    return work(transaction, (action, id, details, changes = {}) =>
      recordAudit(transaction, { kind: 'customer' }, { action, subject: { kind: 'search', id }, details, changes }),
    );
  });
}

type Fields = { words: string; means: string; two_way: boolean };

function changesOf(before: Pair | null, after: Fields | null): AuditChanges {
  const was = before && { words: before.words, means: before.means, two_way: before.is_two_way };
  const names = ['words', 'means', 'two_way'] as const;
  return Object.fromEntries(
    names
      .map((name) => [name, { before: was?.[name] ?? null, after: after?.[name] ?? null }] as const)
      .filter(([, { before: old, after: now }]) => old !== now),
  );
}
