import { useState } from 'react';
import { failureText } from '#client/api/failure-text.ts';
import type { SshKey } from '#contract/people/ssh-key.schema.ts';
import { t } from '#language/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { listSshKeys, useSshKeys } from '../../../people/security/ssh-keys.ts';

export type SshKeyChoice = {
  keys: Loaded<SshKey[]>;
  isChosen: (key: SshKey) => boolean;
  choose: (key: SshKey, isChosen: boolean) => void;
  /** Starts something with the chosen keys; resolves with what went wrong, or with nothing. */
  send: (start: (sshKeyIds: string[]) => Promise<string | undefined>) => Promise<string | undefined>;
};

/** Keys that are handed over with a machine: all of them, until one is unchecked. */
export function useSshKeyChoice(): SshKeyChoice {
  const keys = useSshKeys();
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const isChosen = ({ ssh_key_id: id }: SshKey) => !unchecked.has(id);

  /** Nobody hands over keys that they have not seen: where some are still being loaded, they are shown first. */
  async function chosen(): Promise<string[] | { fault: string }> {
    if (keys.failed) return [];
    if (keys.value) return keys.value.filter(isChosen).map(({ ssh_key_id: id }) => id);
    try {
      if ((await listSshKeys()).length === 0) return [];
    } catch (error) {
      return { fault: failureText(error) };
    }
    return { fault: t('Choose the SSH keys for the machine, then start it.') };
  }

  return {
    keys,
    isChosen,
    choose({ ssh_key_id: id }, isChecked) {
      setUnchecked((known) => new Set(isChecked ? [...known].filter((one) => one !== id) : [...known, id]));
    },
    async send(start) {
      const ids = await chosen();
      if ('fault' in ids) return ids.fault;
      const fault = await start(ids);
      // One of them may be gone.
      if (fault !== undefined) await keys.reload();
      return fault;
    },
  };
}
