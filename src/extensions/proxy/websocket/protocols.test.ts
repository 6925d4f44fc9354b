import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import {
  channelProtocol,
  isWebSocket,
  logProtocol,
  ofTunnel,
  tunnelProtocolsOf,
  withinTunnel,
} from './protocols.ts';

const request = (protocols?: string, upgrade = 'WebSocket'): IncomingMessage =>
  ({
    headers: { upgrade, ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }) },
  }) as unknown as IncomingMessage;

describe.each(dialects.map(({ api }) => api))('the protocols of %s', (api) => {
  it('of channels are understood in their newest version', () => {
    expect(channelProtocol(request(`v4.channel.${api}, v5.channel.${api}`))).toBe(`v5.channel.${api}`);
    expect(channelProtocol(request(`v4.channel.${api}`))).toBeUndefined();
    expect(channelProtocol(request(`v5.channel.${api}`, 'SPDY/3.1'))).toBeUndefined();
    expect(channelProtocol(request())).toBeUndefined();
  });

  it('of tunnels are named within them without their prefix', () => {
    const protocol = `SPDY/3.1+portforward.${api}`;
    expect(tunnelProtocolsOf(request(`x,${protocol}`))).toEqual([protocol]);
    expect(tunnelProtocolsOf(request(`portforward.${api}`))).toEqual([]);
    expect(tunnelProtocolsOf(request(protocol, 'SPDY/3.1'))).toEqual([]);
    expect(withinTunnel(protocol)).toBe(`portforward.${api}`);
    expect(ofTunnel(`portforward.${api}`)).toBe(protocol);
  });

  it.each<[string | undefined, string | undefined]>([
    [undefined, ''],
    ['', ''],
    [' , ', ''],
    [`binary.${api}`, `binary.${api}`],
    [`x, base64.binary.${api}`, `base64.binary.${api}`],
    ['x', undefined],
  ])('of logs: of %j is taken %j', (offered, expected) => {
    expect(logProtocol(request(offered))).toBe(expected);
  });
});

it.each([
  ['websocket', true],
  ['WebSocket', true],
  ['SPDY/3.1', false],
])('an upgrade to %s is one to a WebSocket: %s', (upgrade, expected) => {
  expect(isWebSocket(request(undefined, upgrade))).toBe(expected);
  expect(isWebSocket({ headers: {} } as IncomingMessage)).toBe(false);
});
