import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { kubectls } from '../../support/kubectls.ts';

const orchctlProgram = new URL('../../../dist/commands/orchctl.js', import.meta.url).pathname;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orchctl-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const before = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  preferences: {},
  clusters: [
    {
      name: 'b',
      cluster: {
        server: 'https://b:1',
        'certificate-authority': 'ca.crt',
        extensions: [{ name: 'e', extension: { a: 1 } }],
      },
    },
    { name: 'a', cluster: { server: 'https://a:1', 'certificate-authority-data': 'YWJj' } },
  ],
  users: [
    {
      name: 'u',
      user: {
        'client-certificate': 'u.crt',
        token: 'x',
        username: 'nn',
        password: 'p',
        'as-groups': ['a', 'b'],
      },
    },
  ],
  contexts: [
    { name: 'c', context: { cluster: 'a', user: 'u', namespace: 'ns' } },
    { name: 'd', context: { cluster: 'b', user: 'u' } },
  ],
};

interface Answer {
  stdout: string;
  stderr: string;
  code: number;
}

/** A folder with a configuration, and a client that works on it. */
class Editing {
  readonly file: string;
  readonly #folder: string;
  readonly #program: readonly string[];

  constructor(name: string, program: readonly string[]) {
    this.#folder = join(folder, name.replaceAll(/\W/g, '-'));
    this.#program = program;
    this.file = join(this.#folder, 'config');
    mkdirSync(this.#folder);
    writeFileSync(this.file, JSON.stringify(before));
    writeFileSync(join(this.#folder, 'ca.crt'), 'authority');
    writeFileSync(join(this.#folder, 'u.crt'), 'certificate');
  }

  run(words: readonly string[]): Promise<Answer> {
    const [file = '', ...first] = this.#program;
    const env = { KUBECONFIG: this.file, HOME: this.#folder, PATH: process.env['PATH'] ?? '' };
    return new Promise((resolve) => {
      execFile(file, [...first, 'config', ...words], { env, cwd: this.#folder }, (error, stdout, stderr) => {
        const common = (text: string): string =>
          text.replaceAll(this.#folder, '/folder').replaceAll('kubectl', 'orchctl');
        resolve({
          stdout: common(stdout),
          stderr: common(stderr),
          code: error === null ? 0 : Number(error.code),
        });
      });
    });
  }

  content(): unknown {
    const { clusters, users, contexts, ...rest } = parse(
      readFileSync(this.file, 'utf8').replace(/^ *as-user-extra: null\n/gm, ''),
    );
    const sorted = (list: { name: string }[] | null) =>
      (list ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
    return { ...rest, clusters: sorted(clusters), users: sorted(users), contexts: sorted(contexts) };
  }
}

/** In this order. */
const commands: readonly string[][] = [
  ['current-context'],
  ['get-contexts'],
  ['get-contexts', 'd', '--no-headers'],
  ['get-contexts', '-o', 'name'],
  ['get-contexts', 'none'],
  ['get-users'],
  ['use-context', 'd'],
  ['use-context', 'none'],
  ['set-cluster', 'n', '--server=https://n:1', '--certificate-authority=ca.crt', '--tls-server-name=n'],
  ['set-cluster', 'n', '--embed-certs', '--certificate-authority=ca.crt'],
  ['set-cluster', 'a', '--insecure-skip-tls-verify'],
  ['set-cluster', 'a', '--insecure-skip-tls-verify', '--certificate-authority=ca.crt'],
  ['set-cluster', 'a', '--embed-certs', '--certificate-authority=none.crt'],
  ['set-context', 'n', '--cluster=n', '--user=v', '--namespace=no'],
  ['set-context', '--current', '--namespace=z'],
  ['set-context'],
  ['set-credentials', 'v', '--token=abc'],
  ['set-credentials', 'v', '--username=a', '--password=b'],
  ['set-credentials', 'v', '--token=abc', '--username=a'],
  ['set-credentials', 'w', '--client-certificate=u.crt', '--client-key=/elsewhere/u.key'],
  ['set-credentials', 'x', '--auth-provider=oidc', '--auth-provider-arg=client-id=a,client-secret=b'],
  ['set-credentials', 'x', '--auth-provider-arg=client-secret-'],
  ['set', 'clusters.a.server', 'https://a:2'],
  ['set', 'users.v.client-key-data', 'key', '--set-raw-bytes'],
  ['set', 'clusters.a.certificate-authority-data', 'abc'],
  ['set', 'foo.bar', 'x'],
  ['unset', 'users.u.token'],
  ['unset', 'contexts.zz.cluster'],
  ['rename-context', 'd', 'e'],
  ['rename-context', 'd', 'f'],
  ['rename-context', 'c', 'e'],
  ['delete-cluster', 'b'],
  ['delete-cluster', 'b'],
  ['delete-user', 'w'],
  ['delete-context', 'e'],
];

/** The build of 1.20 that tests have crashes when it writes a new user. */
const breaks = (title: string, words: readonly string[]): boolean =>
  title.includes('1.20') && (words[0] === 'set-credentials' || words[1]?.startsWith('users.v') === true);

for (const { title, path } of kubectls()) {
  it.skipIf(path === undefined)(`config says and writes what ${title} does`, async () => {
    const orchctl = new Editing(`orchctl ${title}`, [process.execPath, orchctlProgram]);
    const kubectl = new Editing(title, [path!]);
    for (const words of commands.filter((one) => !breaks(title, one))) {
      const [own, other] = await Promise.all([orchctl.run(words), kubectl.run(words)]);
      expect({ words, ...own }).toEqual({ words, ...other });
      expect({ words, content: orchctl.content() }).toEqual({ words, content: kubectl.content() });
    }
    expect(statSync(orchctl.file).mode & 0o777).toBe(0o600);
  });
}

describe('config view', () => {
  it('leaves out secrets, and what the context does not use', async () => {
    const orchctl = new Editing('view', [process.execPath, orchctlProgram]);
    const { stdout } = await orchctl.run(['view', '--minify', '--context=d']);
    expect(stdout).toBe(
      [
        'apiVersion: v1',
        'clusters:',
        '- cluster:',
        '    certificate-authority: ca.crt',
        '    extensions:',
        '    - extension:',
        '        a: 1',
        '      name: e',
        '    server: https://b:1',
        '  name: b',
        'contexts:',
        '- context:',
        '    cluster: b',
        '    user: u',
        '  name: d',
        'current-context: d',
        'kind: Config',
        'preferences: {}',
        'users:',
        '- name: u',
        '  user:',
        '    as-groups:',
        '    - a',
        '    - b',
        '    client-certificate: u.crt',
        '    password: REDACTED',
        '    token: REDACTED',
        '    username: nn',
        '',
      ].join('\n'),
    );
    const flat = await orchctl.run(['view', '--flatten', '--raw', '-o', 'json']);
    expect(JSON.parse(flat.stdout).users[0].user).toMatchObject({
      token: 'x',
      'client-certificate-data': Buffer.from('certificate').toString('base64'),
    });
    expect(await orchctl.run(['view', '--minify', '--context=zz'])).toMatchObject({
      code: 1,
      stderr: 'error: cannot locate context zz\n',
    });
  });

  it('is what kubectl prints', async () => {
    for (const { title, path } of kubectls()) {
      if (path === undefined) continue;
      const kubectl = new Editing(`view ${title}`, [path]);
      const orchctl = new Editing(`view orchctl ${title}`, [process.execPath, orchctlProgram]);
      for (const words of [['view'], ['view', '--minify'], ['view', '-o', 'jsonpath={.clusters[*].name}']]) {
        const { stdout, ...rest } = await kubectl.run(words);
        // The oldest release shows passwords.
        const redacted = stdout.replace('password: p\n', 'password: REDACTED\n');
        expect(await orchctl.run(words)).toEqual({ ...rest, stdout: redacted });
      }
    }
  });
});
