// API requests and answers about SSH keys of an account.
import { z } from 'zod';
import { line } from '../text/text.schema.ts';
import { longestSshKey, longestSshKeyName, type SshKeyType, sshKeyMaximum, sshKeyTypes } from './ssh-key.ts';

const types = Object.keys(sshKeyTypes) as [SshKeyType, ...SshKeyType[]];

export const newSshKeySchema = z
  .strictObject({
    public_key: z
      .string('must be text')
      .max(longestSshKey, `must be at most ${longestSshKey.toLocaleString('en-US')} characters`)
      .meta({
        description: 'One line as OpenSSH writes it: type, base64, and a comment that may be missing',
        example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFhB4JuemudG0PcUmI1ROVbW3nJEUwy32ytryGIp+X2y ada@laptop',
      }),
    name: line()
      .min(1, 'must not be empty')
      .max(longestSshKeyName, `must be at most ${longestSshKeyName} characters`)
      .exactOptional()
      .meta({ description: 'To know it by; left out, it is the comment of the key' }),
  })
  .meta({ id: 'NewSshKey' });

export const sshKeySchema = z
  .strictObject({
    ssh_key_id: z.uuid(),
    name: z.string(),
    type: z.enum(types),
    fingerprint: z.string().meta({ description: 'As ssh-keygen -l prints it', example: 'SHA256:…' }),
    public_key: z.string().meta({ description: 'Type and base64, without the comment' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SshKey' });
export type SshKey = z.infer<typeof sshKeySchema>;

export const sshKeysSchema = z
  .strictObject({ items: z.array(sshKeySchema) })
  .meta({ id: 'SshKeys', description: `At most ${sshKeyMaximum}` });
