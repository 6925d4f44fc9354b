import { describe, expect, it } from 'vitest';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { parsePorts } from './ports.ts';

const pod = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'a', ports: [{ name: 'http', containerPort: 8000 }] }] },
} as unknown as CoreV1Pod;
const service = {
  metadata: { name: 'svc' },
  spec: {
    clusterIP: '10.0.0.1',
    ports: [{ port: 80, name: 'web', targetPort: 'http' }, { port: 81, targetPort: 9000 }, { port: 82 }],
  },
};

describe('ports', () => {
  it.each([
    ['80', 80, 80],
    ['8080:80', 8080, 80],
    [':80', 0, 80],
    ['0:80', 0, 80],
    ['http', 8000, 8000],
    ['1:http', 1, 8000],
  ])('%s of a pod', (word, local, remote) => {
    expect(parsePorts([word], pod, undefined)).toEqual([{ local, remote }]);
  });

  it.each([
    ['80', 80, 8000],
    ['web', 80, 8000],
    ['5000:81', 5000, 9000],
    [':82', 0, 82],
  ])('%s of a service', (word, local, remote) => {
    expect(parsePorts([word], pod, service)).toEqual([{ local, remote }]);
  });

  it('of a service without an address are those of the pod', () => {
    const headless = { ...service, spec: { ...service.spec, clusterIP: 'None' } };
    expect(parsePorts(['80'], pod, headless)).toEqual([{ local: 80, remote: 80 }]);
  });

  it.each([
    ['1:2:3', "invalid port format '1:2:3'"],
    ['x:80', "error parsing local port 'x'"],
    ['1:0', 'remote port must be > 0'],
    ['70000', "error parsing remote port '70000'"],
    ['none', "Pod 'web' does not have a named port 'none'"],
  ])('%s is refused', (word, text) => {
    expect(() => parsePorts([word], pod, undefined)).toThrow(text);
  });

  it('that a service does not have are refused', () => {
    expect(() => parsePorts(['99'], pod, service)).toThrow('Service svc does not have a service port 99');
    expect(() => parsePorts(['x'], pod, service)).toThrow("Service svc does not have a named port 'x'");
  });
});
