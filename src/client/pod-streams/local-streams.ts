/** Size of a terminal, in characters. */
export interface TerminalSize {
  width: number;
  height: number;
}

/** The terminal at which the user sits. */
export interface TerminalSizes {
  current(): TerminalSize | undefined;
  /** Called at each change, until the result is called. */
  onChange(changed: () => void): () => void;
}

/** The local ends of a connection to a container. Streams that are not given are not opened. */
export interface LocalStreams {
  stdin?: NodeJS.ReadableStream | undefined;
  stdout?: NodeJS.WritableStream | undefined;
  /** Not with a terminal, whose output is one stream. */
  stderr?: NodeJS.WritableStream | undefined;
  /** The container is to have a terminal, of these sizes. */
  tty: boolean;
  sizes?: TerminalSizes | undefined;
}

/** The other side of a conversation. */
export interface RemoteStreams {
  /** Resolves when there is room for more. */
  input(bytes: Buffer): Promise<void>;
  inputEnded(): void;
  resize(size: TerminalSize): void;
}

/** Sends what the user types, and the sizes of the terminal, until the result is called. */
export function sendLocal({ stdin, tty, sizes }: LocalStreams, remote: RemoteStreams): () => void {
  const endings = [stdin && sendInput(stdin, remote), tty && sizes && sendSizes(sizes, remote)];
  return () => {
    for (const end of endings) if (end) end();
  };
}

function sendSizes(sizes: TerminalSizes, remote: RemoteStreams): () => void {
  const send = (): void => {
    const size = sizes.current();
    if (size !== undefined) remote.resize(size);
  };
  send();
  return sizes.onChange(send);
}

function sendInput(stdin: NodeJS.ReadableStream, remote: RemoteStreams): () => void {
  const data = (bytes: Buffer): void => {
    stdin.pause();
    void remote.input(bytes).then(() => stdin.resume());
  };
  const ended = (): void => remote.inputEnded();
  stdin.on('data', data).once('end', ended).once('error', ended);
  return () => {
    stdin.off('data', data).off('end', ended).off('error', ended);
    // The process could not end while it waits for more.
    stdin.pause();
  };
}

/** Writes what came. `full` is called when the stream takes no more for now, `free` when it does again. */
export function writeTo(
  output: NodeJS.WritableStream | undefined,
  bytes: Buffer,
  full: () => void,
  free: () => void,
): void {
  if (output === undefined || bytes.length === 0 || !output.writable) return;
  if (output.write(bytes)) return;
  full();
  output.once('drain', free);
}
