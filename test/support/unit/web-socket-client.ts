import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import type { Request, Response } from 'express';
import { upgradableResponse } from '../../../src/server/http/upgrade.ts';
import { clientFrame } from './client-frames.ts';

const binary = 0x82;
const text = 0x81;
const close = 0x88;

/** A client that asks a handler for a WebSocket, and what it is told. */
export class WebSocketClient {
  readonly request: Request;
  readonly response: Response;
  readonly #end: Duplex;
  readonly #serverEnd: Duplex;
  #unread = Buffer.alloc(0);
  /** Head of the answer to the handshake. */
  head = '';
  /** What came, message by message. */
  readonly messages: Buffer[] = [];
  /** Whether each of them was text. */
  readonly isText: boolean[] = [];
  /** The status of the farewell. */
  closed: number | undefined;
  hasEnded = false;

  constructor(headers: Record<string, string> = {}) {
    const [end, serverEnd] = duplexPair();
    this.#end = end;
    this.#serverEnd = serverEnd;
    const request = new IncomingMessage(serverEnd as Socket);
    request.method = 'GET';
    request.headers = {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      ...headers,
    };
    this.request = request as Request;
    this.response = upgradableResponse(request, serverEnd, Buffer.alloc(0), ServerResponse) as Response;
    end.on('data', (bytes: Buffer) => this.#read(bytes)).once('end', () => (this.hasEnded = true));
  }

  say(payload: Buffer | string): void {
    this.#end.write(clientFrame(binary, payload));
  }

  sayText(payload: string): void {
    this.#end.write(clientFrame(text, payload));
  }

  /** Says farewell. */
  close(): void {
    this.#end.write(clientFrame(close, Buffer.from([0x03, 0xe8])));
  }

  /** Breaks its connection off. */
  leave(): void {
    for (const end of [this.#end, this.#serverEnd]) end.destroy();
  }

  #read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    if (this.head === '') {
      const at = this.#unread.indexOf('\r\n\r\n');
      if (at === -1) return;
      this.head = this.#unread.toString('latin1', 0, at);
      this.#unread = this.#unread.subarray(at + 4);
    }
    while (this.#frame());
  }

  /** Takes a frame, if there is a whole one. */
  #frame(): boolean {
    const unread = this.#unread;
    if (unread.length < 2) return false;
    const short = unread[1]!;
    const start = short === 126 ? 4 : 2;
    if (unread.length < start) return false;
    const end = start + (short === 126 ? unread.readUInt16BE(2) : short);
    if (unread.length < end) return false;
    const payload = Buffer.from(unread.subarray(start, end));
    this.#unread = unread.subarray(end);
    if (unread[0] === close) this.closed = payload.readUInt16BE(0);
    else if (unread[0] === binary || unread[0] === text) {
      this.messages.push(payload);
      this.isText.push(unread[0] === text);
    }
    return true;
  }
}
