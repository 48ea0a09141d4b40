type SoldOutButtonProps = { className: string; describedBy?: string };

/** Stands where 'Add to cart' would, and says so to whoever looks for that: there is nothing to add now. */
export function SoldOutButton({ className, describedBy }: SoldOutButtonProps) {
  return (
    <button type="button" disabled className={className} aria-describedby={describedBy}>
      <span className="sr-only">Add to cart: </span>
      Sold out
    </button>
  );
}
