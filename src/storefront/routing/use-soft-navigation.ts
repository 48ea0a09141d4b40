import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Plain links become changes of screen without a reload: one listener for the whole page. A router link for each of
 * a list's hundred links costs more than drawing the list itself (docs/decisions/0004-plain-links.md).
 * `data-keep-scroll` on a link leaves the page where it is.
 */
export function useSoftNavigation() {
  const navigate = useNavigate();

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = (event.target as Element).closest('a');
      if (event.defaultPrevented || !link || !isSoft(event, link)) return;
      event.preventDefault();
      const { pathname, search, hash } = link;
      const here = pathname === window.location.pathname && search === window.location.search;
      const card = link.closest('.product-card');
      if (card) markAsOpening(card);
      navigate(pathname + search + hash, {
        replace: here,
        preventScrollReset: 'keepScroll' in link.dataset,
        viewTransition: card !== null,
      });
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
}

/** The picture of this card, and of no other, grows into that of the page (app.css), where the browser can do that. */
function markAsOpening(card: Element) {
  document.querySelector('[data-opening]')?.removeAttribute('data-opening');
  card.setAttribute('data-opening', '');
}

function isSoft(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return false;
  const sameDocument = link.pathname === window.location.pathname && link.search === window.location.search;
  return !(sameDocument && link.hash) && !link.pathname.startsWith('/api/');
}
