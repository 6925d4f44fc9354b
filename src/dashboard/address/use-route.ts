import { useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute, type Route } from './route.ts';

/** Goes to a place. `replace`: the way back leads to the place before this one, as while somebody types. */
export function go(route: Route, replace = false): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

let moves = 0;
window.addEventListener('hashchange', () => moves++);

/** Goes back to the place before; `fallback` where there was none on this page. */
export function goBack(fallback: Route): void {
  if (moves > 0) history.back();
  else go(fallback, true);
}

/** The present place. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const changed = (): void => setRoute(parseRoute(location.hash));
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return route;
}
