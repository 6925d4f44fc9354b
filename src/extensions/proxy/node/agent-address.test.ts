import { describe, expect, it } from 'vitest';
import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import { agentAddress } from './agent-address.ts';

const node = (status: object | undefined): CoreV1Node => ({ metadata: {}, spec: {}, status }) as CoreV1Node;
const addresses = [
  { type: 'InternalIP', address: '10.0.0.1' },
  { type: 'Hostname', address: 'n1' },
  { type: 'InternalIP', address: '10.0.0.2' },
];

describe('the address of the agent of a node', () => {
  it.each([
    [['Hostname', 'InternalIP'], 'n1'],
    [['ExternalIP', 'InternalIP'], '10.0.0.1'],
  ])('of the types %j is %s', (preferred, host) => {
    expect(agentAddress(node({ addresses }), preferred, 10_250)).toEqual({ host, port: 10_250 });
  });

  it.each([
    [{ kubeletEndpoint: { Port: 7 } }, 7],
    [{ kubeletEndpoint: { Port: 0 } }, 10_250],
    [{}, 10_250],
  ])('has the port that the node says: %j', (daemonEndpoints, port) => {
    expect(agentAddress(node({ addresses, daemonEndpoints }), ['Hostname'], 10_250).port).toBe(port);
  });

  it.each([
    [{ addresses }, '[{InternalIP 10.0.0.1} {Hostname n1} {InternalIP 10.0.0.2}]'],
    [{}, '[]'],
    [undefined, '[]'],
  ])('is none of the preferred ones: %j', (status, known) => {
    expect(() => agentAddress(node(status), ['ExternalIP'], 10_250)).toThrow(
      expect.objectContaining({
        code: 500,
        message: `no preferred addresses found; known addresses: ${known}`,
      }),
    );
  });
});
