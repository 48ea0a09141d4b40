// The look of every mail. Mail programs know tables and inline styles; the style element only adds what the better
// ones understand: dark surroundings and small screens. Nothing is loaded from elsewhere.
import { html, raw } from 'hono/html';
import { dark, light, mono, sans } from '#platform/look.ts';
import type { Message } from '../mailer.ts';
import type { Brand } from './brand.ts';

type RenderedMessage = { html: string; text: string };

const font = raw(sans);
const monoFont = raw(mono);

const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 600px) {
  .margin { padding: 24px 12px !important; }
  .card { padding: 28px 22px 4px !important; }
  .heading { font-size: 26px !important; line-height: 32px !important; }
  .code { font-size: 28px !important; letter-spacing: 6px !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${dark.canvas} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; border-color: ${dark.line} !important; }
  .rule { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink-2 { color: ${dark['ink-2']} !important; }
  .ink-3 { color: ${dark['ink-3']} !important; }
  .mark { border-color: ${dark.ink} !important; }
  .accent { background-color: ${dark.accent} !important; }
  .on-accent { color: ${dark['on-accent']} !important; }
}
`;

/** The message in the shop's look, and as the plain text that stands beside it. */
export async function renderMessage(message: Message, brand: Brand): Promise<RenderedMessage> {
  return { html: String(await htmlOf(message, brand)), text: textOf(message, brand) };
}

/** The code in the text part of a message, where it has one. */
export function codeIn(text: string): string | null {
  return text.match(/^ {4}(\S+)\r?$/m)?.[1] ?? null;
}

function textOf({ heading, paragraphs, rows, code, action, note, unsubscribe }: Message, brand: Brand): string {
  const blocks = [
    heading,
    ...paragraphs,
    rows?.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    code && `    ${code}`,
    action && `${action.label}:\n${action.url}`,
    note,
    unsubscribe && `${unsubscribe.label}:\n${unsubscribe.page}`,
    `${brand.name}\n${brand.address.join(', ')}\n${brand.origin}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function htmlOf({ subject, heading, paragraphs, rows, code, action, note, unsubscribe }: Message, brand: Brand) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${raw(sheet)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${light.canvas}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview(paragraphs[0] ?? heading)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.canvas}" style="background-color:${light.canvas}">
<tr><td class="margin" align="center" style="padding:40px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;text-align:left">
<tr><td style="padding:0 4px 24px">${masthead(brand)}</td></tr>
<tr><td class="card" bgcolor="${light.surface}" style="padding:40px 40px 16px;border:1px solid ${light.line};border-radius:20px;background-color:${light.surface}">
<h1 class="ink heading" style="margin:0 0 16px;font:600 30px/36px ${font};letter-spacing:-0.025em;color:${light.ink}">${heading}</h1>
${paragraphs.map((text) => paragraphOf(text, brand.origin))}${rows && tableOf(rows)}${code && codeBox(code)}${action && button(action)}${note && smallPrint(note)}</td></tr>
<tr><td class="ink-3" style="padding:24px 4px 0;font:400 13px/20px ${font};color:${light['ink-3']}">${unsubscribe && endLink(unsubscribe)}${brand.address.join(', ')}<br><a class="ink-3" href="${brand.origin}" target="_blank" style="color:${light['ink-3']};text-decoration:underline">${brand.origin.replace(/^https?:\/\//, '')}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The mark is an arch with an ember in it, drawn with borders: mail programs show no SVG. */
function masthead({ name, origin }: Brand) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding:0 10px 0 0"><div class="mark" style="width:8px;height:14px;border:5px solid ${light.ink};border-bottom:0;border-radius:9px 9px 0 0;font-size:0;line-height:0"><div class="accent" style="width:6px;height:6px;margin:8px 1px 0;border-radius:3px;background-color:${light.accent}"></div></div></td>
<td style="font:600 18px/24px ${font};letter-spacing:-0.03em"><a class="ink" href="${origin}" target="_blank" style="color:${light.ink};text-decoration:none">${name}</a></td>
</tr></table>`;
}

/** An amount stays in one piece; a longer value, such as the number of an account, leaves room for its label. */
const AMOUNT_LENGTH = 16;

function tableOf(rows: NonNullable<Message['rows']>) {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 24px">
${rows.map(
  ({ label, value, strong }) => html`<tr>
<td class="rule ink${strong ? '' : '-2'}" style="padding:10px 16px 10px 0;border-top:1px solid ${light.line};font:${strong ? 600 : 400} 15px/22px ${font};color:${strong ? light.ink : light['ink-2']}">${label}</td>
<td class="rule ink" align="right" style="padding:10px 0;border-top:1px solid ${light.line};font:${strong ? 600 : 400} 15px/22px ${font};color:${light.ink}${value.length <= AMOUNT_LENGTH ? ';white-space:nowrap' : ''}">${value}</td>
</tr>`,
)}
</table>
`;
}

/** An address of the shop in it can be followed; what leads elsewhere may be a stranger's words, and stays text. */
function paragraphOf(text: string, origin: string) {
  const [, before = text, address] = text.match(/^(.*\s)(https?:\/\/\S+)$/s) ?? [];
  const link =
    address?.startsWith(`${origin}/`) &&
    html`<a class="ink" href="${address}" target="_blank" style="color:${light.ink};text-decoration:underline">${address}</a>`;
  return html`<p class="ink-2" style="margin:0 0 16px;font:400 16px/26px ${font};color:${light['ink-2']}">${link ? [inLines(before), link] : inLines(text)}</p>
`;
}

/** The space between the signs is style only: what is selected and copied is the code itself. */
function codeBox(code: string) {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="sunken ink code" align="center" bgcolor="${light.sunken}" style="padding:24px 12px 24px 20px;border:1px solid ${light.line};border-radius:14px;background-color:${light.sunken};font:600 34px/40px ${monoFont};letter-spacing:8px;color:${light.ink};-webkit-user-select:all;user-select:all;word-break:break-all">${code}</td>
</tr></table>
`;
}

/** In the shop's one accent, which stays what it is where a mail program turns colours over. */
function button({ label, url }: { label: string; url: string }) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="accent" bgcolor="${light.accent}" style="border-radius:10px;background-color:${light.accent}"><a class="on-accent" href="${url}" target="_blank" style="display:inline-block;padding:14px 24px;font:600 16px/20px ${font};color:${light['on-accent']};text-decoration:none">${label}</a></td>
</tr></table>
`;
}

function smallPrint(note: string) {
  return html`<p class="ink-3 rule" style="margin:0 0 24px;padding:20px 0 0;border-top:1px solid ${light.line};font:400 13px/20px ${font};color:${light['ink-3']}">${inLines(note)}</p>
`;
}

function endLink({ label, page }: NonNullable<Message['unsubscribe']>) {
  return html`<a class="ink-3" href="${page}" target="_blank" style="color:${light['ink-3']};text-decoration:underline">${label}</a><br>`;
}

function inLines(text: string) {
  return text.split(/\r?\n/).map((line, index) => html`${index > 0 ? raw('<br>') : ''}${line}`);
}

/** Preview that lists of emails show after the subject. The blanks keep the text that follows out of it. */
function preview(text: string) {
  return html`${text}${raw('&#847;&zwnj;&nbsp;'.repeat(60))}`;
}
