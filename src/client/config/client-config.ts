import type { Dialect } from '../../api/meta/dialect.ts';
import { parseBundle } from '../../util/certificate-bundle.ts';
import type { Clock } from '../../util/clock.ts';
import type { ConnectionOptions } from '../connections.ts';
import { type ForwardProxy, forwardProxy } from '../proxy/forward-proxy.ts';
import type { ClusterEntry, Impersonation } from './config-document.ts';
import { type Credentials, contentOf, givenCredentials } from './credentials.ts';
import { ExecCredentials } from './exec/exec-credentials.ts';
import { type ExecHost, systemExecHost } from './exec/exec-host.ts';
import type { ExecObserver } from './exec/exec-observer.ts';
import { OidcCredentials } from './oidc/oidc-credentials.ts';
import type { ResolvedConfig } from './resolve-config.ts';

/** The server and the credentials of a client. */
export interface ClientConfig {
  /** https or http; its path comes before each path. */
  server: string;
  trust: Pick<ConnectionOptions, 'authority' | 'insecure' | 'proxy' | 'serverName'>;
  credentials: Credentials;
  impersonate: Impersonation;
  /** "" if none is named. */
  namespace: string;
}

export interface ClientConfigDependencies {
  clock: Clock;
  dialect: Dialect;
  /** Runs the programs that know credentials. */
  execHost?: ExecHost;
  execObserver?: ExecObserver | undefined;
}

export const noImpersonation: Impersonation = { user: '', uid: '', groups: [], extra: new Map() };

/** Reads the files that the entries name. Throws a start-up error. */
export function clientConfig(
  { cluster, user, namespace }: ResolvedConfig,
  { clock, dialect, execHost = systemExecHost, execObserver }: ClientConfigDependencies,
): ClientConfig {
  const server = serverUrl(cluster, user.certificateFile !== '' || user.certificateData !== '');
  const shared = { server, namespace, impersonate: user.impersonate };
  // Without TLS anybody could read them.
  if (server.startsWith('http:')) {
    return { ...shared, trust: { proxy: proxyOf(cluster) }, credentials: noCredentials };
  }
  const trust = trustOf(cluster);
  const given = givenCredentials(user, clock);
  const isGiven = user.token !== '' || user.tokenFile !== '' || user.username !== '' || user.password !== '';
  if (user.exec !== undefined && !isGiven) {
    const target = { ...cluster, server, authorityData: trust.authority ?? '' };
    const exec = new ExecCredentials({
      section: user.exec,
      cluster: target,
      dialect,
      clock,
      host: execHost,
      given,
      observer: execObserver,
    });
    return { ...shared, trust, credentials: exec };
  }
  if (user.authProvider !== undefined) {
    const { name } = user.authProvider;
    if (name !== 'oidc') throw new Error(`no Auth Provider found for name ${JSON.stringify(name)}`);
    const oidc = new OidcCredentials(user.authProvider, clock, given);
    return { ...shared, trust, credentials: oidc };
  }
  return { ...shared, trust, credentials: given };
}

const noCredentials: Credentials = { authorization: async () => undefined };

/** `a.example:6443` is https where something is said about TLS, and http where nothing is. */
function serverUrl(cluster: ClusterEntry, hasCertificate: boolean): string {
  const { server, authorityFile, authorityData, insecure } = cluster;
  const isTls = hasCertificate || insecure || authorityFile !== '' || authorityData !== '';
  const text = /^[a-z]+:\/\//i.test(server) ? server : `${isTls ? 'https' : 'http'}://${server}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`host must be a URL or a host:port pair: ${JSON.stringify(server)}`);
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

function trustOf({
  authorityFile,
  authorityData,
  insecure,
  tlsServerName,
  ...cluster
}: ClusterEntry): ClientConfig['trust'] {
  const proxy = proxyOf(cluster);
  const authority = authorityData || (authorityFile === '' ? '' : contentOf(authorityFile));
  if (insecure && authority !== '') {
    throw new Error('specifying a root certificates file with the insecure flag is not allowed');
  }
  if (authority !== '' && parseBundle(authority).length === 0) {
    throw new Error('unable to load root certificates: unable to parse bytes as PEM block');
  }
  return { authority: authority || undefined, insecure, serverName: tlsServerName || undefined, proxy };
}

const proxyOf = ({ proxyUrl }: Pick<ClusterEntry, 'proxyUrl'>): ForwardProxy | undefined =>
  proxyUrl === '' ? undefined : forwardProxy(proxyUrl);
