import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { releaseFlag } from '../../../../test/support/release.ts';
import { parseFlags as parseAll } from '../flags.ts';

const directory = mkdtempSync(join(tmpdir(), 'flags-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const parseFlags = (flags: readonly string[]) => parseAll([...releaseFlag(flags), ...flags]);
const settings = (...flags: string[]) => parseFlags(flags).settings;
const warnings = (...flags: string[]) => parseFlags(flags).warnings;

describe('values', () => {
  it.each([
    ['--event-ttl=2h', 'eventTtl', 7200],
    ['--event-ttl=0', 'eventTtl', undefined],
    ['--goaway-chance=0.02', 'goawayChance', 0.02],
    ['--http2-max-streams-per-connection=0', 'streamsPerConnection', undefined],
    ['--http2-max-streams-per-connection=1000', 'streamsPerConnection', 1000],
    ['--endpoint-reconciler-type=none', 'endpointReconciler', 'none'],
    ['--endpoint-reconciler-type=master-count', 'endpointReconciler', 'master-count'],
    ['--apiserver-count=3', 'replicaCount', 3],
    ['--etcd-compaction-interval=0', 'compactionInterval', 0],
    ['--etcd-count-metric-poll-period=0', 'countsObjects', false],
    ['--profiling=false', 'profiling', false],
    ['--allow-privileged', 'allowsPrivileged', true],
    ['--kubernetes-service-node-port=30443', 'serviceNodePort', 30443],
    ['--orch-service-node-port=30443', 'serviceNodePort', 30443],
    [
      '--strict-transport-security-directives=max-age=60,preload',
      'strictTransportSecurity',
      'max-age=60; preload',
    ],
    ['--show-hidden-metrics-for-version=1.22', 'showsHiddenMetrics', true],
    ['--logging-format=text', 'loggingFormat', 'text'],
    [
      '--tls-sni-cert-key=a.crt,a.key:A.example.com,*.b',
      'sni',
      [{ certificate: 'a.crt', privateKey: 'a.key', names: ['a.example.com', '*.b'] }],
    ],
    ['--tls-sni-cert-key=a.crt, a.key', 'sni', [{ certificate: 'a.crt', privateKey: 'a.key', names: [] }]],
    [
      '--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
      'cipherSuites',
      'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    ],
  ] as const)('%s', (flag, setting, value) => {
    expect(settings(flag)[setting]).toEqual(value);
  });

  it.each([
    ['https://good.example.com', true],
    ['https://good.example.com.evil.org', false],
    ['https://goodXexample.com', false],
    ['http://localhost:8080', true],
  ])('origin %s: %s', (origin, isAllowed) => {
    const { allowsOrigin } = settings(
      '--cors-allowed-origins=^https://good\\.example\\.com$,//localhost(:|$)',
    );
    expect(allowsOrigin?.(origin)).toBe(isAllowed);
  });
});

describe('a value that makes no sense is refused', () => {
  it.each<[flag: string, text: string, release?: string]>([
    ['--max-requests-inflight=-1', '--max-requests-inflight can not be negative value'],
    ['--max-mutating-requests-inflight=-5', '--max-mutating-requests-inflight can not be negative value'],
    ['--request-timeout=-1s', '--request-timeout can not be negative value'],
    ['--min-request-timeout=-1', '--min-request-timeout can not be negative value'],
    ['--shutdown-delay-duration=-1m', '--shutdown-delay-duration can not be negative value'],
    ['--livez-grace-period=-1m', '--livez-grace-period can not be a negative value'],
    ['--goaway-chance=0.03', '--goaway-chance can not be less than 0 or greater than 0.02'],
    ['--goaway-chance=-0.01', '--goaway-chance can not be less than 0 or greater than 0.02'],
    [
      '--goaway-chance=often',
      'invalid argument "often" for "--goaway-chance" flag: strconv.ParseFloat: parsing "often": invalid syntax',
    ],
    ['--tls-cipher-suites=RC5', "Cipher suite RC5 not supported or doesn't exist"],
    ['--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_RC4_128_SHA is not spoken any more'],
    ['--tls-cipher-suites=TLS_RSA_WITH_AES_128_CBC_SHA', 'HTTP/2 needs one of'],
    [
      '--tls-sni-cert-key=a.crt',
      'invalid argument "a.crt" for "--tls-sni-cert-key" flag: expected comma separated certificate and key file paths',
    ],
    ['--tls-sni-cert-key=a.crt,a.key,b.key', 'expected comma separated certificate and key file paths'],
    ['--tls-sni-cert-key=a.crt,a.key:', 'empty names list is not allowed'],
    ['--tls-sni-cert-key=a.crt,a.key:a:b', '"a:b" is no domain name'],
    ['--etcd-servers=', '--etcd-servers must be specified'],
    ['--tls-sni-cert-key=a.crt,a.key:not a name', '"not a name" is no domain name'],
    ['--cors-allowed-origins=(', '--cors-allowed-origins flag was set to ( - error parsing regexp'],
    ['--cors-allowed-origins=a(?=b)', 'invalid or unsupported Perl syntax'],
    ['--strict-transport-security-directives=max-age=soon', '--strict-transport-security-directives invalid'],
    ['--show-hidden-metrics-for-version=1.21', "must be omitted or have the value '1.22'"],
    ['--logging-format=xml', 'xml must be json or text'],
    ['--event-ttl=10ms', '--event-ttl: must be 0, or a second at least'],
    ['--etcd-healthcheck-timeout=0s', 'must be longer than 0'],
    ['--delete-collection-workers=0', "should be a positive number, but value '0' provided"],
    ['--identity-lease-renew-interval-seconds=0', "should be a positive number, but value '0' provided"],
    ['--endpoint-reconciler-type=gossip', 'gossip must be one of lease, master-count, none'],
    ['--apiserver-count=0', "--apiserver-count should be a positive number, but value '0' provided"],
    ['--kubernetes-service-node-port=70000', 'must be between 0 and 65535'],
    ['--insecure-port=8080', '--insecure-port: must be 0'],
    [
      '--storage-backend=etcd2',
      "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
    ],
    [
      '--secure-port=70000',
      '--secure-port 70000 must be between 1 and 65535, inclusive. It cannot be turned off',
    ],
    [
      '--secure-port=https',
      'invalid argument "https" for "--secure-port" flag: strconv.ParseInt: parsing "https": invalid syntax',
    ],
    [
      '--storage-initialization-timeout=-1s',
      '--storage-initialization-timeout can not be negative value',
      '1.36',
    ],
    [
      '--shutdown-watch-termination-grace-period=-1s',
      'shutdown-watch-termination-grace-period, if provided, can not be a negative value',
      '1.36',
    ],
    ['--bind-address=here', 'invalid argument "here" for "--bind-address" flag: failed to parse IP: "here"'],
    ['--advertise-address=x', 'invalid argument "x" for "--advertise-address" flag: failed to parse IP: "x"'],
    ['--tls-min-version=SSLv3', 'unknown tls version "SSLv3"'],
    [
      '--storage-media-type=application/yaml',
      '--storage-media-type "application/yaml" invalid, allowed values: application/json, application/vnd.',
    ],
    ['--kubernetes-service-node-port=40000', "orch service port range 30000-32767 doesn't contain 40000"],
    ['--workers=2', '2 need --etcd-servers: the embedded store belongs to one process'],
    ['--workers=0', '--workers: 0 must be auto, or a number from 1 to 256'],
    ['--workers=many', '--workers: many must be auto, or a number from 1 to 256'],
    ['--worker-silence-limit=10ms', '--worker-silence-limit: must be a second at least'],
    ['--etcd-servers-overrides=/events#https://127.0.0.1:4002', 'all resources are kept in one store'],
    ['--ssh-user=core', 'nodes are not reached through SSH tunnels'],
    ['--profiling=perhaps', 'strconv.ParseBool: parsing "perhaps": invalid syntax'],
    ['--watch-cache=perhaps', 'strconv.ParseBool: parsing "perhaps": invalid syntax'],
    ['--egress-selector-config-file=/nonexistent', 'open /nonexistent: no such file or directory'],
  ])('%s', (flag, text, release = '1.23') => {
    expect(() => parseFlags([`--emulated-version=${release}`, flag])).toThrow(text);
  });
});

describe('flags without effect', () => {
  it.each([
    ['--vmodule=watch=9', ['--vmodule has no effect: verbosity is that of the whole server, with --v']],
    ['--watch-cache=false', ['--watch-cache has no effect: reads and watches are always served from caches']],
    ['--watch-cache=true', []],
    ['--insecure-port=0', []],
    ['--storage-backend=etcd3', []],
    ['--cloud-provider=', []],
    ['--apiserver-count=1', []],
    ['--apiserver-count=3', ['--apiserver-count has no effect: replicas find each other through leases']],
    [
      '--lease-reuse-duration-seconds=30',
      [expect.stringContaining('--lease-reuse-duration-seconds has no effect')],
    ],
    ['--feature-gates=MemoryQoS=true', ['--feature-gates: MemoryQoS changes nothing in this server']],
    ['--emulated-version=1.36', []],
  ])('%s: warnings', (flag, expected) => {
    expect(warnings(flag)).toEqual(expected);
  });

  it('--apiserver-count counts where replicas are counted', () => {
    expect(warnings('--apiserver-count=3', '--endpoint-reconciler-type=master-count')).toEqual([]);
  });
});

describe('--egress-selector-config-file', () => {
  const type = 'apiVersion: apiserver.orch.io/v1beta1\nkind: EgressSelectorConfiguration\n';
  const egress = (...selections: string[]) =>
    `${type}egressSelections:\n${selections.map((one) => `- ${one}\n`).join('')}`;
  const cluster = (connection: string) => egress(`{name: cluster, connection: {${connection}}}`);
  it.each([
    ['direct connections', cluster('proxyProtocol: Direct'), undefined],
    [
      'a proxy',
      egress('{name: etcd, connection: {proxyProtocol: HTTPConnect, transport: {uds: {udsName: /a}}}}'),
      'etcd: proxyProtocol HTTPConnect is not served',
    ],
    ['a transport of none', cluster('proxyProtocol: Direct, transport: {}'), 'must be absent for direct'],
    ['a proxy without a transport', cluster('proxyProtocol: GRPC'), 'transport must be set for GRPC'],
    [
      'a transport without an address',
      cluster('proxyProtocol: HTTPConnect, transport: {}'),
      'One of TCP or UDS',
    ],
    [
      'a socket without a name',
      cluster('proxyProtocol: GRPC, transport: {uds: {}}'),
      'service.connection.udsName: Invalid value: "nil": UDSName should be present',
    ],
    [
      'another scheme',
      cluster('proxyProtocol: HTTPConnect, transport: {tcp: {url: "ftp://a"}}'),
      'supported connection protocols are http:// and https://',
    ],
    [
      'TLS without it',
      cluster('proxyProtocol: HTTPConnect, transport: {tcp: {url: "http://a", tlsConfig: {}}}'),
      'should not be present when using HTTP',
    ],
    [
      'an unknown selection, twice',
      egress(...Array(2).fill('{name: moon, connection: {proxyProtocol: Direct}}')),
      'configuration: [service.connection: Unsupported value: "moon": supported values: "cluster", "controlplane", "etcd", service.connection[1]: Duplicate value: "moon"]',
    ],
    ['an unknown field', `${type}nope: 1`, 'strict decoding error: unknown field "nope"'],
    ['another kind', type.replace('Egress', 'Other'), 'no kind "OtherSelectorConfiguration" is registered'],
    ['a text', 'x', "couldn't get version/kind; json parse error: json: cannot unmarshal string"],
    ['no YAML', 'a: [', 'failed to read egress selector config: '],
  ])('%s', (_, text, error) => {
    const path = file('egress.yaml', text);
    const start = () => parseFlags(['--emulated-version=1.36', `--egress-selector-config-file=${path}`]);
    if (error === undefined) expect(start).not.toThrow();
    else expect(start).toThrow(error);
  });
});

describe('--config', () => {
  const config = (text: string): string => `--config=${file('config.yaml', text)}`;

  it('flags come from the file, and the command line has the last word', () => {
    const text = [
      'secure-port: 7443',
      'event-ttl: 2h',
      'profiling: false',
      'authorization-mode: [Node, RBAC]',
      'service-account-issuer: [https://a, https://b]',
      'feature-gates: {APIServerIdentity: true, RemainingItemCount: false}',
      'v: 4',
    ];
    const options = parseFlags(['--event-ttl=3h', config(text.join('\n')), '-v=1']);
    expect(options).toMatchObject({ securePort: 7443, verbosity: 1 });
    expect(options.settings).toMatchObject({ eventTtl: 10_800, profiling: false });
    expect(options.access.list('authorization-mode')).toEqual(['Node', 'RBAC']);
    expect(options.access.texts('service-account-issuer')).toEqual(['https://a', 'https://b']);
    expect(options.settings.gates.isOn('RemainingItemCount')).toBe(false);
  });

  it.each([
    ['an unknown flag', 'colour: red', 'unknown flag colour'],
    ['a flag with its dashes', '--secure-port: 1', 'unknown flag --secure-port'],
    ['another file', 'config: other.yaml', 'unknown flag config'],
    ['a property of every object', 'toString: 1', 'unknown flag toString'],
    ['a value that is refused', 'secure-port: 99999', 'must be between 1 and 65535'],
    ['no value', 'secure-port:', 'secure-port: must be a text'],
    ['a list in a list', 'authorization-mode: [[RBAC]]', 'authorization-mode: must be a text'],
    ['a list', '- secure-port', 'must be a map of flags'],
    ['nothing', '', 'must be a map of flags'],
    ['no YAML', 'a: [', 'cannot read'],
    ['a key twice', 'v: 1\nv: 2', 'cannot read'],
  ])('%s is refused', (_, text, error) => {
    expect(() => parseFlags([config(text)])).toThrow(error);
  });

  it('a file that is not there is refused by its name', () => {
    expect(() => parseFlags(['--config', '/nonexistent/flags.yaml'])).toThrow('/nonexistent/flags.yaml');
    expect(() => parseFlags(['--config='])).toThrow('--config: names no file');
  });
});
