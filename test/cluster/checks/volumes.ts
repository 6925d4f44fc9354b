import { existsSync, readFileSync } from 'node:fs';
import { become, expectSame, expectThat } from '../api.ts';
import { type Check, type Here, idle } from '../here.ts';

const mounted = (name: string, path: string, more: object = {}) => ({ name, mountPath: path, ...more });

/** Waits for what a command in a pod prints. */
const prints = (here: Here, pod: string, script: string, expected: string): Promise<void> =>
  become(`${script} prints ${expected}`, async () => {
    const text = await here.exec(pod, script);
    return text === expected || text;
  });

export const volumeChecks: readonly Check[] = [
  {
    name: 'ConfigMaps and Secrets reach a pod as variables and files; files follow changes, but not one alone',
    run: async (here) => {
      await here.create('configmaps', { metadata: { name: 'c' }, data: { key: 'one', other: 'x' } });
      await here.create('secrets', { metadata: { name: 's' }, stringData: { password: 'first' } });
      await here.pod('reader', {
        container: {
          env: [{ name: 'KEY', valueFrom: { configMapKeyRef: { name: 'c', key: 'key' } } }],
          envFrom: [{ secretRef: { name: 's' }, prefix: 'S_' }],
          volumeMounts: [mounted('c', '/c'), mounted('s', '/s'), mounted('c', '/alone', { subPath: 'key' })],
        },
        spec: {
          volumes: [
            { name: 'c', configMap: { name: 'c', items: [{ key: 'key', path: 'key' }] } },
            { name: 's', secret: { secretName: 's', defaultMode: 0o400 } },
          ],
        },
      });
      expectSame(
        await here.exec(
          'reader',
          'echo $KEY $S_password $(cat /c/key) $(cat /s/password) $(cat /alone) $(ls /c); stat -L -c %a /s/password',
        ),
        'one first one first one key\n400\n',
        'what it reads',
      );
      await here.merge('configmaps', 'c', { data: { key: 'two' } });
      await here.merge('secrets', 's', { stringData: { password: 'second' } });
      await prints(
        here,
        'reader',
        'echo $(cat /c/key) $(cat /s/password) $(cat /alone) $KEY',
        'two second one one\n',
      );
    },
  },
  {
    name: 'a pod waits for a ConfigMap that is not there yet, unless it may do without',
    run: async (here) => {
      const volume = (optional: boolean) => ({
        container: { volumeMounts: [mounted('c', '/c')] },
        spec: { volumes: [{ name: 'c', configMap: { name: 'later', optional } }] },
      });
      await here.makePod('waits', volume(false));
      await here.pod('optional', volume(true));
      await here.event('waits', 'FailedMount', 'configmap "later" not found');
      await here.create('configmaps', { metadata: { name: 'later' }, data: { a: '1' } });
      await here.ready('waits', 100);
      await prints(here, 'optional', 'cat /c/a', '1');
    },
  },
  {
    name: 'a pod reads its own labels, annotations, address and limits, and labels follow changes',
    run: async (here) => {
      const field = (path: string) => ({ fieldRef: { fieldPath: path } });
      const { status } = await here.pod('self', {
        labels: { color: 'red' },
        container: {
          resources: { limits: { memory: '32Mi' } },
          env: [
            { name: 'NODE', valueFrom: field('spec.nodeName') },
            { name: 'ADDRESS', valueFrom: field('status.podIP') },
            { name: 'LIMIT', valueFrom: { resourceFieldRef: { resource: 'limits.memory' } } },
          ],
          volumeMounts: [mounted('d', '/d')],
        },
        spec: {
          nodeName: 'node-2',
          volumes: [{ name: 'd', downwardAPI: { items: [{ path: 'labels', ...field('metadata.labels') }] } }],
        },
      });
      const text = await here.exec('self', 'echo $NODE $ADDRESS $LIMIT $(cat /d/labels)');
      expectSame(text, `node-2 ${status.podIP} 33554432 color="red"\n`, 'what it reads');
      await here.ask('label', 'pod', 'self', 'color=blue', '--overwrite');
      await prints(here, 'self', 'cat /d/labels', 'color="blue"');
    },
  },
  {
    name: "a projected token is the pod's: the server knows it, for its audience, until the pod is gone",
    run: projectedToken,
  },
  {
    name: 'a pod asks the server as its account, through the address of the Service',
    run: async (here) => {
      await here.create('roles', {
        metadata: { name: 'read' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
      });
      await here.create('rolebindings', {
        metadata: { name: 'read' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'read' },
        subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: here.namespace }],
      });
      // A static kubectl of the node's machine: busybox knows no such TLS.
      await here.pod('client', {
        container: { volumeMounts: [mounted('k', '/kubectl', { readOnly: true })] },
        spec: { volumes: [{ name: 'k', hostPath: { path: here.scene.kubectlPath, type: 'File' } }] },
      });
      const text = await here.exec('client', `/kubectl get pods -o name; /kubectl get secrets 2>&1 || true`);
      expectThat(text.startsWith('pod/client\n'), text);
      expectThat(
        text.includes(`"system:serviceaccount:${here.namespace}:default" cannot list resource "secrets"`),
        text,
      );
    },
  },
  {
    name: 'an emptyDir is shared by a pod and ends with it; a hostPath stays on its node',
    run: async (here) => {
      const volumeMounts = [mounted('e', '/e'), mounted('h', '/h')];
      const volumes = [
        { name: 'e', emptyDir: { medium: 'Memory' } },
        { name: 'h', hostPath: { path: '/var/lib/kept', type: 'DirectoryOrCreate' } },
      ];
      const options = { container: { volumeMounts }, spec: { nodeName: 'node-1', volumes } };
      await here.pod('one', options);
      await here.exec('one', 'echo 1 > /e/file; echo 2 > /h/file; grep -q "/e tmpfs" /proc/mounts');
      await here.delete('pods', 'one');
      await here.gone('pods', 'one');
      await here.pod('two', options);
      expectSame(await here.exec('two', 'ls /e; cat /h/file'), '2\n', 'what is left');
      const path = here.node('node-1').machine.path('/var/lib/kept/file');
      expectThat(existsSync(path) && readFileSync(path, 'utf8') === '2\n', 'the file is not on the node');
    },
  },
  {
    name: 'a claim is bound to a volume that fits, and the volume is kept when the claim is gone',
    run: async (here) => {
      const name = `volume-${here.namespace}`;
      const volumes = '/api/v1/persistentvolumes';
      await here.scene.api.create(volumes, {
        metadata: { name },
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: here.namespace,
          persistentVolumeReclaimPolicy: 'Retain',
          hostPath: { path: '/var/lib/claimed', type: 'DirectoryOrCreate' },
        },
      });
      await here.create('persistentvolumeclaims', {
        metadata: { name: 'claim' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: here.namespace,
          resources: { requests: { storage: '500Mi' } },
        },
      });
      await here.pod('user', {
        script: `echo claimed > /v/file; ${idle}`,
        container: { volumeMounts: [mounted('v', '/v')] },
        spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }] },
      });
      const claim = await here.get('persistentvolumeclaims', 'claim');
      expectSame([claim.status.phase, claim.spec.volumeName], ['Bound', name], 'claim');
      await here.delete('persistentvolumeclaims', 'claim');
      const { metadata } = await here.get('persistentvolumeclaims', 'claim');
      expectSame(metadata.finalizers, ['kubernetes.io/pvc-protection'], 'what keeps it while it is used');
      await here.delete('pods', 'user');
      await here.gone('persistentvolumeclaims', 'claim');
      const phase = async () => (await here.scene.api.get(`${volumes}/${name}`)).status.phase;
      await become('the volume is released', async () => (await phase()) === 'Released' || (await phase()));
      await here.scene.api.delete(`${volumes}/${name}`);
    },
  },
];

async function projectedToken(here: Here): Promise<void> {
  const sources = [
    { serviceAccountToken: { path: 'token', audience: 'vault', expirationSeconds: 600 } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
  ];
  await here.pod('bound', {
    container: { volumeMounts: [mounted('p', '/p')] },
    spec: { volumes: [{ name: 'p', projected: { sources } }] },
  });
  expectSame(
    await here.exec('bound', 'cat /p/name; head -n 1 /p/ca.crt'),
    'bound-----BEGIN CERTIFICATE-----\n',
    'files',
  );
  const token = await here.exec('bound', 'cat /p/token');
  const review = async (audiences: string[]) =>
    (
      await here.scene.api.create('/apis/authentication.k8s.io/v1/tokenreviews', {
        spec: { token, audiences },
      })
    ).status;
  const { authenticated, user } = await review(['vault']);
  expectSame(
    [authenticated, user.username],
    [true, `system:serviceaccount:${here.namespace}:default`],
    'who it is',
  );
  expectSame(user.extra['authentication.kubernetes.io/pod-name'], ['bound'], 'pod');
  expectThat((await review(['other'])).authenticated !== true, 'it is taken for another audience');
  await here.delete('pods', 'bound');
  await here.gone('pods', 'bound');
  await become('the token is refused', async () => (await review(['vault'])).authenticated !== true);
}
