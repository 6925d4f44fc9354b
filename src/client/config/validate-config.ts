import { accessSync, constants } from 'node:fs';
import type { ClusterEntry, UserEntry } from './config-document.ts';
import { fileError } from './config-error.ts';
import type { ExecSection } from './exec-section.ts';

const proxySchemes = ['http:', 'https:', 'socks5:'];
const interactiveModes = ['Never', 'IfAvailable', 'Always'];

/** The errors of a cluster of this name; an empty one counts as missing. */
export function clusterErrors(name: string, cluster: ClusterEntry): string[] {
  const problems: string[] = [];
  if (cluster.server === '') {
    problems.push(
      name === ''
        ? 'default cluster has no server defined'
        : `no server found for cluster ${JSON.stringify(name)}`,
    );
  }
  const proxy = proxyError(cluster.proxyUrl);
  if (proxy !== undefined) {
    const [url, of] = [JSON.stringify(cluster.proxyUrl), JSON.stringify(name)];
    problems.push(`invalid 'proxy-url' ${url} for cluster ${of}: ${proxy}`);
  }
  const { authorityFile, authorityData } = cluster;
  if (authorityFile !== '' && authorityData !== '') problems.push(bothGiven('certificate-authority', name));
  if (authorityFile !== '') problems.push(...unreadable('certificate-authority', authorityFile, name));
  return problems;
}

export function userErrors(name: string, user: UserEntry): string[] {
  return [
    ...certificateErrors(name, user),
    ...(user.exec === undefined ? [] : execErrors(name, user.exec, user.authProvider !== undefined)),
    ...methodErrors(name, user),
    ...impersonationErrors(name, user),
  ];
}

function certificateErrors(name: string, user: UserEntry): string[] {
  const { certificateFile, certificateData, keyFile, keyData } = user;
  if (certificateFile === '' && certificateData === '') return [];
  const problems: string[] = [];
  if (certificateFile !== '' && certificateData !== '') problems.push(bothGiven('client-cert', name));
  if (keyFile !== '' && keyData !== '') problems.push(bothGiven('client-key', name));
  if (keyFile === '' && keyData === '') {
    problems.push(
      `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    );
  }
  if (certificateFile !== '') problems.push(...unreadable('client-cert', certificateFile, name));
  if (keyFile !== '') problems.push(...unreadable('client-key', keyFile, name));
  return problems;
}

function execErrors(name: string, exec: ExecSection, isProvided: boolean): string[] {
  const use = `for ${name} to use exec authentication plugin`;
  const mode = exec.interactiveMode;
  return [
    ...(isProvided ? [`authProvider cannot be provided in combination with an exec plugin for ${name}`] : []),
    ...(exec.command === '' ? [`command must be specified ${use}`] : []),
    ...(exec.apiVersion === '' ? [`apiVersion must be specified ${use}`] : []),
    ...exec.env.filter((one) => one.name === '').map(() => `env variable name must be specified ${use}`),
    ...(mode === '' ? [`interactiveMode must be specified ${use}`] : []),
    ...(mode !== '' && !interactiveModes.includes(mode)
      ? [`invalid interactiveMode for ${name}: ${JSON.stringify(mode)}`]
      : []),
  ];
}

function methodErrors(name: string, { token, username, password }: UserEntry): string[] {
  if (token === '' || (username === '' && password === '')) return [];
  const found = '[token basicAuth]';
  return [`more than one authentication method found for ${name}; found ${found}, only one is allowed`];
}

function impersonationErrors(
  name: string,
  { impersonate: { user, uid, groups, extra } }: UserEntry,
): string[] {
  const isMore = uid !== '' || groups.length > 0 || extra.size > 0;
  if (user !== '' || !isMore) return [];
  return [`requesting uid, groups or user-extra for ${name} without impersonating a user`];
}

const bothGiven = (what: string, name: string): string =>
  `${what}-data and ${what} are both specified for ${name}. ${what}-data will override.`;

function unreadable(what: string, file: string, name: string): string[] {
  try {
    accessSync(file, constants.R_OK);
    return [];
  } catch (error) {
    return [`unable to read ${what} ${file} for ${name} due to ${fileError(file, error as Error)}`];
  }
}

function proxyError(url: string): string | undefined {
  if (url === '') return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return 'parse error';
  if (proxySchemes.includes(parsed.protocol)) return undefined;
  const scheme = JSON.stringify(parsed.protocol.slice(0, -1));
  return `unsupported scheme ${scheme}, must be http, https, or socks5`;
}
