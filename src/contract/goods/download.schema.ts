import { z } from 'zod';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const id = (what: string) => z.string(`must be ${what}`).min(1, `must be ${what}`).max(64, `must be ${what}`);

/** A release may have more: their addresses are asked for one by one. */
export const linksMaximum = 1_000;

export const askForLinksSchema = z
  .strictObject(
    {
      release_id: id('the id of a release'),
      path: z
        .string('must be the path of a file')
        .min(1, 'must be the path of a file')
        .max(1_000, 'must be the path of a file')
        .exactOptional()
        .meta({ description: `All files of the release where it is not said, of which there may be ${linksMaximum}` }),
    },
    'must be an object',
  )
  .meta({ id: 'AskForDownloadLinks' });

const downloadLinkSchema = z
  .strictObject({
    path: z.string().meta({ description: 'In steps with a slash', example: 'audio/part-01.tar' }),
    url: z
      .string()
      .meta({ description: 'Needs no sign-in: whoever has it gets the file. Takes GET and HEAD, with ranges' }),
    expires_at: instant.meta({ description: 'A transfer that has begun goes on; another one needs another address' }),
    size_bytes: z.int(),
    sha256: z.string().meta({ description: 'Of the bytes, and their ETag' }),
  })
  .meta({ id: 'DownloadLink' });

export const downloadLinksSchema = z
  .strictObject({
    links: z.array(downloadLinkSchema).meta({ description: 'By path' }),
    redirects: z.boolean().meta({
      description:
        'The addresses lead on to another host: a browser follows them, and a page cannot read what is there',
    }),
  })
  .meta({ id: 'DownloadLinks' });

const downloadDoors = ['link', 'hub', 'free'] as const;

const downloadSchema = z
  .strictObject({
    id: z.string(),
    door: z.enum(downloadDoors).meta({ description: 'link: an address of the library; hub: a program with a token' }),
    release_id: z.string(),
    version: z.string().nullable(),
    path: z.string(),
    size_bytes: z.int(),
    sent_bytes: z.int().meta({ description: 'How much of the file went out, each byte counted once' }),
    started_at: instant,
    completed_at: instant.nullable().meta({ description: 'When the last missing byte had gone out' }),
    network: z.string().meta({ description: 'From where: what many addresses share', example: '203.0.113.0/24' }),
    agent: z.string().meta({ description: 'What the program calls itself; may be empty' }),
  })
  .meta({ id: 'Download', description: 'The transfers of one file within a day' });

export const downloadsSchema = z.array(downloadSchema);

const count = z.int();

export const productDownloadsSchema = z
  .strictObject({
    releases: z
      .array(
        z.strictObject({
          release_id: z.string(),
          version: z.string(),
          completed: count.meta({ description: 'Downloads of its files by buyers, whole; once a day and buyer' }),
          files: z.array(
            z.strictObject({
              path: z.string(),
              started: count,
              completed: count,
              free: count.meta({ description: 'Whole downloads without buying, of a file that everybody may have' }),
              last_at: instant,
            }),
          ),
        }),
      )
      .meta({ description: 'Those that something was downloaded of, newest first' }),
    more: z.boolean().meta({ description: 'There are more files than are told' }),
  })
  .meta({ id: 'ProductDownloads' });

/** Downloads of a line, which whoever refunds it has to know. */
export const lineDownloadsSchema = z
  .strictObject({
    downloaded: z.int().meta({ description: 'Files of which all went out' }),
    started: z.int().meta({ description: 'Files of which something went out' }),
    files: z.int().meta({ description: 'Files that there are' }),
    last_at: instant.nullable(),
  })
  .meta({ id: 'LineDownloads' });
