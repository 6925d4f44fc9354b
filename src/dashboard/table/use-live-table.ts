import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../calls/session.ts';
import { LiveTable, type Selection } from '../live/live-table.ts';

/**
 * Follows a selection while it is shown. The component is drawn again at most once a frame, however many changes come;
 * `undefined` before the first answer.
 */
export function useLiveTable(selection: Selection, session: Session): LiveTable | undefined {
  const [, draw] = useState(0);
  const live = useRef<LiveTable | undefined>(undefined);
  const { type, namespace, labelSelector = '', fieldSelector = '' } = selection;
  useEffect(() => {
    let frame = 0;
    const changed = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        draw((count) => count + 1);
      });
    };
    const own = new LiveTable(selection, session.words.api, changed);
    live.current = own;
    changed();
    return () => {
      cancelAnimationFrame(frame);
      own.close();
    };
  }, [type, namespace, labelSelector, fieldSelector]);
  return live.current;
}
