// The hosted login as people see it: one form, in the shop's look, without scripts.
import { html } from 'hono/html';
import { style } from './style.ts';

export type LoginPage = {
  shopName: string;
  /** Where the form goes: this page's own address with the client's request in it. */
  action: string;
  step: { kind: 'password'; email: string } | { kind: 'code'; session: string; challenge: string; hint: string };
  fault: string | null;
  shop: string;
};

export function renderLogin(page: LoginPage) {
  return document(
    page.shopName,
    page.step.kind === 'password' ? 'Login' : 'Two-step verification',
    html`
      ${page.fault && html`<p role="alert" class="fault" id="fault">${page.fault}</p>`}
      <form method="post" action="${page.action}">
        ${page.step.kind === 'password' ? passwordFields(page.step.email, page.shop) : codeFields(page.step)}
      </form>`,
  );
}

export function renderRefusal(shopName: string, sentence: string) {
  return document(shopName, 'This login cannot be opened', html`<p>${sentence}</p>`);
}

function passwordFields(email: string, shop: string) {
  return html`
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="${email}" ${email ? '' : 'autofocus'}>
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required ${email ? 'autofocus' : ''}>
    <button type="submit">Login</button>
    <p class="links">
      <a href="${shop}/account/forgotPassword">Forgot password?</a>
      <a href="${shop}/account/register">Register</a>
    </p>`;
}

function codeFields(step: Extract<LoginPage['step'], { kind: 'code' }>) {
  return html`
    <p>${step.hint}</p>
    <label for="code">Authentication code</label>
    <input id="code" name="code" autocapitalize="none" spellcheck="false" autocomplete="one-time-code" required autofocus>
    <input type="hidden" name="session" value="${step.session}">
    <input type="hidden" name="challenge" value="${step.challenge}">
    <button type="submit">Continue</button>`;
}

function document(shopName: string, title: string, content: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>${title} - ${shopName}</title>
        <style>${style}</style>
      </head>
      <body>
        <main>
          <p class="brand">${shopName}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
