import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../load-config.ts';
import { type EditableConfig, editConfig } from './edit-config.ts';
import { setProperty, unsetProperty } from './properties.ts';
import { flattened, minified, readWholeConfig, redacted } from './read-config.ts';

let folder: string;
let file: string;
const change = (edit: (config: EditableConfig) => void): void => editConfig({ explicit: file }, edit);
const set = (property: string, value: string, isRaw = false): void =>
  change((config) => setProperty(config, property, value, isRaw));
const content = (): string => readFileSync(file, 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edit-config-'));
  file = join(folder, 'config');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a file that is changed', () => {
  it('is made with what every file has, for its owner alone', () => {
    change((config) => config.entryOrNew('clusters', 'a').set(['server'], 'https://a:1'));
    expect(content()).toBe(
      [
        'apiVersion: v1',
        'clusters:',
        '  - cluster:',
        '      server: https://a:1',
        '    name: a',
        'contexts: []',
        'current-context: ""',
        'kind: Config',
        'preferences: {}',
        'users: []',
        '',
      ].join('\n'),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadConfig({ explicit: file }).config.clusters.get('a')!.server).toBe('https://a:1');
  });

  it('keeps comments, unknown fields and its order', () => {
    const before = [
      '# mine',
      'kind: Config',
      'unknown: {x: 1}',
      'users:',
      '- user: {token: abc, later: [1]} # the one',
      '  name: u',
      '  more: 1',
      '',
    ].join('\n');
    writeFileSync(file, before, { mode: 0o644 });
    set('users.u.token', 'def');
    expect(content()).toContain('# mine\nkind: Config\nunknown: { x: 1 }');
    expect(content()).toMatch(/token: def, later: \[ ?1 ?\] }? ?}? ?# the one/);
    expect(content()).toContain('more: 1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('behind a link is changed where it is', () => {
    const target = join(folder, 'target');
    writeFileSync(target, '');
    symlinkSync(target, file);
    set('current-context', 'c');
    expect(readFileSync(target, 'utf8')).toContain('current-context: c');
  });

  it('is not touched while another program holds its lock', () => {
    writeFileSync(file, 'kind: Config\n');
    writeFileSync(`${file}.lock`, '');
    expect(() => set('current-context', 'c')).toThrow(`open ${file}.lock: file exists`);
    expect(content()).toBe('kind: Config\n');
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  it('stays as it was when the change fails, and its lock goes', () => {
    writeFileSync(file, 'kind: Config\n');
    const failing = (): void =>
      change((config) => {
        config.currentContext = 'c';
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(content()).toBe('kind: Config\n');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('that is no YAML is refused by name', () => {
    writeFileSync(file, 'a: [');
    expect(() => set('current-context', 'c')).toThrow(`error loading config file "${file}"`);
    writeFileSync(file, '- a');
    expect(() => set('current-context', 'c')).toThrow('must be an object');
  });
});

it('of several files an entry is changed where it stands, and new ones go to the first that is there', () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  writeFileSync(second, 'users: [{name: u, user: {token: a}}]');
  const list = [join(folder, 'none'), first, second].join(':');
  editConfig({ list }, (config) => config.entryOrNew('users', 'v').set(['token'], 'b'));
  expect(existsSync(first)).toBe(false);
  writeFileSync(first, '');
  editConfig({ list }, (config) => {
    setProperty(config, 'users.u.token', 'c', false);
    setProperty(config, 'clusters.k.server', 'https://k', false);
    config.currentContext = 'x';
  });
  expect(readFileSync(first, 'utf8')).toMatch(/server: https:\/\/k/);
  expect(readFileSync(first, 'utf8')).toMatch(/current-context: x/);
  expect(readFileSync(second, 'utf8')).toMatch(/token: c/);
  const { users, currentContext } = readWholeConfig({ list });
  expect(users.map(({ name }) => name)).toEqual(['u', 'v']);
  expect(currentContext).toBe('x');
});

it('names of files are written relative to the folder when they are below it', () => {
  change((config) => {
    const user = config.entryOrNew('users', 'u');
    user.setPath('client-key', join(folder, 'keys', 'u.key'));
    user.setPath('client-certificate', '/elsewhere/u.crt');
  });
  expect(content()).toContain('client-key: keys/u.key');
  expect(content()).toContain('client-certificate: /elsewhere/u.crt');
});

describe('a property', () => {
  it('is written so that programs that read YAML 1.1 understand the same', () => {
    set('contexts.c.namespace', 'n');
    set('contexts.c.user', 'a');
    expect(content()).toContain('namespace: "n"\n');
    expect(content()).toContain('user: a\n');
  });

  it('has the type of its field', () => {
    set('clusters.a.b.insecure-skip-tls-verify', 'true');
    set('users.u.as-groups', 'a,b');
    set('users.u.auth-provider.config.client-id', 'x');
    set('users.u.exec.args', '-a,b');
    set('users.u.client-key-data', 'key', true);
    set('preferences.colors', 'true');
    const { clusters, users, preferences } = readWholeConfig({ explicit: file });
    expect(clusters).toMatchObject([{ name: 'a.b', values: { 'insecure-skip-tls-verify': true } }]);
    expect(users[0]!.values).toEqual({
      'as-groups': ['a', 'b'],
      'auth-provider': { config: { 'client-id': 'x' } },
      exec: { args: ['-a', 'b'] },
      'client-key-data': 'a2V5',
    });
    expect(preferences).toEqual({ colors: true });
  });

  it.each<[string, string, string]>([
    ['foo.bar', 'x', 'unable to parse foo.bar after [] at api.Config'],
    ['clusters.a.insecure-skip-tls-verify', 'maybe', 'strconv.ParseBool: parsing "maybe": invalid syntax'],
    ['clusters.a.certificate-authority-data', 'abc', 'illegal base64 data at input byte 0'],
    ['clusters.a', 'x', "can't set a map to a value: [x]"],
    ['users.u.token.deeper', 'x', 'unable to parse deeper after [users token]'],
  ])('%s=%s is refused', (property, value, text) => {
    expect(() => set(property, value)).toThrow(text);
    expect(existsSync(file)).toBe(false);
  });

  it('is unset, and so is an entry and a list', () => {
    set('clusters.a.server', 'https://a');
    set('users.u.token', 'x');
    change((config) => unsetProperty(config, 'clusters.a.server'));
    expect(readWholeConfig({ explicit: file }).clusters).toMatchObject([{ name: 'a', values: {} }]);
    change((config) => unsetProperty(config, 'clusters.a'));
    change((config) => unsetProperty(config, 'users'));
    expect(readWholeConfig({ explicit: file })).toMatchObject({ clusters: [], users: [] });
    expect(() => change((config) => unsetProperty(config, 'clusters.zz.server'))).toThrow(
      'current map key `zz` is invalid',
    );
  });
});

it('a view leaves out secrets, and what the context does not name', () => {
  writeFileSync(join(folder, 'ca.crt'), 'PEM');
  writeFileSync(
    file,
    JSON.stringify({
      clusters: [
        { name: 'a', cluster: { server: 's', 'certificate-authority': 'ca.crt' } },
        { name: 'b', cluster: {} },
      ],
      users: [
        {
          name: 'u',
          user: { token: 'x', password: 'y', 'auth-provider': { config: { 'id-token': 'z', a: 'b' } } },
        },
      ],
      contexts: [{ name: 'c', context: { cluster: 'a', user: 'u' } }],
    }),
  );
  const view = redacted(flattened(minified(readWholeConfig({ explicit: file }), 'c')));
  expect(view.clusters).toMatchObject([
    { name: 'a', values: { server: 's', 'certificate-authority-data': 'DATA+OMITTED' } },
  ]);
  expect(view.users[0]!.values).toEqual({
    token: 'REDACTED',
    password: 'REDACTED',
    'auth-provider': { config: { 'id-token': 'REDACTED', a: 'b' } },
  });
});
