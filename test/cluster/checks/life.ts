import { become, expectSame, expectThat } from '../api.ts';
import { type Check, idle } from '../here.ts';

const restarts = ({ status }: any): number => status.containerStatuses?.[0]?.restartCount ?? 0;
const soon = { periodSeconds: 1, failureThreshold: 2 };

export const lifeChecks: readonly Check[] = [
  {
    name: 'a liveness probe that fails restarts the container',
    run: async (here) => {
      const livenessProbe = { exec: { command: ['test', '-e', '/tmp/well'] }, ...soon };
      await here.pod('live', { script: `touch /tmp/well; ${idle}`, container: { livenessProbe } });
      await here.exec('live', 'rm /tmp/well');
      await here.podIs('live', 'restarted', (pod) => restarts(pod) >= 1);
      await here.event('live', 'Unhealthy', 'Liveness probe failed');
      await here.event('live', 'Killing', 'failed liveness probe');
      await here.ready('live');
    },
  },
  {
    name: 'a startup probe holds the liveness probe back until it has succeeded',
    run: async (here) => {
      const livenessProbe = { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 1 };
      const startupProbe = { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 60 };
      const script = 'sleep 6; mkdir -p /tmp/www; exec httpd -f -p 8080 -h /tmp/www';
      await here.makePod('slow', { script, container: { livenessProbe, startupProbe } });
      await here.podIs('slow', 'running', ({ status }) => status.phase === 'Running');
      expectSame((await here.get('pods', 'slow')).status.containerStatuses[0].started, false, 'started');
      const pod = await here.ready('slow');
      expectSame([restarts(pod), pod.status.containerStatuses[0].started], [0, true], 'restarts and started');
    },
  },
  {
    name: 'a readiness probe takes a pod out of the Endpoints and puts it back',
    run: async (here) => {
      const readinessProbe = { exec: { command: ['test', '-e', '/tmp/well'] }, ...soon };
      const script = `touch /tmp/well; ${idle}`;
      const { status } = await here.pod('probed', {
        script,
        labels: { app: 'probed' },
        container: { readinessProbe },
      });
      await here.service('probed');
      const lists = (kind: 'addresses' | 'notReadyAddresses') => async () => {
        const { subsets = [] } = await here.get('endpoints', 'probed');
        const found = subsets.flatMap((one: any) => (one[kind] ?? []).map(({ ip }: any) => ip));
        return (found.length === 1 && found[0] === status.podIP) || subsets;
      };
      await become('it is in the Endpoints', lists('addresses'));
      await here.exec('probed', 'rm /tmp/well');
      await become('it is not ready in the Endpoints', lists('notReadyAddresses'));
      await here.exec('probed', 'touch /tmp/well');
      await become('it is in the Endpoints again', lists('addresses'));
    },
  },
  {
    name: 'init containers run one after the other before the others',
    run: async (here) => {
      const step = (name: string, script: string) => ({
        name,
        image: 'cluster.test/tools:1',
        command: ['sh', '-c', script],
        volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
      });
      await here.pod('steps', {
        script: `echo main >> /shared/order; ${idle}`,
        container: { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] },
        spec: {
          initContainers: [
            step('one', 'sleep 1; echo one >> /shared/order'),
            step('two', 'echo two >> /shared/order'),
          ],
          volumes: [{ name: 'shared', emptyDir: {} }],
        },
      });
      expectSame(await here.exec('steps', 'cat /shared/order'), 'one\ntwo\nmain\n', 'order');
      await here.makePod('stuck', {
        spec: { restartPolicy: 'Never', initContainers: [{ ...step('no', 'exit 1'), volumeMounts: [] }] },
      });
      await here.phase('stuck', 'Failed');
    },
  },
  {
    name: 'a container that ends is started again, later and later, or not at all, as its pod says',
    run: async (here) => {
      await here.makePod('loop', { script: 'echo once; exit 1' });
      await here.makePod('never', { script: 'exit 4', spec: { restartPolicy: 'Never' } });
      await here.makePod('well', { script: 'exit 0', spec: { restartPolicy: 'OnFailure' } });
      await here.phase('never', 'Failed');
      await here.phase('well', 'Succeeded');
      const isBackingOff = ({ status }: any) =>
        status.containerStatuses?.[0].state.waiting?.reason === 'CrashLoopBackOff' &&
        restarts({ status }) >= 1;
      await here.podIs('loop', 'backing off', isBackingOff);
      await here.event('loop', 'BackOff', 'Back-off restarting failed container');
      expectSame(
        (await here.get('pods', 'never')).status.containerStatuses[0].state.terminated.exitCode,
        4,
        'exit code',
      );
    },
  },
  {
    name: 'lifecycle hooks: after the start, and before the end, which waits for them',
    run: async (here) => {
      const write = (text: string) => ({ exec: { command: ['sh', '-c', `echo ${text} >> /shared/hooks`] } });
      await here.pod('hooked', {
        script: `trap 'echo term >> /shared/hooks; exit 0' TERM; while :; do sleep 3600 & wait $!; done`,
        container: {
          lifecycle: {
            postStart: write('started'),
            preStop: { exec: { command: ['sh', '-c', 'sleep 2; echo stopping >> /shared/hooks'] } },
          },
          volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
        },
        spec: {
          nodeName: 'node-1',
          terminationGracePeriodSeconds: 20,
          volumes: [{ name: 'shared', hostPath: { path: '/var/lib/hooks', type: 'DirectoryOrCreate' } }],
        },
      });
      await here.delete('pods', 'hooked');
      const { metadata } = await here.get('pods', 'hooked');
      expectSame(metadata.deletionGracePeriodSeconds, 20, 'grace period');
      await here.gone('pods', 'hooked', 18);
      const text = await here.node('node-1').machine.ask('cat', '/var/lib/hooks/hooks');
      expectSame(text, 'started\nstopping\nterm\n', 'hooks');
    },
  },
  {
    name: 'a container that takes more memory than its limit is killed',
    run: async (here) => {
      const resources = { limits: { memory: '24Mi' }, requests: { memory: '24Mi' } };
      await here.makePod('greedy', {
        script: 'tail /dev/zero',
        container: { resources },
        spec: { restartPolicy: 'Never' },
      });
      await here.phase('greedy', 'Failed');
      const { terminated } = (await here.get('pods', 'greedy')).status.containerStatuses[0].state;
      expectSame([terminated.reason, terminated.exitCode], ['OOMKilled', 137], 'end');
    },
  },
  {
    name: 'a security context is what the process has',
    run: async (here) => {
      const securityContext = {
        runAsUser: 1000,
        runAsGroup: 1000,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      };
      await here.pod('bound', { container: { securityContext } });
      const text = await here.exec(
        'bound',
        'id -u; touch /file 2>&1; grep -E "CapEff|NoNewPrivs" /proc/self/status',
      );
      expectThat(/^1000\n.*Read-only file system\nCapEff:\t0+\nNoNewPrivs:\t1\n$/.test(text), text);
      await here.makePod('root', { container: { securityContext: { runAsNonRoot: true, runAsUser: 0 } } });
      const isRefused = ({ status }: any) =>
        status.containerStatuses?.[0].state.waiting?.reason === 'CreateContainerConfigError';
      await here.podIs('root', 'refused', isRefused);
      await here.pod('whole', { container: { securityContext: { privileged: true } } });
      expectThat(
        /CapEff:\t0000.*[1-9a-f]{4}/.test(await here.exec('whole', 'grep CapEff /proc/self/status')),
        'privileged',
      );
    },
  },
  {
    name: 'containers of a pod share its network, and its processes where it says so',
    run: async (here) => {
      const second = { name: 'second', image: 'cluster.test/tools:1', command: ['sh', '-c', idle] };
      const script = 'mkdir -p /tmp/www; echo hello > /tmp/www/index.html; exec httpd -f -p 8080 -h /tmp/www';
      await here.makePod('shared', { script });
      await here.merge('pods', 'shared', { metadata: { labels: { a: 'b' } } });
      await here.create('pods', {
        metadata: { name: 'two' },
        spec: {
          shareProcessNamespace: true,
          terminationGracePeriodSeconds: 1,
          containers: [{ ...second, name: 'first', command: ['sh', '-c', script] }, second],
        },
      });
      await here.ready('two');
      const text = await here.ask(
        'exec',
        'two',
        '-c',
        'second',
        '--',
        'sh',
        '-c',
        'wget -q -O - http://127.0.0.1:8080; ps | grep -c "[h]ttpd -f"',
      );
      expectSame(text, 'hello\n1\n', 'what the second sees');
    },
  },
];
