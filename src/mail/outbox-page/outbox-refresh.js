// Shows a new message as soon as there is one. The page stays as it is until then: a selected code stays selected.
const shown = document.currentScript.dataset.newest;

setInterval(async () => {
  const answer = await fetch('/outbox/newest').catch(() => null);
  if (answer?.ok && (await answer.text()) !== shown) location.reload();
}, 2_000);
