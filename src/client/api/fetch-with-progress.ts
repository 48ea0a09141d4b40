// Progress of a `fetch`: how much of a file has gone out. Browsers tell that of an XMLHttpRequest alone.

/** As `fetch`; `onSent` is told the share of the body, from 0 to 1, that has been sent. */
export async function fetchWithProgress(request: Request, onSent: (share: number) => void): Promise<Response> {
  const { signal } = request;
  const body = await request.blob();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const abort = () => sending.abort();
    signal.addEventListener('abort', abort);
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
    sending.responseType = 'blob';
    sending.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve(responseOf(sending));
    sending.onerror = () => reject(new TypeError('No answer'));
    sending.onabort = () => reject(signal.reason);
    sending.onloadend = () => signal.removeEventListener('abort', abort);
    sending.send(body);
  });
}

const withoutBody = [204, 205, 304];

function responseOf(sent: XMLHttpRequest): Response {
  const { status, statusText, response } = sent;
  const headers = new Headers();
  for (const line of sent.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  return new Response(withoutBody.includes(status) ? null : response, { status, statusText, headers });
}
