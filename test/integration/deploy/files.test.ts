import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../support/deploy/control-plane.ts';
import { read } from '../../support/deploy/expressions.ts';
import { deployFolder, nodeNames, Places } from '../../support/deploy/places.ts';
import { renderPods, type StaticPod } from '../../support/deploy/pods.ts';
import { etcdBinary } from '../../support/etcd.ts';
import { kubectlMissing, kubectlPath } from '../../support/kubectl.ts';
import { TestServer } from '../../support/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

let places: Places;
const pods = new Map<string, StaticPod[]>();
beforeAll(async () => {
  if (kubectlPath === undefined) return;
  places = await Places.find(mkdtempSync(join(tmpdir(), 'deploy-files-')));
  makeCertificates(places);
  for (const node of nodeNames) pods.set(node, renderPods(node, join(places.directory, 'pods', node)));
}, 60_000);
afterAll(() => places && rmSync(places.directory, { recursive: true, force: true }));

const helps = new Map<string, string>();
/** What a program says about its flags. */
function helpOf(words: readonly string[]): string {
  const command = words[0] === 'node' ? [process.execPath, join(root, words[1]!)] : [etcdBinary().path];
  const key = command.join(' ');
  if (!helps.has(key)) {
    const { stdout, stderr } = spawnSync(command[0]!, [...command.slice(1), '--help'], { encoding: 'utf8' });
    helps.set(key, stdout + stderr);
  }
  return helps.get(key)!;
}

const flagsOf = (words: readonly string[]): string[] => words.filter((word) => word.startsWith('--'));

describe.skipIf(kubectlPath === undefined)(`the static pods${kubectlMissing}`, () => {
  it.each(nodeNames)('of %s: three, whose flags are known and whose variables are all given', (node) => {
    expect(pods.get(node)!.map(({ name }) => name)).toEqual([
      'etcd',
      'kube-apiserver',
      'kube-controller-manager',
    ]);
    for (const { command } of pods.get(node)!) {
      const help = helpOf(command);
      expect(flagsOf(command).length).toBeGreaterThan(10);
      for (const word of flagsOf(command)) {
        expect(word).toMatch(/^--[a-z-]+=[^$]+$/);
        const name = word.slice(0, word.indexOf('='));
        // etcd puts some in quotation marks, and values after =.
        expect(help).toMatch(new RegExp(`${name}[\\s'=]`));
      }
    }
  });

  it.each(nodeNames)(
    'of %s: each file that a flag names is mounted, and certificates.sh makes it',
    (node) => {
      for (const { command, object } of pods.get(node)!) {
        const mounts: string[] = object.spec.containers[0].volumeMounts.map((one: any) => one.mountPath);
        const files = command.flatMap((word) => /=(\/etc\/kubernetes\/.*)$/.exec(word)?.[1] ?? []);
        expect(files.length).toBeGreaterThan(3);
        for (const file of files) {
          expect(
            mounts.some((mount) => file === mount || file.startsWith(`${mount}/`)),
            file,
          ).toBe(true);
          const made = file.replace('/etc/kubernetes', join(places.directory, 'certificates', node));
          expect(existsSync(made), made).toBe(true);
        }
      }
    },
  );

  it('are pods that the API takes', async () => {
    const server = await TestServer.start({ flags: ['--disable-admission-plugins=ServiceAccount'] });
    try {
      for (const { object } of [...pods.values()].flat()) {
        const path = '/api/v1/namespaces/kube-system/pods?dryRun=All';
        const { status, body } = await server.client.post(path, object);
        expect([status, body.message]).toEqual([201, undefined]);
        // A field that the API does not know would be gone.
        expect(body.spec.containers[0]).toMatchObject(object.spec.containers[0]);
        expect(body.spec.terminationGracePeriodSeconds).toBe(object.spec.terminationGracePeriodSeconds ?? 30);
      }
    } finally {
      await server.remove();
    }
  });

  it('refuse a node that there is not', () => {
    const script = join(deployFolder, 'manifests/render.sh');
    const env = { ...process.env, KUBECTL: kubectlPath };
    const { status, stderr } = spawnSync(script, ['node-9', places.directory], { env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/node-9/);
  });

  it('stop in time: the delay and the longest request fit into what a pod has', () => {
    const server = pods.get('node-1')!.find(({ name }) => name === 'kube-apiserver')!;
    const delay = Number(/--shutdown-delay-duration=(\d+)s/.exec(server.command.join(' '))![1]);
    expect(server.object.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 75);
  });
});

/** The words of ExecStart, with the variables that systemd takes from node.env. */
function unitCommand(unit: string): string[] {
  const text = read(`systemd/${unit}`).replaceAll('\\\n', ' ');
  const variables = new Map(
    read('systemd/node.env')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const line = /^ExecStart=(.*)$/m.exec(text)![1]!;
  return line
    .split(/\s+/)
    .map((word) => word.replace(/\$\{(\w+)\}/g, (_, name: string) => variables.get(name)!));
}

const units = [
  ['etcd.service', 'etcd'],
  ['apiserver.service', 'kube-apiserver'],
  ['controller-manager.service', 'kube-controller-manager'],
] as const;

describe('the units of systemd', () => {
  it.skipIf(kubectlPath === undefined).each(units)('%s has the flags of the pod %s', (unit, name) => {
    const pod = pods.get('node-1')!.find((one) => one.name === name)!;
    expect(flagsOf(unitCommand(unit))).toEqual(flagsOf(pod.command));
  });

  it.skipIf(!hasSystemd).each(units)('%s is what systemd understands', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'));
    // Where the programs lie on this machine.
    const text = read(`systemd/${unit}`)
      .replace('/usr/bin/etcd', etcdBinary().path)
      .replace('/usr/bin/node', process.execPath)
      .replace('/opt/apiserver', root);
    writeFileSync(join(folder, unit), text);
    const verify = () =>
      spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, unit)], { encoding: 'utf8' });
    const mine = (output: string) => output.split('\n').filter((line) => line.includes(folder));
    const good = verify();
    writeFileSync(join(folder, unit), text.replace('[Service]', '[Service]\nNoSuchSetting=1'));
    const bad = verify();
    rmSync(folder, { recursive: true });
    expect(mine(good.stderr)).toEqual([]);
    expect(mine(bad.stderr).join()).toMatch(/NoSuchSetting/);
  });
});

it('haproxy.cfg gives a server less time to look red than the server goes on for', () => {
  const text = read('haproxy/haproxy.cfg');
  const [, seconds, fall] = /inter (\d+)s fall (\d+)/.exec(text)!;
  const delay = /--shutdown-delay-duration=(\d+)s/.exec(read('manifests/base/apiserver.yaml'))![1];
  expect(Number(seconds) * Number(fall)).toBeLessThan(Number(delay) / 2);
});

it('no file of deploy/ has a key in it, or names a registry', () => {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'deploy'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.stdout.trim().split('\n');
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text, file).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
    expect(text, file).not.toMatch(/(image:|FROM)\s+[\w-]+(\.[\w-]+)+[:/]/);
  }
});
