import { sshKeysPath, sshKeyTypes } from '#contract/people/ssh-key.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import type { SshKeyChoice } from './use-ssh-key-choice.ts';

/** SSH keys of the buyer, of which those that are checked are handed over with a machine. */
export function SshKeyFields({ choice: { keys, isChosen, choose } }: { choice: SshKeyChoice }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-[540]">{t('SSH keys')}</legend>
      <ShowLoaded
        from={keys}
        skeleton={<RowsSkeleton rows={1} />}
        fault={t('Your SSH keys could not be loaded. The machine would start without them.')}
      >
        {(all) =>
          all.length === 0 ? (
            <p className="text-sm">
              {rich('You have none. To log in by SSH, <a>add a key</a> before you start the machine.', {
                a: (words) => (
                  <a className="text-link" href={sshKeysPath}>
                    {words}
                  </a>
                ),
              })}
            </p>
          ) : (
            <div className="grid gap-2">
              {all.map((key) => (
                <label key={key.ssh_key_id} className="flex items-start gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    className="mt-1"
                    checked={isChosen(key)}
                    onChange={({ target }) => choose(key, target.checked)}
                  />
                  <span className="min-w-0">
                    <bdi className="[overflow-wrap:anywhere]">{key.name}</bdi>{' '}
                    <span className="text-ink-3">{sshKeyTypes[key.type]}</span>
                  </span>
                </label>
              ))}
              <p className="text-sm text-ink-3">{t('The shop gets the checked public keys, without their names.')}</p>
            </div>
          )
        }
      </ShowLoaded>
    </fieldset>
  );
}
