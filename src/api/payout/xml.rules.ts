// XML as banks read it: elements and text, nothing else.

export type Element = [name: string, content: string | Element[], attributes?: Record<string, string>];

/** A whole document. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
}

function write([name, content, attributes = {}]: Element, indent: string): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  if (typeof content === 'string') return `${indent}<${name}${given}>${escaped(content)}</${name}>\n`;
  const inside = content.map((element) => write(element, `${indent}  `)).join('');
  return `${indent}<${name}${given}>\n${inside}${indent}</${name}>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
