import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { messageOf } from '../calls/call-error.ts';
import { call, queryText } from '../calls/calls.ts';
import { linesOf } from '../calls/lines.ts';
import { type ResourceType, typePath } from '../calls/session.ts';
import type { ApiObject } from './api-object.ts';
import { containersOf } from './containers.ts';
import { LogLines } from './log-lines.ts';
import type { TabProps } from './tab-props.ts';

/** Lines in the document: the newest ones. */
const maxShown = 1_500;
/** Logs at a time: browsers have few connections for all that a page reads. */
const maxLogs = 3;

/** The logs of a Pod's containers, as they are written. */
export function LogsTab({ object, type, route }: TabProps) {
  const all = containersOf(object).map(({ name }) => name);
  const { containers: chosenText = all[0] ?? '', q = '', previous = '' } = route.query;
  const chosen = chosenText
    .split(',')
    .filter((name) => all.includes(name))
    .slice(0, maxLogs);
  const { lines, notes, restart } = useLogs(type, object, chosen, previous !== '');
  const box = useRef<HTMLPreElement>(null);
  const [isPinned, setPinned] = useState(true);
  const shown = lines.matching(q).slice(-maxShown);
  useLayoutEffect(() => {
    if (isPinned && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  });
  const toggle = (name: string): void => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [name, ...chosen];
    go(withQuery(route, { containers: next.join(',') || '-' }), true);
  };
  return (
    <div class="logs">
      <p class="row">
        {all.length > 1 &&
          all.map((name) => (
            <label key={name}>
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
          ))}
        <input
          type="search"
          aria-label="Search in the log"
          placeholder="Search"
          value={q}
          onInput={({ currentTarget }) => go(withQuery(route, { q: currentTarget.value }), true)}
        />
        <label>
          <input
            type="checkbox"
            checked={previous !== ''}
            onChange={({ currentTarget }) =>
              go(withQuery(route, { previous: currentTarget.checked ? '1' : '' }), true)
            }
          />{' '}
          Before the last restart
        </label>
        {!isPinned && (
          <button type="button" onClick={() => setPinned(true)}>
            Follow the end
          </button>
        )}
        <button type="button" onClick={restart}>
          Read again
        </button>
      </p>
      {[...notes].map(([name, note]) => (
        <p key={name} class="note" role="status">
          {name}: {note}
        </p>
      ))}
      <pre
        class="log"
        ref={box}
        tabIndex={0}
        aria-label="Log"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setPinned(scrollTop + clientHeight > scrollHeight - 30)
        }
      >
        {shown.map(({ id, container, text }) => (
          <span key={id}>
            {chosen.length > 1 && <b class={`owner-${all.indexOf(container) % 6}`}>{container} </b>}
            {`${text}\n`}
          </span>
        ))}
      </pre>
    </div>
  );
}

function useLogs(
  type: ResourceType,
  { metadata: { namespace = '', name } }: ApiObject,
  chosen: readonly string[],
  previous: boolean,
) {
  const [state, setState] = useState({ lines: new LogLines(), notes: new Map<string, string>() });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const fresh = { lines: new LogLines(), notes: new Map<string, string>() };
    setState(fresh);
    let frame = 0;
    const draw = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setState({ ...fresh });
      });
    };
    const read = async (container: string): Promise<void> => {
      const query = queryText({
        container,
        tailLines: '500',
        follow: previous ? '' : 'true',
        previous: previous ? 'true' : '',
      });
      try {
        const { body } = await call(typePath(type, namespace, name, 'log') + query, {
          accept: '*/*',
          signal: end.signal,
        });
        for await (const line of linesOf(body!)) {
          fresh.lines.add(container, line);
          draw();
        }
        fresh.notes.set(container, 'this is the end of the log.');
      } catch (error) {
        if (end.signal.aborted) return;
        fresh.notes.set(container, messageOf(error));
      }
      draw();
    };
    for (const container of chosen) void read(container);
    return () => {
      end.abort();
      cancelAnimationFrame(frame);
    };
  }, [type, namespace, name, chosen.join(), previous, round]);
  return { ...state, restart: () => setRound(round + 1) };
}
