// Search by meaning, where the operator has set the address of an endpoint for embeddings; without it nothing here exists.
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../../schema/db.ts';
import type { CatalogueVersion } from '../../catalogue-version/catalogue-version.ts';
import { createAskQuery } from './ask-query.ts';
import { createEmbed, type Embed, type EmbeddingsConfig } from './embeddings.ts';
import { createFindMeant, type FindMeant } from './find-meant.ts';
import { createFollowVectors } from './follow-vectors.ts';
import { createUpdateVectors, type UpdateVectors, updateVectorsRegularly } from './update-vectors.ts';

export type Meaning = {
  find: FindMeant;
  /** By queries whose vectors are known already: nothing is asked for one that is still being typed. */
  recall: FindMeant;
  update: UpdateVectors;
  /** Makes vectors of what changes; answers how to stop. */
  updateRegularly: () => () => Promise<void>;
  /** Reads the vectors before the first query does; answers how to stop. */
  readVectors: () => () => Promise<void>;
};

type Deps = {
  config: EmbeddingsConfig;
  db: Db;
  /** For reads, or one that knows a replica. */
  catalogue: Db;
  version: Pick<CatalogueVersion, 'current'>;
  log: Log;
};

export function createMeaning({ config, db, catalogue, version, log }: Deps): Meaning {
  const { model, least } = config;
  let dimensions: number | null = null;
  const plain = createEmbed(config);
  const embed: Embed = async (...given) => {
    const vectors = await plain(...given);
    dimensions = vectors[0]?.length ?? dimensions;
    return vectors;
  };
  const vectors = createFollowVectors({ db: catalogue, model, version });
  const queries = createAskQuery({ embed, log, now: () => performance.now() });
  const shared = { db: catalogue, vectors, least, log };
  const update = createUpdateVectors({ db, model, embed, dimensions: () => dimensions, version, log });
  return {
    find: createFindMeant({ ...shared, vectorOf: queries.ask }),
    recall: createFindMeant({ ...shared, vectorOf: async (text) => queries.recall(text) }),
    update,
    updateRegularly: () => updateVectorsRegularly({ db, update, log }),
    readVectors() {
      const reading = vectors
        .catchUp()
        .catch((error) => log.warn({ part: 'api', error: String(error) }, 'vectors could not be read'));
      return async () => void (await reading);
    },
  };
}
