import { useEffect } from 'preact/hooks';

const question = 'Your changes are not saved. Leave them?';

/** Asks before the page is closed, or a link leads elsewhere, while there is something to lose. */
export function useKept(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const closed = (event: Event): void => event.preventDefault();
    const clicked = (event: Event): void => {
      const isLink = event.target instanceof Element && event.target.closest('a[href^="#/"]') !== null;
      if (isLink && !confirm(question)) event.preventDefault();
    };
    window.addEventListener('beforeunload', closed);
    document.addEventListener('click', clicked);
    return () => {
      window.removeEventListener('beforeunload', closed);
      document.removeEventListener('click', clicked);
    };
  }, [isChanged]);
}
