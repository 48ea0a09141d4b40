// What scripts add to the card page: digits in groups, the brand beside them, the time that is left. Runs before the
// page is drawn, because the theme that was chosen in the shop must be there by then.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has its system's theme.
}

const brands = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2[2-7])/],
  ['American Express', /^3[47]/],
  ['Discover', /^6(011|5)/],
  ['Diners Club', /^3(0|6|8)/],
  ['JCB', /^35/],
  ['UnionPay', /^62/],
];

document.addEventListener('DOMContentLoaded', () => {
  countDown();
  groupDigits();
  for (const button of document.querySelectorAll('.use')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const { number, account } = button.dataset;
      const form = number ? fillInCard(number) : fillInAccount(account);
      button.closest('.more-cards')?.removeAttribute('open');
      const empty = [...form.querySelectorAll('input')].find(({ value }) => !value);
      (empty ?? form.querySelector('button')).focus();
    });
  }
});

function fillInCard(number) {
  const { form } = type('number', number);
  type('expiry', `12/${String(new Date().getFullYear() + 3).slice(-2)}`);
  type('cvc', /^3[47]/.test(number) ? '1234' : '123');
  return form;
}

function fillInAccount(account) {
  const routing = document.getElementById('test-routing').textContent;
  // A seller's page asks for an account and for no card.
  const prefix = document.getElementById('debit-account') ? 'debit-' : '';
  type(`${prefix}routing`, routing);
  return type(`${prefix}account`, account).form;
}

function type(id, text) {
  const field = document.getElementById(id);
  field.value = text;
  field.dispatchEvent(new Event('input'));
  return field;
}

/** The card's number in groups with its brand beside it, and its date with a stroke. */
function groupDigits() {
  const number = document.getElementById('number');
  const expiry = document.getElementById('expiry');
  if (!number || !expiry) return;
  const brand = document.getElementById('card-brand');

  number.addEventListener('input', () => {
    const digits = number.value.replace(/\D/g, '');
    // Typed in the middle, the text stays as it is: the caret would jump.
    if (number.selectionEnd === number.value.length) number.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
    brand.textContent = brands.find(([, start]) => start.test(digits))?.[0] ?? '';
  });

  expiry.addEventListener('input', ({ inputType }) => {
    const digits = expiry.value.replace(/\D/g, '');
    if (!inputType?.startsWith('delete') && /^\d{2}\/?$/.test(expiry.value)) expiry.value = `${digits}/`;
    else if (/^\d{3,4}$/.test(expiry.value)) expiry.value = `${digits.slice(0, 2)}/${digits.slice(2)}`;
  });
}

/** Counted from now on by this page's own clock, whatever the visitor's says. */
function countDown() {
  const time = document.querySelector('[data-seconds-left]');
  const end = performance.now() + Number(time?.dataset.secondsLeft) * 1_000;
  if (!(end > performance.now())) return;
  const timer = setInterval(() => {
    const seconds = Math.floor((end - performance.now()) / 1_000);
    if (seconds <= 0) {
      clearInterval(timer);
      location.replace(location.href);
      return;
    }
    const [count, unit] =
      seconds >= 7_200 ? [Math.floor(seconds / 3_600), 'hour'] : [Math.max(1, Math.floor(seconds / 60)), 'minute'];
    time.textContent = `${count} ${unit}${count === 1 ? '' : 's'}`;
  }, 1_000);
}
