import { endpointPatienceSeconds } from '#contract/goods/access/provision.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';

type EndpointDialogProps = {
  /** Null: there is none yet. */
  url: string | null;
  /** Resolves with what is wrong with it, or with nothing. */
  onSave: (url: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Where a shop is called when something was bought that only it can set up. */
export function EndpointDialog({ url, onSave, onClose }: EndpointDialogProps) {
  const form = useForm({
    initial: { url: url ?? '' },
    check: (typed) =>
      URL.canParse(typed.url.trim()) ? {} : { url: 'Enter an address such as https://example.com/provision' },
    async send(typed) {
      const fault = await onSave(typed.url.trim());
      return fault ? { errors: { url: fault } } : undefined;
    },
  });
  return (
    <Dialog title={url ? t('Change the address') : t('Set up the endpoint')} busy={form.busy} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <Field
          label={t('Address')}
          type="url"
          autoComplete="off"
          hint={
            url
              ? t('The secret stays as it is. What waits is asked for there from now on.')
              : t('A public server of yours that answers by https within {endpointPatienceSeconds} seconds.', {
                  endpointPatienceSeconds,
                })
          }
          {...form.field('url')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {url ? t('Change address') : t('Set up endpoint')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
