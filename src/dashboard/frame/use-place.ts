import { useEffect, useRef } from 'preact/hooks';
import type { Route } from '../address/route.ts';
import { placeTitle } from './place-title.ts';

/** Names the browser's tab after the place, and leads those who listen to a new view to its beginning. */
export function usePlace(route: Route, server: string): void {
  const title = placeTitle(route, server);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isFirst = useRef(true);
  useEffect(() => {
    const main = document.getElementById('main')!;
    // A terminal or an editor that begins with the view has the focus already.
    if (!isFirst.current && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
    isFirst.current = false;
  }, [route.path.join('/')]);
}
