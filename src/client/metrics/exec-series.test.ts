import { X509Certificate } from 'node:crypto';
import { Registry } from 'prom-client';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { type Identity, issueClient, makeAuthority } from '../../util/x509.ts';
import { ExecCredentials } from '../config/exec/exec-credentials.ts';
import { ExecSeries } from './exec-series.ts';

const apiVersion = 'client.authentication.k8s.io/v1';
const printed = (fields: object) => ({
  code: 0,
  output: JSON.stringify({ kind: 'ExecCredential', apiVersion, status: fields }),
});
const pair = ({ certificate, privateKey }: Identity) =>
  printed({ clientCertificateData: certificate, clientKeyData: privateKey });

let first: Identity;
let second: Identity;
let now: number;
let series: ExecSeries;
let registry: Registry;
beforeAll(async () => {
  const authority = await makeAuthority('ca', testValidity());
  first = await issueClient(authority, { commonName: 'me' }, testValidity());
  second = await issueClient(authority, { commonName: 'me' }, testValidity());
});
beforeEach(() => {
  now = Date.parse(new X509Certificate(first.certificate).validFrom);
  const clock = { now: () => now };
  series = new ExecSeries(clock);
  registry = new Registry();
  series.register(registry);
});

/** A program that does one after the other. */
function program(outputs: (Error | { code: number; output: string })[]): ExecCredentials {
  return new ExecCredentials({
    section: {
      command: 'p',
      args: [],
      env: [],
      apiVersion,
      installHint: '',
      provideClusterInfo: false,
      interactiveMode: 'Never',
    },
    cluster: {
      server: 'https://a',
      tlsServerName: '',
      insecure: false,
      authorityFile: '',
      authorityData: '',
      proxyUrl: '',
      extensions: new Map(),
    },
    dialect: dialects[1]!,
    clock: { now: () => now },
    host: {
      env: {},
      isTerminal: false,
      run: async () => {
        const output = outputs.shift()!;
        if (output instanceof Error) throw output;
        return output;
      },
    },
    given: { authorization: async () => undefined },
    observer: series,
  });
}

const figures = async (name: string): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`rest_client_exec_plugin_${name}`));

const missing = () => Object.assign(new Error('spawn p ENOENT'), { code: 'ENOENT' });
const forbidden = () => Object.assign(new Error('spawn p EACCES'), { code: 'EACCES' });

it.each<[string, Error | { code: number; output: string }, string]>([
  ['that ends well', printed({ token: 't' }), 'code="0",call_status="no_error"'],
  ['that fails', { code: 3, output: '' }, 'code="3",call_status="plugin_execution_error"'],
  ['that is missing', missing(), 'code="1",call_status="plugin_not_found_error"'],
  ['that cannot be started', forbidden(), 'code="1",call_status="client_internal_error"'],
])('a program %s is counted', async (_, output, labels) => {
  await program([output])
    .authorization()
    .catch(() => {});
  expect(await figures('call_total')).toEqual([`rest_client_exec_plugin_call_total{${labels}} 1`]);
});

it('of certificates the first end counts; there is none without', async () => {
  expect(await figures('ttl')).toEqual(['rest_client_exec_plugin_ttl_seconds +Inf']);
  const one = program([pair(first), printed({ token: 't' })]);
  await one.authorization();
  const end = Date.parse(new X509Certificate(first.certificate).validTo);
  expect(await figures('ttl')).toEqual([`rest_client_exec_plugin_ttl_seconds ${(end - now) / 1_000}`]);
  one.rejected(undefined);
  await one.authorization();
  expect(await figures('ttl')).toEqual(['rest_client_exec_plugin_ttl_seconds +Inf']);
});

it('the age of a certificate counts when another one comes', async () => {
  const one = program([pair(first), pair(first), pair(second)]);
  for (let run = 0; run < 3; run++) {
    await one.authorization();
    one.rejected(undefined);
    now += 700_000;
  }
  expect(await figures('certificate_rotation_age_sum')).toEqual([
    'rest_client_exec_plugin_certificate_rotation_age_sum 1400',
  ]);
  expect(await figures('certificate_rotation_age_bucket{le="600"}')).toEqual([
    'rest_client_exec_plugin_certificate_rotation_age_bucket{le="600"} 0',
  ]);
});
