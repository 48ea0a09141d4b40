import { z } from 'zod';

const dataExportStates = ['none', 'waiting', 'running', 'ready', 'failed'] as const;

const moment = z.iso.datetime().nullable();

export const dataExportSchema = z
  .strictObject({
    state: z.enum(dataExportStates).meta({
      description: "'none': nothing was asked for, or what was made has expired; 'failed': it could not be made",
    }),
    requested_at: moment,
    ready_at: moment,
    expires_at: moment.meta({ description: 'Until when the file can be downloaded' }),
    size_bytes: z.int().nullable().meta({ description: 'Of the file' }),
  })
  .meta({ id: 'DataExport', description: "The caller's own data as a file: one at a time" });
