import { msg, t } from '#language/message.ts';

type PictureDifferenceProps = {
  before: readonly string[];
  after: readonly string[];
  names: { before: string; after: string };
};

const places = [
  msg('First'),
  msg('Second'),
  msg('Third'),
  msg('Fourth'),
  msg('Fifth'),
  msg('Sixth'),
  msg('Seventh'),
  msg('Eighth'),
  msg('Ninth'),
  msg('Tenth'),
];

/** Pictures that differ side by side, the old ones left. */
export function PictureDifference({ before, after, names }: PictureDifferenceProps) {
  const count = Math.max(before.length, after.length);
  const differing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => before[index] !== after[index],
  );
  const same = count - differing.length;
  return (
    <>
      {differing.map((index) => (
        <div key={index} className="grid gap-1.5">
          <h4 className="text-sm font-[560] tracking-normal">{t('{index} picture', { index: placeOf(index) })}</h4>
          <div className="grid grid-cols-2 gap-3">
            <Side address={before[index]} name={names.before} place={placeOf(index)} others={after} is="before" />
            <Side address={after[index]} name={names.after} place={placeOf(index)} others={before} is="after" />
          </div>
        </div>
      ))}
      {same > 0 && (
        <p className="text-sm text-ink-3">
          {t('{value} as before', { value: same === 1 ? t('One picture') : t('{same} pictures', { same }) })}
        </p>
      )}
    </>
  );
}

type SideProps = {
  address: string | undefined;
  name: string;
  place: string;
  /** Those of the other side: one that is there too has only moved. */
  others: readonly string[];
  is: 'before' | 'after';
};

function Side({ address, name, place, others, is }: SideProps) {
  if (address === undefined)
    return (
      <p className="grid aspect-4/3 place-content-center rounded-md border border-dashed px-3 text-center text-sm text-ink-3">
        {is === 'before' ? t('There was none') : t('Removed')}
      </p>
    );
  const elsewhere = others.indexOf(address);
  const Name = is === 'after' && elsewhere < 0 ? 'ins' : 'span';
  return (
    <figure className="min-w-0">
      <img
        src={address}
        alt={t('{place} picture, {value}', {
          place,
          value: is === 'before' ? t('as it is on sale') : t('as it would be'),
        })}
        width="800"
        height="600"
        loading="lazy"
        className="aspect-4/3 w-full rounded-md bg-night object-cover"
      />
      <figcaption className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
        <Name className={Name === 'ins' ? 'rounded-sm bg-success-soft px-1 decoration-success' : 'text-ink-2'}>
          {name}
        </Name>
        {elsewhere >= 0 && (
          <span className="text-ink-3">
            {t('{value} the {value2}', {
              value: is === 'before' ? 'now' : 'was',
              value2: placeOf(elsewhere).toLowerCase(),
            })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function placeOf(index: number): string {
  return t(places[index]) ?? t('{value}th', { value: index + 1 });
}
