import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

const objects = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  defaultBackend: {service: {name: web, port: {number: 80}}}
  rules: [{host: a.example, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {name: http}}}}]}}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: discovery.k8s.io/v1beta1
kind: EndpointSlice
metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints: [{addresses: [10.0.0.1], topology: {kubernetes.io/hostname: node-a, topology.kubernetes.io/zone: a}}]
---
apiVersion: autoscaling/v2beta2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 3
  metrics: [{type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 100Mi}}}]
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 1, selector: {matchLabels: {a: b}}}
`;

let server: TestServer;
let orchctl: CommandLine;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--emulated-version=1.20'] });
  orchctl = CommandLine.orchctl(server);
  const { stderr, code } = await orchctl.run(['create', '-f', '-'], { input: objects });
  expect(`${code} ${stderr.replace(/^Warning: .*\n/gm, '')}`).toBe('0 ');
});
afterAll(() => server?.remove());

describe('objects that a server of release 1.20 has in old versions only', () => {
  it('an ingress of extensions has its backends', async () => {
    const text = await orchctl.ask('describe', 'ingress.extensions', 'web');
    expect(text).toContain('Default backend:  web:80 (10.0.0.1:8080)\n');
    expect(text).toContain('/   web:http (10.0.0.1:8080)\n');
  });

  it('a slice of endpoints has its node and its zone', async () => {
    const text = await orchctl.ask('describe', 'endpointslice', 'web-1');
    expect(text).toContain('    NodeName:  node-a\n    Zone:      a\n');
  });

  const [old] = kubectls();
  it
    .skipIf(old!.path === undefined)
    .each(['hpa web', 'hpa.v1.autoscaling web', 'hpa.v2beta1.autoscaling web', 'pdb web'])(
    `%s is as ${old!.title} prints it`,
    async (what) => {
      const words = ['describe', ...what.split(' ')];
      const model = await CommandLine.kubectl(server, old!.path!).ask(...words);
      expect(await orchctl.ask(...words)).toBe(model);
    },
  );
});
