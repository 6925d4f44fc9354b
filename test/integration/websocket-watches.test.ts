import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { configMap, configMaps, pod, pods } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
const open = new Set<WebSocket>();
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await server.remove();
});

interface SocketOptions {
  protocols?: string[];
  headers?: Record<string, string>;
}

const asAdmin = { authorization: 'Bearer admin-token' };

/** A watch over WebSocket, and the messages it has been sent. */
class SocketWatch {
  readonly socket: WebSocket;
  readonly messages: { data: Buffer; isBinary: boolean }[] = [];

  constructor(path: string, { protocols = [], headers = asAdmin }: SocketOptions = {}) {
    const url = `wss://127.0.0.1:${server.port}${path}`;
    this.socket = new WebSocket(url, protocols, { headers, rejectUnauthorized: false });
    open.add(this.socket);
    this.socket.on('message', (data: Buffer, isBinary: boolean) => this.messages.push({ data, isBinary }));
  }

  get events(): { type: string; object: any }[] {
    return this.messages.map(({ data }) => JSON.parse(data.toString()));
  }

  async until(count: number): Promise<{ type: string; object: any }[]> {
    await expect.poll(() => this.messages.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
    return this.events;
  }

  /** How it was refused. */
  async refusal(): Promise<{ status: number | undefined; text: string }> {
    this.socket.on('error', () => {});
    const [, response] = await once(this.socket, 'unexpected-response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, text };
  }
}

const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1';

describe('a watch over WebSocket', () => {
  it('has the same events as one over HTTP, one a message', async () => {
    await server.client.post(configMaps, configMap('first'));
    const path = `${configMaps}?watch=true`;
    const [overHttp, overSocket] = [await server.client.watch(path), new SocketWatch(path)];
    await overSocket.until(1);
    await server.client.post(configMaps, configMap('large', { a: 'x'.repeat(100), b: 'y'.repeat(70_000) }));
    await server.client.delete(`${configMaps}/first`);
    await server.client.delete(`${configMaps}/large`);
    await overHttp.until(4);
    expect(await overSocket.until(4)).toEqual(overHttp.events);
    expect(overSocket.messages.every(({ data, isBinary }) => !isBinary && data.at(-1) === 0x0a)).toBe(true);
    overHttp.close();
    overSocket.socket.close();
  });

  it.each([
    ['watchers of one group share their events', '?watch=1&labelSelector=w%3D1'],
    ['each has what it asked for', '?watch=1&labelSelector=w%3D1&fieldSelector=metadata.name%3Dshared'],
  ])('%s', async (_, query) => {
    const watches = Array.from({ length: 5 }, () => new SocketWatch(`${configMaps}${query}`));
    await Promise.all(watches.map(({ socket }) => once(socket, 'open')));
    const shared = configMap('shared');
    const labelled = { ...shared, metadata: { ...(shared as any).metadata, labels: { w: '1' } } };
    expect((await server.client.post(configMaps, labelled)).status).toBe(201);
    await server.client.delete(`${configMaps}/shared`);
    for (const watch of watches) {
      expect((await watch.until(2)).map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
      watch.socket.close();
    }
  });

  it('carries Protobuf as binary messages, without a length before them', async () => {
    await server.client.post(pods, pod('binary'));
    const headers = { ...asAdmin, accept: protobuf };
    const watch = new SocketWatch(`${pods}?watch=1`, { headers });
    await expect.poll(() => watch.messages.length).toBe(1);
    const { data, isBinary } = watch.messages[0]!;
    expect(isBinary).toBe(true);
    // WatchEvent {type 1: "ADDED", object 2 {raw 1: the envelope}}
    expect(data.subarray(0, 7).toString('latin1')).toBe('\n\x05ADDED');
    expect(data.includes('k8s\0')).toBe(true);
    watch.socket.close();
    await server.client.delete(`${pods}/binary?gracePeriodSeconds=0`);
  });

  it('defines the columns of Tables in the first event alone', async () => {
    const watch = new SocketWatch(`${configMaps}?watch=1`, { headers: { ...asAdmin, accept: table } });
    await once(watch.socket, 'open');
    await server.client.post(configMaps, configMap('row'));
    await server.client.delete(`${configMaps}/row`);
    const events = await watch.until(2);
    const columns = events.map(({ object }) => object.columnDefinitions?.length ?? 0);
    expect(columns[0]).toBeGreaterThan(0);
    expect(columns.slice(1).every((count) => count === 0)).toBe(true);
    watch.socket.close();
  });

  it('ends with the conversation when its time is over', async () => {
    const watch = new SocketWatch(`${configMaps}?watch=1&timeoutSeconds=1`);
    const [code] = await once(watch.socket, 'close');
    expect(code).toBe(1000);
  });

  it('of what has not happened yet is refused before there is a conversation', async () => {
    const watch = new SocketWatch(`${configMaps}?watch=1&resourceVersion=99999999999`);
    const { status, text } = await watch.refusal();
    expect([status, JSON.parse(text).reason]).toEqual([504, 'Timeout']);
  });

  it('does not mind what its client says, nor how it leaves', async () => {
    const watch = new SocketWatch(`${configMaps}?watch=1`);
    await once(watch.socket, 'open');
    watch.socket.send('hello');
    watch.socket.send(Buffer.alloc(100_000));
    watch.socket.ping();
    await once(watch.socket, 'pong');
    await server.client.post(configMaps, configMap('after'));
    await expect.poll(() => watch.events.some(({ object }) => object.metadata.name === 'after')).toBe(true);
    watch.socket.terminate();
    await server.client.delete(`${configMaps}/after`);
    const watchers = async () =>
      /^apiserver_registered_watchers\{.*kind="ConfigMap"\} (\d+)$/m.exec(
        (await server.client.get('/metrics')).text,
      )?.[1];
    await expect.poll(watchers, { timeout: 5_000 }).toBe('0');
  });
});

describe('the handshake', () => {
  const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('admin-token').toString('base64url')}`;

  it('takes a token as a protocol, and agrees on the other one', async () => {
    const watch = new SocketWatch(`${configMaps}?watch=1`, {
      protocols: [token, 'base64.binary.k8s.io'],
      headers: {},
    });
    await once(watch.socket, 'open');
    expect(watch.socket.protocol).toBe('base64.binary.k8s.io');
    watch.socket.close();
  });

  it.each<[string, string, SocketOptions, number]>([
    ['without credentials', '?watch=1', { headers: {} }, 403],
    ['with a wrong token', '?watch=1', { headers: { authorization: 'Bearer wrong' } }, 401],
    ['with a token as its only protocol', '?watch=1', { protocols: [token], headers: {} }, 401],
    ['with several protocols', '?watch=1', { protocols: ['a', 'b'] }, 400],
    ['with a selector that is none', '?watch=1&labelSelector=%2C%3D', {}, 400],
    ['that is no watch: a list is a list', '', {}, 200],
    ['for what is not served', '/none/none?watch=1', {}, 404],
  ])('is refused %s', async (_, query, options, status) => {
    expect((await new SocketWatch(`${configMaps}${query}`, options).refusal()).status).toBe(status);
    expect((await server.client.get('/livez')).text).toBe('ok');
  });

  it.each([
    ['of another version', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 7\r\n'],
    ['without a key', 'Sec-WebSocket-Version: 13\r\n'],
  ])('is refused %s', async (_, headers) => {
    const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
    socket.write(
      `GET ${configMaps}?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin-token\r\n` +
        `Connection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });
});

it('a client that does not read is left behind, nobody else notices, and it gets everything when it reads', async () => {
  const silent = new SocketWatch(`${pods}?watch=1`);
  await once(silent.socket, 'open');
  silent.socket.pause();
  const reader = new SocketWatch(`${pods}?watch=1`);
  await once(reader.socket, 'open');
  const big = { metadata: { name: 'big', annotations: { big: 'x'.repeat(200_000) } } };
  let { body } = await server.client.post(pods, { ...(pod('big') as object), ...big });
  for (let n = 0; n < 80; n++) {
    const labels = { n: String(n) };
    ({ body } = await server.client.put(`${pods}/big`, { ...body, metadata: { ...body.metadata, labels } }));
  }
  await reader.until(81);
  silent.socket.resume();
  await silent.until(81);
  expect(silent.events.map(({ object }) => object.metadata.resourceVersion)).toEqual(
    reader.events.map(({ object }) => object.metadata.resourceVersion),
  );
  silent.socket.close();
  reader.socket.close();
}, 30_000);

it('a server that stops ends them', async () => {
  const watch = new SocketWatch(`${configMaps}?watch=1`);
  await once(watch.socket, 'open');
  const closed = once(watch.socket, 'close');
  expect(await server.stop()).toBe(0);
  const [code] = await closed;
  expect(code).toBe(1000);
});
