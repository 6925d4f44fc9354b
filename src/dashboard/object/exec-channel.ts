/** Channels of a WebSocket to a container: the first byte of each message. */
const [stdin, stdout, stderr, status, resize] = [0, 1, 2, 3, 4];

interface ExecListener {
  output: (bytes: Uint8Array) => void;
  /** The end, as a sentence. */
  ended: (text: string) => void;
}

/** A command in a container with a terminal. `url`: `ws:`, with its query. `api`: the domain in the protocol's name. */
export class ExecChannel {
  readonly #socket: WebSocket;
  #end = '';

  constructor(url: string, api: string, { output, ended }: ExecListener) {
    const socket = new WebSocket(url, [`v5.channel.${api}`, `v4.channel.${api}`]);
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const bytes = new Uint8Array(data);
      if (bytes[0] === stdout || bytes[0] === stderr) output(bytes.subarray(1));
      if (bytes[0] === status) this.#end = endText(new TextDecoder().decode(bytes.subarray(1)));
    };
    socket.onclose = () =>
      ended(this.#end || 'The connection has ended. The node may not answer, or you may not do this.');
    this.#socket = socket;
  }

  send(text: string): void {
    this.#write(stdin!, new TextEncoder().encode(text));
  }

  resize(width: number, height: number): void {
    this.#write(resize!, new TextEncoder().encode(JSON.stringify({ Width: width, Height: height })));
  }

  close(): void {
    this.#socket.close();
  }

  #write(channel: number, bytes: Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const message = new Uint8Array(bytes.length + 1);
    message[0] = channel;
    message.set(bytes, 1);
    this.#socket.send(message);
  }

  /** Called when it is connected. */
  set onOpen(opened: () => void) {
    this.#socket.onopen = opened;
  }
}

function endText(text: string): string {
  try {
    const { status: how, message = '' } = JSON.parse(text) as { status?: string; message?: string };
    return how === 'Success' ? 'The command has ended.' : `The command has ended: ${message}`;
  } catch {
    return text;
  }
}
