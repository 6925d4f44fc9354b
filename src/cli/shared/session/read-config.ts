import { type Dialect, dialects } from '../../../api/meta/dialect.ts';
import { type ConfigDocument, emptyDocument } from '../../../client/config/config-document.ts';
import { loadConfig } from '../../../client/config/load-config.ts';
import { masterVariable, type ResolvedConfig, resolveConfig } from '../../../client/config/resolve-config.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';

export interface ReadConfig {
  resolved: ResolvedConfig;
  /** The words of the configuration: a program for credentials is called in them. */
  dialect: Dialect;
}

/** The configuration's files, and what flags say instead. Throws CliError. */
export function readConfig(flags: FlagSet, host: Host): ReadConfig {
  const files = {
    explicit: flags.text('kubeconfig') || undefined,
    list: host.env['KUBECONFIG'],
    fallback: `${host.home}/.kube/config`,
  };
  try {
    const { config, warnings } = loadConfig(files);
    for (const warning of warnings) host.err.line(warning);
    const dialect = configDialect(config);
    return { resolved: resolve(config, flags, host, dialect), dialect };
  } catch (error) {
    const { message } = error as Error;
    throw new CliError(message.replace(/^context was not found/, 'Error in configuration: $&'), 1, {
      cause: error,
    });
  }
}

function resolve(config: ConfigDocument, flags: FlagSet, host: Host, dialect: Dialect): ResolvedConfig {
  const overrides = {
    context: flags.text('context'),
    cluster: flags.text('cluster'),
    user: flags.text('user'),
    namespace: flags.text('namespace'),
    clusterEntry: {
      server: flags.text('server') || serverOfEnvironment(config, host),
      tlsServerName: flags.text('tls-server-name'),
      authorityFile: flags.text('certificate-authority'),
      ...(flags.boolean('insecure-skip-tls-verify') ? { insecure: true } : {}),
    },
    userEntry: {
      certificateFile: flags.text('client-certificate'),
      keyFile: flags.text('client-key'),
      token: flags.text('token'),
      ...(flags.has('token') ? { tokenFile: '' } : {}),
      username: flags.text('username'),
      password: flags.text('password'),
      ...impersonation(flags),
    },
  };
  return resolveConfig(config, overrides, dialect);
}

function impersonation(flags: FlagSet): object {
  const [user, groups, uid] = [flags.text('as'), flags.texts('as-group'), flags.text('as-uid')];
  if (user === '' && groups.length === 0 && uid === '') return {};
  return { impersonate: { user, uid, groups, extra: new Map() } };
}

/** Address of the server in the environment, if the files name no server at all. */
function serverOfEnvironment({ clusters }: ConfigDocument, host: Host): string | undefined {
  if (clusters.size > 0) return undefined;
  const named = dialects.map((dialect) => host.env[masterVariable(dialect)]).find(Boolean);
  return named ?? 'http://localhost:8080';
}

/** By the versions of its programs for credentials; the product's own words where it has none. */
function configDialect({ users }: ConfigDocument = emptyDocument()): Dialect {
  const versions = [...users.values()].flatMap(({ exec }) => exec?.apiVersion ?? []);
  return dialects.find(({ api }) => versions.some((version) => version.includes(`.${api}/`))) ?? dialects[0]!;
}
