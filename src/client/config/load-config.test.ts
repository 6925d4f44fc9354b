import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { dialects } from '../../api/meta/dialect.ts';
import { loadConfig } from './load-config.ts';
import { type ConfigOverrides, resolveConfig } from './resolve-config.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const kubernetes = dialects[1]!;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
  mkdirSync(at('sub'));
  write('a', config({ cluster: { server: 'https://a' }, user: { token: 'a' } }));
  write('b', {
    ...config({ cluster: { server: 'https://b' }, user: { token: 'b' } }),
    'current-context': 'second',
  });
  write('sub/c', {
    clusters: [{ name: 'only-c', cluster: { server: 'https://c', 'certificate-authority': 'ca.crt' } }],
    users: [{ name: 'only-c', user: { exec: { command: './run', apiVersion: 'x/v1beta1' } } }],
  });
  write('bare', { users: [{ name: 'u', user: { exec: { command: 'run', apiVersion: 'x/v1' } } }] });
  writeFileSync(at('empty'), '');
  writeFileSync(at('broken'), 'a: [');
  write('twice', { users: [{ name: 'u' }, { name: 'u' }] });
  writeFileSync(at('file'), 'x');
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, document: object) => writeFileSync(at(name), stringify(document));

const config = ({
  cluster = {},
  user = {},
  context = {},
}: {
  cluster?: object;
  user?: object;
  context?: object;
}) => ({
  clusters: [{ name: 'cl', cluster }],
  users: [{ name: 'us', user }],
  contexts: [{ name: 'co', context: { cluster: 'cl', user: 'us', namespace: 'ns', ...context } }],
  'current-context': 'co',
});

const list = (...names: string[]) => names.map((name) => (name === '' ? '' : at(name))).join(delimiter);

describe('the files of a configuration', () => {
  it('one that is named is the only one', () => {
    const { config: read } = loadConfig({ explicit: at('b'), list: list('a'), fallback: at('a') });
    expect([read.clusters.get('cl')?.server, read.currentContext]).toEqual(['https://b', 'second']);
    expect(() => loadConfig({ explicit: at('none') })).toThrow(
      `stat ${at('none')}: no such file or directory`,
    );
  });

  it('of several the first counts for each entry and each text; empty and repeated names are left out', () => {
    const { config: read, warnings } = loadConfig({
      list: list('', 'none', 'empty', 'a', 'a', 'b', 'sub/c'),
    });
    expect(read.currentContext).toBe('co');
    expect([...read.clusters].map(([name, { server }]) => [name, server])).toEqual([
      ['cl', 'https://a'],
      ['only-c', 'https://c'],
    ]);
    expect([read.users.get('us')?.token, warnings]).toEqual(['a', []]);
  });

  it('names of files are relative to the file; a command only with a separator', () => {
    const { config: read } = loadConfig({ list: list('sub/c', 'bare') });
    expect(read.clusters.get('only-c')?.authorityFile).toBe(at('sub/ca.crt'));
    expect(read.users.get('only-c')?.exec).toMatchObject({
      command: at('sub/run'),
      interactiveMode: 'IfAvailable',
    });
    expect(read.users.get('u')?.exec).toMatchObject({ command: 'run', interactiveMode: '' });
  });

  it('none of a list: a warning; the usual one need not be there', () => {
    expect(loadConfig({ list: list('none', 'no'), fallback: at('a') })).toMatchObject({
      warnings: [`Config not found: ${at('none')}, ${at('no')}`],
      config: { currentContext: '' },
    });
    expect(loadConfig({ fallback: at('none') }).warnings).toEqual([]);
    expect(loadConfig({ list: '', fallback: at('a') }).config.currentContext).toBe('co');
  });

  it('what cannot be read in them is said of all', () => {
    expect(() => loadConfig({ list: list('broken', 'a', 'twice') })).toThrow(
      new RegExp(
        `^\\[error loading config file "${at('broken')}": .*, error loading config file "${at('twice')}": `,
        's',
      ),
    );
    expect(() => loadConfig({ explicit: at('twice') })).toThrow('duplicate name "u" in list');
  });
});

describe('a configuration', () => {
  const resolve = (document: object, overrides: ConfigOverrides = {}) => {
    write('one', document);
    return resolveConfig(loadConfig({ explicit: at('one') }).config, overrides, kubernetes);
  };

  it('is that of its context, and flags go before it', () => {
    const document = config({ cluster: { server: 'https://a' }, user: { token: 't' } });
    expect(resolve(document)).toMatchObject({
      cluster: { server: 'https://a' },
      user: { token: 't' },
      namespace: 'ns',
    });
    const overrides = {
      namespace: 'other',
      clusterEntry: { server: 'https://b' },
      userEntry: { token: 'u' },
    };
    expect(resolve(document, overrides)).toMatchObject({
      cluster: { server: 'https://b' },
      user: { token: 'u' },
      namespace: 'other',
    });
  });

  it.each([
    [{ insecure: true }, { authorityFile: '', authorityData: '', insecure: true, tlsServerName: 'name' }],
    [
      { authorityData: 'x' },
      { authorityFile: '', authorityData: 'x', insecure: false, tlsServerName: 'name' },
    ],
    [{ server: 'https://b' }, { authorityFile: expect.stringMatching(/file$/), tlsServerName: '' }],
    [{ tlsServerName: 'm' }, { server: 'https://a', tlsServerName: 'm' }],
    [{ server: '' }, { server: 'https://a', tlsServerName: 'name' }],
  ])('with %j trusts as a whole', (clusterEntry, expected) => {
    const cluster = { server: 'https://a', 'certificate-authority': 'file', 'tls-server-name': 'name' };
    expect(resolve(config({ cluster }), { clusterEntry }).cluster).toMatchObject(expected);
  });

  it('an entry that its context names, and that is not there, is empty', () => {
    const document = { ...config({ cluster: { server: 'https://a' } }), users: [] };
    expect(resolve(document).user.token).toBe('');
  });

  const server = { server: 'https://a' };
  const invalid = 'invalid configuration: ';
  const ofExec = 'for us to use exec authentication plugin';
  it.each<[string, object, ConfigOverrides, string]>([
    [
      'is empty',
      {},
      {},
      `${invalid}no configuration has been provided, try setting KUBERNETES_MASTER environment variable`,
    ],
    [
      'names no context',
      { ...config({ cluster: server }), 'current-context': 'x' },
      {},
      'context was not found for specified context: x',
    ],
    ['has not the context', config({ cluster: server }), { context: 'x' }, 'context "x" does not exist'],
    ['has not the cluster', config({ cluster: server }), { cluster: 'x' }, 'cluster "x" does not exist'],
    ['has not the user', config({ cluster: server }), { user: 'x' }, 'auth info "x" does not exist'],
    [
      'has no server',
      config({ cluster: { 'tls-server-name': 'x' } }),
      {},
      `${invalid}no server found for cluster "cl"`,
    ],
    [
      'has no server and no cluster',
      { ...config({ user: { token: 'a', username: 'b' } }), clusters: [] },
      { context: 'co' },
      `${invalid}[more than one authentication method found for us; found [token basicAuth], only one is allowed, no server found for cluster "cl"]`,
    ],
    [
      'has an authority twice',
      config({
        cluster: { ...server, 'certificate-authority': 'file', 'certificate-authority-data': 'YQ==' },
      }),
      {},
      `${invalid}certificate-authority-data and certificate-authority are both specified for cl. certificate-authority-data will override.`,
    ],
    [
      'has a proxy of another scheme',
      config({ cluster: { ...server, 'proxy-url': 'ftp://p' } }),
      {},
      `${invalid}invalid 'proxy-url' "ftp://p" for cluster "cl": unsupported scheme "ftp", must be http, https, or socks5`,
    ],
    [
      'has a certificate without a key',
      config({ cluster: server, user: { 'client-certificate': 'file' } }),
      {},
      `${invalid}client-key-data or client-key must be specified for us to use the clientCert authentication method.`,
    ],
    [
      'has a certificate twice',
      config({
        cluster: server,
        user: { 'client-certificate': 'file', 'client-certificate-data': 'YQ==', 'client-key': 'file' },
      }),
      {},
      `${invalid}client-cert-data and client-cert are both specified for us. client-cert-data will override.`,
    ],
    [
      'runs nothing',
      config({
        cluster: server,
        user: { exec: { env: [{ value: 'x' }] }, 'auth-provider': { name: 'oidc' } },
      }),
      {},
      `${invalid}[authProvider cannot be provided in combination with an exec plugin for us, command must be specified ${ofExec}, apiVersion must be specified ${ofExec}, env variable name must be specified ${ofExec}, interactiveMode must be specified ${ofExec}]`,
    ],
    [
      'runs in another mode',
      config({
        cluster: server,
        user: { exec: { command: 'a', apiVersion: 'b', interactiveMode: 'Perhaps' } },
      }),
      {},
      `${invalid}invalid interactiveMode for us: "Perhaps"`,
    ],
    [
      'is a group without a user',
      config({ cluster: server, user: { 'as-groups': ['g'] } }),
      {},
      `${invalid}requesting uid, groups or user-extra for us without impersonating a user`,
    ],
  ])('that %s is refused', (_, document, overrides, text) => {
    expect(() => resolve(document, overrides)).toThrow(new Error(text));
  });

  it('that names files which are not there is refused', () => {
    const user = { 'client-certificate': 'no.crt', 'client-key': 'no.key' };
    const document = config({ cluster: { ...server, 'certificate-authority': 'no.ca' }, user });
    const gone = (what: string, name: string, of: string) =>
      `unable to read ${what} ${at(name)} for ${of} due to open ${at(name)}: no such file or directory`;
    expect(() => resolve(document)).toThrow(
      new Error(
        `${invalid}[${gone('client-cert', 'no.crt', 'us')}, ${gone('client-key', 'no.key', 'us')}, ${gone('certificate-authority', 'no.ca', 'cl')}]`,
      ),
    );
  });
});
