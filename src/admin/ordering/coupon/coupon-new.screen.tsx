import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useForm } from '#ui/form/use-form.ts';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { make } from './coupon.ts';
import { checkFields, noFields, toTerms } from './coupon-fields.ts';
import { CouponForm } from './coupon-form.tsx';

/** A new coupon. */
export function Component() {
  const may = useMay();
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  const form = useForm({
    initial: noFields,
    check: checkFields,
    begin: () => setFault(''),
    async send(fields) {
      const outcome = await make({ code: fields.code.trim().toUpperCase(), ...toTerms(fields, null) });
      if ('saved' in outcome) {
        navigate(`/coupons/${encodeURIComponent(outcome.saved.code)}`);
        return undefined;
      }
      if (outcome.refusal === 'coupon_exists') return { errors: { code: outcome.fault } };
      setFault(outcome.fault);
      return {};
    },
  });
  return (
    <Screen
      title="New coupon"
      lead={
        <Link to="/coupons" className="text-link">
          All coupons
        </Link>
      }
    >
      {may('manageCoupons') ? (
        <CouponForm
          form={form}
          label="New coupon"
          submit="Make coupon"
          isMade={false}
          isFixed={false}
          fault={fault}
          told=""
        />
      ) : (
        <p className="text-ink-2">Your role reads coupons; finance and administrators make them.</p>
      )}
    </Screen>
  );
}
