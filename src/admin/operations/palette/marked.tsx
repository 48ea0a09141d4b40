/** A text with the part of it underlined that was looked for, whatever its case; without that part as it is. */
export function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (at === -1) return <bdi>{text}</bdi>;
  const end = at + part.length;
  return (
    <bdi>
      {text.slice(0, at)}
      <mark className="bg-transparent font-[640] text-inherit underline decoration-[1.5px] underline-offset-[3px]">
        {text.slice(at, end)}
      </mark>
      {text.slice(end)}
    </bdi>
  );
}
