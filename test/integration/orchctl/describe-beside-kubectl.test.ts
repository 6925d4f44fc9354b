import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../../../src/api/meta/dialect.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';
import { makeObjects, namespace } from './described/objects.ts';

const objects = `
apiVersion: v1
kind: Pod
metadata: {name: web-0, labels: {app: web, tier: front}, annotations: {a.example/x: "1"}}
spec:
  nodeSelector: {disk: ssd}
  initContainers: [{name: init, image: "i:1", command: [sh, -c, "echo hi"]}]
  containers:
  - name: main
    image: registry.example/web:1
    args: ["--x", "1"]
    ports: [{containerPort: 80, name: http}, {containerPort: 443, hostPort: 8443}]
    env: [{name: A, value: "1"}, {name: B, valueFrom: {configMapKeyRef: {name: settings, key: x, optional: true}}}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}, {name: D, valueFrom: {secretKeyRef: {name: s, key: k}}}]
    envFrom: [{configMapRef: {name: settings}}]
    resources: {limits: {cpu: 100m, memory: 64Mi}, requests: {cpu: 50m}}
    livenessProbe: {httpGet: {path: /live, port: 80}, periodSeconds: 5}
    readinessProbe: {exec: {command: [cat, /x]}}
    volumeMounts: [{name: data, mountPath: /data}, {name: conf, mountPath: /conf, readOnly: true}]
  volumes: [{name: data, emptyDir: {}}, {name: conf, configMap: {name: settings}}, {name: host, hostPath: {path: /var/x}}, {name: sec, secret: {secretName: s}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {text: "of\\nlines\\n"}
binaryData: {bin: AQID}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {k: value}
---
apiVersion: v1
kind: Service
metadata: {name: web, labels: {app: web}}
spec: {selector: {app: web}, ports: [{name: http, port: 80, targetPort: http}, {name: b, port: 81, targetPort: 8081, protocol: UDP}], type: NodePort}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: "x:1", ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Node
metadata: {name: node-a, labels: {zone: a}}
spec: {podCIDR: 10.1.0.0/24, taints: [{key: a, value: b, effect: NoSchedule}]}
status:
  capacity: {cpu: "4", memory: 8Gi, pods: "110"}
  allocatable: {cpu: "4", memory: 7Gi, pods: "110"}
  addresses: [{type: InternalIP, address: 10.0.0.5}, {type: Hostname, address: node-a}]
---
apiVersion: v1
kind: Event
metadata: {name: ev1}
involvedObject: {kind: Pod, name: web-0, namespace: default, apiVersion: v1}
reason: Failed
message: no luck
type: Warning
count: 3
source: {component: scheduler}
firstTimestamp: "2026-01-01T00:00:00Z"
lastTimestamp: "2026-01-02T00:00:00Z"
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: q}
spec: {hard: {pods: "10"}}
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: l}
spec: {holderIdentity: me, leaseDurationSeconds: 15}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: c}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const commands = `
describe pod/web-0
describe pods web
describe cm/settings
describe secret/s
describe svc/web
describe deploy/web
describe node/node-a
describe ns/default
describe lease/l
describe sa/default
describe pods none
describe cm -l none=none
describe apiservices v1.
`
  .trim()
  .split('\n')
  .map((line) => [line]);

/** A second may pass between two calls. */
const ageless = (text: string): string => text.replace(/\b(?:\d+m)?\d+s\b */g, '<age> ');

/** What is described of `described/`: all of some types, or single objects of types of which every cluster has some. */
const subjects = `
deploy,sa,secrets,cm
node/rich
rs,rc,pods
sts,ds,jobs,cj
pv,pvc,sc,csinodes
ing,ingressclasses,ep,endpointslices,netpol,svc
role,rolebinding,csr,psp
clusterrole/rich clusterrolebinding/rich priorityclass/rich priorityclass/sparse
quota,limits,hpa,pdb
hpa.v1.autoscaling
`
  .trim()
  .split('\n');

/** Types that older releases print alike. */
const unchanged = 'pv,pvc,sc,ingressclasses,ep,role,rolebinding,limits,hpa,pdb';

/** Deprecated versions of what is described in a newer one. */
const deprecated = 'hpa.v2beta1.autoscaling,pdb.v1beta1.policy,cj.v1beta1.batch';

const dialectOf = (wanted: string): Dialect => dialects.find(({ name }) => name === wanted)!;

let server: TestServer;
let orchctl: CommandLine;
const [old, newest] = kubectls();
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'kubernetes' });
  orchctl = CommandLine.orchctl(server);
  await makeObjects(server.client, dialectOf('kubernetes'));
  if (newest?.path === undefined) return;
  const kubectl = CommandLine.kubectl(server, newest.path);
  const { stderr, code } = await kubectl.run(['create', '-f', '-'], { input: objects });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  // Only events of this very object are shown.
  const uid = await kubectl.ask('get', 'pod', 'web-0', '-o', 'jsonpath={.metadata.uid}');
  const events = '/api/v1/namespaces/default/events';
  await server.client.post(events, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'more' },
    reason: 'Failed',
    message: 'no luck ',
    involvedObject: { kind: 'Pod', name: 'web-0', namespace: 'default', apiVersion: 'v1', uid },
    type: 'Warning',
    count: 3,
    source: { component: 'scheduler', host: 'node-a' },
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-02T00:00:00Z',
  });
});
afterAll(() => server?.remove());

/** What both print is the same; so is the exit code. */
async function compare(words: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const [own, model] = await Promise.all([
    orchctl.run(words, { env }),
    CommandLine.kubectl(server, newest!.path!).run(words, { env }),
  ]);
  expect(ageless(own.stdout)).toBe(ageless(model.stdout));
  expect(own.code).toBe(model.code);
  expect(own.stderr).toBe(model.stderr.replace(/kubectl[\d.]*/g, 'orchctl'));
}

describe.skipIf(newest!.path === undefined)(`beside ${newest!.title}`, () => {
  it.each(commands)('%s', (line) => compare(line.split(' ')));

  it.each(subjects)('describe %s', (what) => compare(['describe', ...what.split(' '), '-n', namespace]));

  it('objects of old versions', () =>
    compare(['describe', deprecated, '-n', namespace], { ORCHCTL_WARNINGS: 'false' }));

  it('a namespace with quotas and limits', () => compare(['describe', 'ns', namespace]));

  it('without events', () => compare(['describe', 'rs', '-n', namespace, '--show-events=false']));

  it('times are those of the time zone of the user', async () => {
    const words = ['describe', 'sts', '-n', namespace];
    await compare(words, { TZ: 'Asia/Kolkata' });
    expect((await orchctl.run(words, { env: { TZ: 'Asia/Kolkata' } })).stdout).toContain(' +0530\n');
  });
});

it.skipIf(old!.path === undefined)(`beside ${old!.title}`, async () => {
  const words = ['describe', unchanged, '-n', namespace];
  const [own, model] = await Promise.all([
    orchctl.ask(...words),
    CommandLine.kubectl(server, old!.path!).ask(...words),
  ]);
  expect(ageless(own)).toBe(ageless(model));
});

describe('a server of the other dialect', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await TestServer.start({ dialect: 'orch' });
    await makeObjects(other.client, dialectOf('orch'));
  });
  afterAll(() => other?.remove());

  /** In the words of one dialect, without what no two servers have in common, as words of another length widen columns. */
  const plain = (text: string): string =>
    ageless(text)
      .replace(/kubernetes\.io|k8s\.io/g, 'orch.io')
      .replace(/kubelet/g, 'nodeagent')
      .replace(/Kubelet/g, 'Nodeagent')
      .replace(/kube-/g, 'orch-')
      .replace(/Kube-/g, 'Orch-')
      .replace(/\w+, \d+ \w+ \d+ [\d:]+ \+0000|\d+-\d+-\d+[ T][\d:]+( \+0000 UTC|Z)/g, '<time>')
      .replace(/api-access-\w+|(IPs?|Resource Version|UID|account.uid): +\S+/g, '<own>')
      .replace(/ +/g, ' ')
      // Sorted differently where their domains are others.
      .replace(/^(Labels:)? \S*role\S*$/gm, '');

  it.each(subjects)('the words of %s are its own', async (what) => {
    const words = ['describe', ...what.split(' '), '-n', namespace];
    const [own, model] = await Promise.all([CommandLine.orchctl(other).run(words), orchctl.run(words)]);
    expect(plain(own.stdout)).toBe(plain(model.stdout));
    expect(own.code).toBe(0);
  });
});
