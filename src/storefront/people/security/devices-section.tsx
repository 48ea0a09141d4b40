import { type RefObject, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { type Device, forgetDevice, listDevices, trustThisDevice } from './devices.ts';
import { ProvedDialog } from './owner-proof.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

/** Shown before a click on 'Show all'. */
const INITIAL_DEVICES = 5;

/** The browsers and apps that were signed in, of which some are trusted. */
export function DevicesSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const devices = useLoaded(listDevices);
  const [all, setAll] = useState(false);
  const [trusting, setTrusting] = useState(false);
  const [forgetting, setForgetting] = useState<Device | null>(null);

  async function trust() {
    const fault = await trustThisDevice();
    if (fault) return fault;
    await devices.reload();
    showAlert({ type: 'success', message: t('This device is trusted') });
    return undefined;
  }

  async function forget({ id }: Device) {
    const fault = await forgetDevice(id);
    if (fault) return fault;
    await devices.reload();
    showAlert({ type: 'success', message: t('The device is forgotten') });
    return undefined;
  }

  return (
    <Section
      title={t('Devices')}
      lead={t('Where you have logged in. A trusted device is not asked for the second step.')}
      heading={heading}
    >
      <ShowLoaded from={devices} skeleton={<RowSkeleton rows={2} />} fault={t('Your devices could not be loaded.')}>
        {(known) => (
          <ul className="grid gap-4">
            {(all ? known : known.slice(0, INITIAL_DEVICES)).map((device) => (
              <DeviceItem
                key={device.id}
                device={device}
                onTrust={() => setTrusting(true)}
                onForget={() => setForgetting(device)}
              />
            ))}
            {known.length === 0 && (
              <li className="text-ink-2">{t('No device is known. The next login adds the one it is from.')}</li>
            )}
            {!all && known.length > INITIAL_DEVICES && (
              <li>
                <button type="button" className="btn btn-ghost btn-sm -ml-3" onClick={() => setAll(true)}>
                  {t('Show all {length} devices', { length: known.length })}
                </button>
              </li>
            )}
          </ul>
        )}
      </ShowLoaded>
      <SignOutEverywhere />
      {trusting && (
        <ProvedDialog
          tone="main"
          title={t('Trust this device?')}
          confirmLabel={t('Trust device')}
          change={trust}
          onClose={() => setTrusting(false)}
          focusWhenDone={heading}
        >
          <p>{t('From then on its logins are not asked for the second step.')}</p>
        </ProvedDialog>
      )}
      {forgetting && (
        <ForgetDialog
          device={forgetting}
          onConfirm={() => forget(forgetting)}
          onClose={() => setForgetting(null)}
          focusWhenDone={heading}
        />
      )}
    </Section>
  );
}

type DeviceItemProps = { device: Device; onTrust: () => void; onForget: () => void };

function DeviceItem({ device, onTrust, onForget }: DeviceItemProps) {
  return (
    <li>
      <SectionRow name={<Name device={device} />} about={<LastLogin device={device} />}>
        {device.isThis && !device.trusted && (
          <button type="button" className="btn btn-line btn-sm" onClick={onTrust}>
            {t('Trust this device')}
          </button>
        )}
        <button type="button" className="btn btn-line btn-sm" onClick={onForget}>
          {rich('Forget{span}', {
            span: (
              <span className="sr-only">
                {device.isThis ? t(' this device') : ` ${device.name}, `}
                {!device.isThis && <LastLogin device={device} />}
              </span>
            ),
          })}
        </button>
      </SectionRow>
    </li>
  );
}

type ForgetDialogProps = {
  device: Device;
  onConfirm: () => Promise<string | undefined>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

function ForgetDialog({ device, ...dialog }: ForgetDialogProps) {
  return (
    <ConfirmDialog
      tone="harm"
      title={t('Forget {value}?', { value: device.isThis ? t('this device') : device.name })}
      confirmLabel={t('Forget')}
      {...dialog}
    >
      <p>
        {device.trusted
          ? t('It is no longer trusted: its next login asks for the second step again.')
          : t('It leaves this list until its next login.')}{' '}
        {t('It is not signed out: ‘Sign out everywhere’ does that.')}
      </p>
    </ConfirmDialog>
  );
}

function LastLogin({ device: { lastUsed } }: { device: Device }) {
  return (
    lastUsed && (
      <>
        {t('Last login')} <LocalTime instant={lastUsed} />
      </>
    )
  );
}

function Name({ device }: { device: Device }) {
  return (
    <>
      <bdi>{device.name}</bdi>
      {device.isThis && <span className="badge border text-ink-2">{t('This device')}</span>}
      {device.trusted && <span className="badge bg-success-soft text-success">{t('Trusted')}</span>}
    </>
  );
}
