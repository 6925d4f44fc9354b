import { X509Certificate } from 'node:crypto';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { Clock } from '../../../util/clock.ts';
import type { Identity } from '../../../util/x509.ts';
import type { ClusterEntry } from '../config-document.ts';
import type { Credentials } from '../credentials.ts';
import type { ExecSection } from '../exec-section.ts';
import type { ExecHost, ExecRun } from './exec-host.ts';
import type { ExecObserver } from './exec-observer.ts';
import { type ExecOutput, parseOutput } from './exec-output.ts';
import { InstallHint } from './install-hint.ts';

export interface ExecCredentialsOptions {
  section: ExecSection;
  /** With what its files hold as data. */
  cluster: ClusterEntry;
  dialect: Dialect;
  clock: Clock;
  host: ExecHost;
  /** A certificate that the configuration has itself, shown as long as the program gives none. */
  given: Credentials;
  observer?: ExecObserver | undefined;
}

/** Credentials that a program gives, kept until they expire or are refused. It runs once at a time. */
export class ExecCredentials implements Credentials {
  readonly #options: ExecCredentialsOptions;
  readonly #hint: InstallHint;
  #current: ExecOutput | undefined;
  #running: Promise<ExecOutput> | undefined;

  /** Throws a start-up error. */
  constructor(options: ExecCredentialsOptions) {
    const { section, dialect } = options;
    const versions = ['v1', 'v1beta1'].map((version) => `${groupOf(dialect)}/${version}`);
    if (!versions.includes(section.apiVersion)) {
      throw new Error(`exec plugin: invalid apiVersion ${JSON.stringify(section.apiVersion)}`);
    }
    this.#options = options;
    this.#hint = new InstallHint(options.clock);
  }

  identity = (): Identity | undefined => this.#current?.identity ?? this.#options.given.identity?.();

  async authorization(): Promise<string | undefined> {
    const { token } = await this.#valid();
    return token === undefined ? undefined : `Bearer ${token}`;
  }

  /** Only if they are still those that were refused: others may have been fetched meanwhile. */
  rejected(authorization: string | undefined): void {
    const token = this.#current?.token;
    const current = token === undefined ? undefined : `Bearer ${token}`;
    if (current === authorization) this.#current = undefined;
  }

  async #valid(): Promise<ExecOutput> {
    const current = this.#current;
    if (
      current !== undefined &&
      !(current.expires !== undefined && this.#options.clock.now() > current.expires)
    ) {
      return current;
    }
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    try {
      return await this.#running;
    } catch (error) {
      throw new Error(`getting credentials: ${(error as Error).message}`, { cause: error });
    }
  }

  async #run(): Promise<ExecOutput> {
    const { section, host, dialect } = this.#options;
    const hasInput = inputFor(section.interactiveMode, host);
    const env = { ...host.env };
    for (const { name, value } of section.env) env[name] = value;
    env[dialect.execInfoVariable] = JSON.stringify(this.#input(hasInput));
    const { code, output } = await this.#spawn({
      command: section.command,
      args: section.args,
      env,
      hasInput,
    });
    this.#options.observer?.called(code, code === 0 ? 'no_error' : 'plugin_execution_error');
    if (code !== 0) throw new Error(`exec: executable ${section.command} failed with exit code ${code}`);
    const read = parseOutput(output, section.apiVersion);
    this.#keepIdentity(read);
    this.#current = read;
    return read;
  }

  /** Remains when the credentials were refused. */
  #last: Identity | undefined;

  /** The same certificate stays the same object: a new one means new connections. */
  #keepIdentity(read: ExecOutput): void {
    const { observer } = this.#options;
    const last = this.#last;
    if (last !== undefined && isSame(last, read.identity)) {
      read.identity = last;
      return;
    }
    this.#last = read.identity;
    if (observer === undefined) return;
    if (last !== undefined) observer.replaced(Date.parse(new X509Certificate(last.certificate).validFrom));
    const { identity } = read;
    const end = identity && Date.parse(new X509Certificate(identity.certificate).validTo);
    observer.certificate(this, end);
  }

  async #spawn(run: ExecRun): Promise<{ code: number; output: string }> {
    try {
      return await this.#options.host.run(run);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isMissing = code === 'ENOENT';
      this.#options.observer?.called(1, isMissing ? 'plugin_not_found_error' : 'client_internal_error');
      if (!isMissing) throw new Error(`exec: ${message}`, { cause: error });
      const hint = this.#hint.text(this.#options.section.installHint);
      throw new Error(`exec: executable ${run.command} not found${hint}`, { cause: error });
    }
  }

  #input(interactive: boolean): object {
    const { section, cluster, dialect } = this.#options;
    const spec = section.provideClusterInfo
      ? { cluster: clusterInfo(cluster, dialect), interactive }
      : { interactive };
    return { kind: 'ExecCredential', apiVersion: section.apiVersion, spec };
  }
}

const groupOf = (dialect: Dialect): string => fillPlaceholders(dialect, 'client.authentication.{api}');

function clusterInfo(cluster: ClusterEntry, dialect: Dialect): object {
  const { server, tlsServerName, insecure, authorityData, proxyUrl, extensions } = cluster;
  const config = extensions.get(`${groupOf(dialect)}/exec`);
  return {
    server,
    ...(tlsServerName === '' ? {} : { 'tls-server-name': tlsServerName }),
    ...(insecure ? { 'insecure-skip-tls-verify': true } : {}),
    ...(authorityData === ''
      ? {}
      : { 'certificate-authority-data': Buffer.from(authorityData).toString('base64') }),
    ...(proxyUrl === '' ? {} : { 'proxy-url': proxyUrl }),
    ...(config === undefined ? {} : { config }),
  };
}

function inputFor(mode: string, { isTerminal, inputTaken }: ExecHost): boolean {
  if (mode === 'Never') return false;
  if (mode === 'IfAvailable') return isTerminal && inputTaken === undefined;
  if (mode !== 'Always') throw new Error(`unknown interactiveMode: ${JSON.stringify(mode)}`);
  const cannot = 'exec plugin cannot support interactive mode';
  if (inputTaken !== undefined) {
    const why = inputTaken === '' ? '' : `: ${inputTaken}`;
    throw new Error(`${cannot}: standard input is unavailable${why}`);
  }
  if (!isTerminal) throw new Error(`${cannot}: standard input is not a terminal`);
  return true;
}

const isSame = (a: Identity, b: Identity | undefined): boolean =>
  b !== undefined && a.certificate === b.certificate && a.privateKey === b.privateKey;
