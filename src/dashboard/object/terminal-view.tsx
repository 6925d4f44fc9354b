import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ResourceType, typePath } from '../calls/session.ts';
import { withStyleNonce } from '../frame/nonce.ts';
import type { ApiObject } from './api-object.ts';
import { ExecChannel } from './exec-channel.ts';

interface TerminalViewProps {
  api: string;
  type: ResourceType;
  object: ApiObject;
  container: string;
  command: readonly string[];
}

/** A terminal with a command in a container. */
export function TerminalView({ api, type, object, container, command }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [end, setEnd] = useState('');
  useEffect(() => {
    const terminal = new Terminal({ fontSize: 14, screenReaderMode: true, cursorBlink: true });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    withStyleNonce(() => terminal.open(place.current!));
    fit.fit();
    const { namespace = '', name } = object.metadata;
    const query = new URLSearchParams([
      ...command.map((word) => ['command', word]),
      ['container', container],
      ['stdin', 'true'],
      ['stdout', 'true'],
      ['tty', 'true'],
    ]);
    const url = new URL(`${typePath(type, namespace, name, 'exec')}?${query}`, location.href);
    url.protocol = 'ws:';
    url.hash = '';
    const channel = new ExecChannel(url.href, api, {
      output: (bytes) => terminal.write(bytes),
      ended: setEnd,
    });
    channel.onOpen = () => channel.resize(terminal.cols, terminal.rows);
    terminal.onData((text) => channel.send(text));
    terminal.onResize(({ cols, rows }) => channel.resize(cols, rows));
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(place.current!);
    terminal.focus();
    return () => {
      observer.disconnect();
      channel.close();
      terminal.dispose();
    };
  }, []);
  return (
    <>
      <div class="terminal-place" ref={place} />
      {end !== '' && (
        <p class="notice" role="status">
          {end}
        </p>
      )}
    </>
  );
}
