import { describe, expect, it } from 'vitest';
import { type ExposeOptions, exposedService } from './exposed-service.ts';

const options: ExposeOptions = {
  name: '',
  port: '',
  protocol: '',
  targetPort: '',
  type: '',
  clusterIP: '',
  externalIP: '',
  loadBalancerIP: '',
  sessionAffinity: '',
  selector: '',
  labels: undefined,
};
const deployment = {
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      spec: { containers: [{ ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }] }] },
    },
  },
};

describe('the Service in front of an object', () => {
  it('has its ports and selector', () => {
    expect(exposedService(deployment, options)).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', labels: { app: 'web' } },
      spec: {
        ports: [
          { name: 'port-1', port: 80, protocol: 'TCP', targetPort: 80 },
          { name: 'port-2', port: 53, protocol: 'UDP', targetPort: 53 },
        ],
        selector: { app: 'web' },
      },
    });
  });

  it('is what the flags say', () => {
    const flags = {
      ...options,
      name: 's',
      port: '8080',
      targetPort: 'http',
      type: 'NodePort',
      selector: 'x=y',
    };
    expect(exposedService(deployment, flags)).toMatchObject({
      metadata: { name: 's' },
      spec: {
        ports: [{ port: 8080, protocol: 'TCP', targetPort: 'http' }],
        selector: { x: 'y' },
        type: 'NodePort',
      },
    });
  });

  it('cannot be made without ports or selector', () => {
    expect(() => exposedService({ kind: 'Pod', metadata: { name: 'p' } }, options)).toThrow(
      'the pod has no labels',
    );
    expect(() => exposedService({ kind: 'Node', metadata: { name: 'p' } }, options)).toThrow(
      'cannot expose a Node',
    );
    const bare = { kind: 'Pod', metadata: { name: 'p', labels: { a: 'b' } } };
    expect(() => exposedService(bare, options)).toThrow(
      "couldn't find port via --port flag or introspection",
    );
  });
});
