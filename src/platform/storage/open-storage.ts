import type { StorageConfig } from '../config/platform-config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** S3 code is loaded where the configuration asks for it. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'folder') return openFolderStorage(config.folder);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(config.s3);
}
