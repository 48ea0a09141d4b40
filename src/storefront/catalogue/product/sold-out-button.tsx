type SoldOutButtonProps = { className: string; describedBy?: string };

/** Stands where 'Add to cart' would; a screen reader hears that too. */
export function SoldOutButton({ className, describedBy }: SoldOutButtonProps) {
  return (
    <button type="button" disabled className={className} aria-describedby={describedBy}>
      <span className="sr-only">Add to cart: </span>
      Sold out
    </button>
  );
}
