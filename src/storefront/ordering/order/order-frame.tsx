import { ArrowLeft } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { rich } from '#ui/rich.ts';

type OrderHeadProps = {
  /** The list that the order is of. */
  back: { href: string; label: string };
  orderId: string;
  /** 2 where the page has a title of its own. */
  level: 1 | 2;
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Head of an order, its buyer's or a shop's. */
export function OrderHead({ back, orderId, level, heading }: OrderHeadProps) {
  const Heading = `h${level}` as const;
  return (
    <>
      <a href={back.href} className="btn btn-ghost btn-sm -ml-3 mb-2">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {back.label}
      </a>
      <Heading ref={heading} tabIndex={-1} className={`${level === 1 ? 'page-title' : 'text-2xl'} mb-5 outline-none`}>
        {rich('Order {orderId}', { orderId: <span className="font-mono text-[.9em] tracking-normal">{orderId}</span> })}
      </Heading>
    </>
  );
}

/** Facts of an order, in a row. */
export function OrderFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-y py-4 max-sm:text-sm sm:flex sm:flex-wrap sm:gap-x-12">
      {children}
    </dl>
  );
}

export function OrderFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
