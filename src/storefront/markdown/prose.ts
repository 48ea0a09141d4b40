/** Attributes of the element around a text, the same where the server has drawn it and where the browser does. */
export const prose = { className: 'prose max-w-[68ch]', dir: 'auto' } as const;
