import type { Dialect } from '../../../api/meta/dialect.ts';
import type { ApiClient } from '../../../client/api/api-client.ts';
import type { Wire } from '../../../client/api/wire.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';
import type { Tools } from '../tools.ts';
import type { Connection } from './connection.ts';
import { Warnings } from './warnings.ts';

export interface SessionOptions {
  /** `orchctl/1.36.0` */
  userAgent: string;
  tools: Tools;
}

/** The server that a command asks, and as whom. Made of the kubeconfig and flags when the first part of it is asked for. */
export class Session implements Disposable {
  readonly tools: Tools;
  readonly #flags: FlagSet;
  readonly #host: Host;
  readonly #userAgent: string;
  readonly #warnings: Warnings;
  #connection: Promise<Connection> | undefined;
  #discovery: Promise<Discovery> | undefined;
  #opened: Connection | undefined;

  constructor(flags: FlagSet, host: Host, { userAgent, tools }: SessionOptions) {
    this.tools = tools;
    this.#flags = flags;
    this.#host = host;
    this.#userAgent = userAgent;
    this.#warnings = new Warnings(flags, host);
  }

  /** For `-f -`. */
  get stdin(): Host['stdin'] {
    return this.#host.stdin;
  }

  /** The kubeconfig's context, with flags before it. */
  connection(): Promise<Connection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** JSON in and out. */
  async client(): Promise<ApiClient> {
    return (await this.connection()).client;
  }

  /** Requests as they are, with the user's credentials. */
  async wire(): Promise<Wire> {
    return (await this.connection()).wire;
  }

  /** The namespace of `--namespace`, else of the context, else `default`. */
  async namespace(): Promise<string> {
    return this.#flags.text('namespace') || (await this.connection()).namespace || 'default';
  }

  /** Whether `--namespace` was given. */
  get isNamespaceGiven(): boolean {
    return this.#flags.text('namespace') !== '';
  }

  /** The same server as the user who calls, where this session acts as another one. To be disposed of as well. */
  asCaller(): Session {
    const flags = this.#flags.without('as', 'as-group', 'as-uid');
    return new Session(flags, this.#host, { userAgent: this.#userAgent, tools: this.tools });
  }

  /** Whether the session acts as another user than the one who calls. */
  get isImpersonating(): boolean {
    return this.#flags.text('as') !== '';
  }

  /** Which resources the server has. */
  discovery(): Promise<Discovery> {
    this.#discovery ??= this.#discover();
    return this.#discovery;
  }

  /** The server's words: its API groups show them. */
  async dialect(): Promise<Dialect> {
    return (await this.discovery()).dialect();
  }

  /** Prints a warning once, unless the user has switched warnings off. */
  warn(text: string): void {
    this.#warnings.print(text);
  }

  /** Throws when there were warnings of the server, and `--warnings-as-errors` is given. */
  failForWarnings(): void {
    const { count } = this.#warnings;
    if (count === 0 || !this.#flags.boolean('warnings-as-errors')) return;
    throw new CliError(count === 1 ? '1 warning received' : `${count} warnings received`);
  }

  [Symbol.dispose](): void {
    this.#opened?.wire[Symbol.dispose]();
  }

  async #connect(): Promise<Connection> {
    const { openConnection } = await import('./connection.ts');
    this.#opened = await openConnection(this.#flags, this.#host, this.#userAgent, this.#warnings);
    return this.#opened;
  }

  async #discover(): Promise<Discovery> {
    const [{ Discovery }, { client, server }] = await Promise.all([
      import('../discovery/discovery.ts'),
      this.connection(),
    ]);
    const directory = this.#flags.text('cache-dir') || `${this.#host.home}/.kube/cache`;
    return new Discovery({ client, server, directory, now: () => this.#host.now() });
  }
}
