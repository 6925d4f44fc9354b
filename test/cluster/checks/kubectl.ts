import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { become, expectSame, expectThat } from '../api.ts';
import { type Check, idle, web } from '../here.ts';
import { images } from '../images.ts';

export const kubectlChecks: readonly Check[] = [
  {
    name: 'logs: whole, the last lines, since a time, of a container, and what comes',
    run: async (here) => {
      const script =
        'for n in 1 2 3 4 5 6; do echo line $n; done; while :; do if test -e /tmp/go; then echo more; rm /tmp/go; fi; usleep 200000; done';
      await here.pod('talker', { script });
      expectSame(await here.ask('logs', 'talker'), '123456'.replace(/./g, 'line $&\n'), 'all');
      expectSame(await here.ask('logs', 'talker', '--tail=2', '-c', 'main'), 'line 5\nline 6\n', 'the last');
      expectThat(
        /^\d{4}-\d\d-\d\dT\S+Z line 6\n$/.test(await here.ask('logs', 'talker', '--tail=1', '--timestamps')),
        'time',
      );
      expectSame(await here.ask('logs', 'talker', '--limit-bytes=6'), 'line 1', 'bytes');
      const following = here.start('logs', 'talker', '--follow', '--tail=1');
      try {
        await become(
          'it follows',
          async () => following.outcome.output === 'line 6\n' || following.outcome.output,
          20,
        );
        await here.exec('talker', 'touch /tmp/go');
        const both = async () => following.outcome.output === 'line 6\nmore\n' || following.outcome.output;
        await become('what comes is shown', both, 20);
        await here.delete('pods', 'talker');
        expectSame((await following.ended).code, 0, 'how it ends when the pod is gone');
      } finally {
        await following.stop();
      }
    },
  },
  {
    name: 'logs of the container before a restart',
    run: async (here) => {
      const script =
        'if test -e /s/run; then echo second; exec sleep 3600; fi; touch /s/run; echo first; exit 1';
      await here.pod('twice', {
        script,
        container: { volumeMounts: [{ name: 's', mountPath: '/s' }] },
        spec: { volumes: [{ name: 's', emptyDir: {} }] },
      });
      await here.podIs('twice', 'restarted', ({ status }) => status.containerStatuses[0].restartCount === 1);
      await here.ready('twice');
      expectSame(await here.ask('logs', 'twice', '--previous'), 'first\n', 'before');
      expectSame(await here.ask('logs', 'twice'), 'second\n', 'now');
    },
  },
  {
    name: 'exec: arguments, standard input, exit code and both outputs',
    run: async (here) => {
      await here.pod('shell');
      expectSame(await here.ask('exec', 'shell', '--', 'printf', '%s|', 'a b', 'c'), 'a b|c|', 'arguments');
      const big = `${'0123456789abcdef'.repeat(4_096)}\n`.repeat(16);
      expectThat(
        (await here.tell(big, 'exec', '-i', 'shell', '--', 'cat')) === big,
        'a mebibyte there and back differs',
      );
      const { code, output, complaint } = await here.scene.kubectl.outcome(
        '',
        ...[
          `--namespace=${here.namespace}`,
          'exec',
          'shell',
          '--',
          'sh',
          '-c',
          'echo out; echo err >&2; exit 7',
        ],
      );
      expectSame([code, output], [7, 'out\n'], 'exit code and output');
      expectThat(complaint.startsWith('err\n'), complaint);
      const none = await here
        .ask('exec', 'shell', '--', 'nothing-like-it')
        .catch((error: Error) => error.message);
      expectThat(none.includes('executable file not found'), none);
    },
  },
  {
    name: 'cp: a file and a folder there and back',
    run: async (here) => {
      await here.pod('files');
      const folder = join(here.scene.folder, here.namespace);
      mkdirSync(join(folder, 'sub'), { recursive: true });
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7_919) % 251));
      writeFileSync(join(folder, 'bytes'), bytes);
      writeFileSync(join(folder, 'sub/text'), 'text\n');
      await here.ask('cp', folder, 'files:/tmp/there');
      expectSame(
        await here.exec('files', 'cat /tmp/there/sub/text; stat -c %s /tmp/there/bytes'),
        'text\n300000\n',
        'there',
      );
      await here.ask('cp', 'files:/tmp/there/bytes', join(folder, 'back'));
      expectThat(readFileSync(join(folder, 'back')).equals(bytes), 'what came back differs');
    },
  },
  {
    name: 'port-forward: to a pod and to a Service',
    run: async (here) => {
      await here.pod('forwarded', { script: web, labels: { app: 'forwarded' } });
      await here.service('forwarded');
      for (const target of ['pod/forwarded', 'service/forwarded']) {
        const inside = target.startsWith('pod') ? 8080 : 80;
        const forward = here.start('port-forward', target, `:${inside}`);
        try {
          const port = () => /127\.0\.0\.1:(\d+) ->/.exec(forward.outcome.output)?.[1];
          const listens = async () => port() !== undefined || forward.outcome.complaint;
          await become(`${target} is forwarded`, listens, 20);
          const ask = () =>
            here.scene.plane.machine.ask('busybox', 'wget', '-q', '-O', '-', `http://127.0.0.1:${port()}`);
          for (const text of await Promise.all([ask(), ask(), ask()]))
            expectThat(text.startsWith('forwarded '), text);
        } finally {
          await forward.stop();
        }
      }
    },
  },
  {
    name: 'attach: to the input and output of a running process',
    run: async (here) => {
      const script = 'while read line; do echo "got $line"; done; echo end';
      await here.pod('reader', {
        script,
        container: { stdin: true, stdinOnce: true },
        spec: { restartPolicy: 'Never' },
      });
      const attached = here.start('attach', '-i', 'reader', '-c', 'main');
      attached.child.stdin!.write('one\n');
      await become(
        'it answers',
        async () => attached.outcome.output.includes('got one\n') || attached.outcome,
        20,
      );
      attached.child.stdin!.end('two\n');
      await here.phase('reader', 'Succeeded');
      expectThat((await attached.ended).output.includes('got two\n'), attached.outcome.output);
      const text = await here.tell(
        'hello\n',
        'run',
        'once',
        `--image=${images.tools}`,
        '-i',
        '--rm',
        '--restart=Never',
        '--',
        'cat',
      );
      expectThat(text.includes('hello') && text.includes('deleted'), text);
      await here.gone('pods', 'once');
    },
  },
  {
    name: 'an ephemeral container joins a running pod',
    since: 23,
    run: async (here) => {
      await here.pod('plain', { script: web });
      // The kubectl of 1.20 knows another form of the request.
      const script = `echo helping $VERSION; ${idle}`;
      const helper = { name: 'helper', image: images.newTools, command: ['sh', '-c', script] };
      const part = here.path('pods', 'plain', 'ephemeralcontainers');
      await here.scene.api.strategicMerge(part, { spec: { ephemeralContainers: [helper] } });
      const isRunning = ({ status }: any) =>
        status.ephemeralContainerStatuses?.[0]?.state.running !== undefined;
      await here.podIs('plain', 'joined', isRunning);
      expectSame(await here.ask('logs', 'plain', '-c', 'helper'), 'helping 2\n', 'what it says');
      const ask = ['wget', '-q', '-O', '-', 'http://127.0.0.1:8080'];
      const text = await here.ask('exec', 'plain', '-c', 'helper', '--', ...ask);
      expectThat(text.startsWith('plain 1'), text);
    },
  },
  {
    name: 'events tell the life of a pod, and describe shows them',
    run: async (here) => {
      await here.pod('told');
      for (const reason of ['Scheduled', 'Pulled', 'Created', 'Started']) await here.event('told', reason);
      const text = await here.ask('describe', 'pod', 'told');
      expectThat(
        /Normal\s+Scheduled\s.*default-scheduler.*Successfully assigned/.test(text),
        text.slice(-800),
      );
      expectThat(/Normal\s+Started\s.*kubelet.*Started container main/.test(text), text.slice(-800));
      await here.ask('delete', 'pod', 'told');
      await here.event('told', 'Killing', 'Stopping container main');
    },
  },
];
