import { useMemo, useRef } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { EndpointPanel } from '#product-form/goods/endpoint-panel.tsx';
import { rich } from '#ui/rich.ts';
import { Section } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { CallList } from './call-list.tsx';
import { endpointActs, useEndpoint } from './endpoint-actions.ts';

/** Endpoint that is called when somebody buys access or hours that only the shop can set up. */
export function EndpointSection({ seller: { sellerId } }: { seller: SellerHere }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useEndpoint(sellerId);
  const acts = useMemo(() => endpointActs(sellerId), [sellerId]);
  return (
    <Section
      title={t('Endpoint')}
      heading={heading}
      lead={rich(
        'A machine of yours that sets up what was bought: access, and hours of machines. It is called, signed, and its answer is what the buyer is shown. <a>What it is asked</a>',
        {
          a: (words) => (
            <a className="text-link" href="/api/docs">
              {words}
            </a>
          ),
        },
      )}
    >
      <EndpointPanel
        from={state}
        acts={acts}
        heading={heading}
        onDone={(message) => showAlert({ type: 'success', message })}
      >
        <CallList sellerId={sellerId} />
      </EndpointPanel>
    </Section>
  );
}
