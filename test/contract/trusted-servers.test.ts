import { describe, expect, it } from 'vitest';
import { HttpWire } from '../../src/client/api/http-wire.ts';
import { Http1Wire } from '../../src/client/api/http1-wire.ts';
import { NodeAgents } from '../../src/extensions/proxy/node/node-agents.ts';
import { OwnAddresses } from '../../src/extensions/proxy/node/own-addresses.ts';
import { Channel } from '../../src/storage/kv/etcd/channel.ts';
import { echo } from '../support/unit/echo-channel.ts';
import {
  authority,
  named,
  noAuthority,
  type OddCertificate,
  oddCertificate,
  serveWith,
} from '../support/unit/odd-certificates.ts';

/** Rejects when the server is not trusted; `authority` in PEM. */
type Call = (authority: string, port: number) => Promise<unknown>;

const wireCall = { method: 'GET', path: '/', headers: {} } as const;

const callers: Record<string, Call> = {
  'the server of a client': async (pem, port) => {
    const wire = new HttpWire({ authority: pem, server: `https://127.0.0.1:${port}` });
    await wire
      .send({ ...wireCall, signal: AbortSignal.timeout(5_000) })
      .finally(() => wire[Symbol.dispose]());
  },
  'the server of a command': async (pem, port) => {
    const wire = new Http1Wire({ authority: pem, server: `https://127.0.0.1:${port}` });
    await wire
      .send({ ...wireCall, signal: AbortSignal.timeout(5_000) })
      .finally(() => wire[Symbol.dispose]());
  },
  'the agent of a node': (pem, port) => {
    const own = new OwnAddresses({ services: [], machine: () => [] });
    const agents = new NodeAgents({ authority: pem, identity: undefined, allowLocal: true, own });
    const address = { host: '127.0.0.1', port };
    return new Promise((resolve, reject) => {
      const outgoing = agents.send({
        method: 'GET',
        address,
        ownPort: undefined,
        path: '/',
        headers: ['host', 'a'],
      });
      outgoing.once('response', resolve).once('error', reject).end();
    });
  },
  'a member of etcd': async (pem, port) => {
    const channel = new Channel(`https://127.0.0.1:${port}`, { tls: { ca: Buffer.from(pem) } });
    const error: Error = await channel.call(echo, 'a', 5_000).then(
      () => new Error('no server of gRPC answers so'),
      (failure: Error) => failure,
    );
    channel[Symbol.dispose]();
    // The server answers, but not in gRPC.
    if (error.message.includes('No connection')) throw error;
  },
};

const top = (subject: string, by?: OddCertificate) =>
  oddCertificate({ subject, extensions: [authority()], ...(by && { by }) });
const leaf = (by: OddCertificate, name = 'localhost') =>
  oddCertificate({ subject: 'CN=same', by, extensions: [noAuthority, named(name)] });

async function outcomeOf(call: Call, own: OddCertificate, bundle: OddCertificate) {
  const server = await serveWith([own]);
  const outcome = await call(bundle.certificate, server.port).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  await server.close();
  return { outcome, ...server.heard };
}

describe.for(Object.entries(callers))('%s', ([_, call]) => {
  it('is trusted when its certificate has the name of its issuer', async () => {
    const by = await top('CN=same');
    expect(await outcomeOf(call, await leaf(by), by)).toMatchObject({ outcome: 'accepted', requests: 1 });
  });

  it('is trusted when its issuer is in the bundle, and is no root', async () => {
    const by = await top('CN=between', await top('CN=root'));
    expect(await outcomeOf(call, await leaf(by), by)).toMatchObject({ outcome: 'accepted', requests: 1 });
  });

  it('is sent nothing when another one with the name of the authority signed its certificate', async () => {
    const own = await leaf(await top('CN=same'));
    expect(await outcomeOf(call, own, await top('CN=same'))).toEqual({
      outcome: expect.stringContaining('x509: certificate signed by unknown authority (possibly because of'),
      requests: 0,
      bytes: 0,
    });
  });

  it('is sent nothing when its certificate is for another one', async () => {
    const by = await top('CN=root');
    const own = await oddCertificate({ subject: 'CN=same', by, extensions: [] });
    expect(await outcomeOf(call, own, by)).toEqual({
      outcome: expect.stringContaining('x509: the certificate of 127.0.0.1 has no subject alternative names'),
      requests: 0,
      bytes: 0,
    });
  });
});
