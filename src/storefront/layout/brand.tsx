import { useShop } from '../shop/shop-context.ts';

export function Brand() {
  const { store } = useShop();
  return (
    <a
      href="/"
      className="flex flex-none items-center gap-[10px] rounded-md text-[min(1.0625rem,5.5vw)] font-[640] tracking-[-.03em] whitespace-nowrap"
    >
      <svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true">
        <path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="currentColor" />
        <circle cx="11" cy="17" r="2.2" fill="var(--accent)" />
      </svg>
      {store.name}
    </a>
  );
}
