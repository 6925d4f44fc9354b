import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { commands } from '../../../src/cli/commands.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { Output } from '../../../src/cli/shared/host.ts';

type Written = Record<string, any>;

interface ServedType {
  resource: string;
  kind: string;
  short?: string;
  isClusterScoped?: boolean;
  subresource?: string;
}

const rbac = 'rbac.authorization.orch.io';

/** By apiVersion. */
const served: Record<string, readonly ServedType[]> = {
  v1: [
    { resource: 'pods', kind: 'Pod', short: 'po', subresource: 'log' },
    { resource: 'nodes', kind: 'Node', short: 'no', isClusterScoped: true },
    { resource: 'namespaces', kind: 'Namespace', short: 'ns', isClusterScoped: true },
    { resource: 'serviceaccounts', kind: 'ServiceAccount', short: 'sa' },
    { resource: 'configmaps', kind: 'ConfigMap', short: 'cm' },
    { resource: 'secrets', kind: 'Secret' },
    { resource: 'services', kind: 'Service', short: 'svc' },
    { resource: 'resourcequotas', kind: 'ResourceQuota', short: 'quota' },
  ],
  'apps/v1': [
    { resource: 'deployments', kind: 'Deployment', short: 'deploy', subresource: 'scale' },
    { resource: 'daemonsets', kind: 'DaemonSet', short: 'ds' },
  ],
  'batch/v1': [
    { resource: 'jobs', kind: 'Job' },
    { resource: 'cronjobs', kind: 'CronJob', short: 'cj' },
  ],
  'policy/v1': [{ resource: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', short: 'pdb' }],
  [`${rbac}/v1`]: [
    { resource: 'roles', kind: 'Role' },
    { resource: 'rolebindings', kind: 'RoleBinding' },
  ],
};

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

function apiResources({ resource, kind, short, isClusterScoped, subresource }: ServedType): object[] {
  const type = { kind, namespaced: isClusterScoped !== true, verbs };
  return [
    {
      ...type,
      name: resource,
      singularName: kind.toLowerCase(),
      shortNames: short === undefined ? [] : [short],
    },
    ...(subresource === undefined ? [] : [{ ...type, name: `${resource}/${subresource}` }]),
  ];
}

const groupOf = (groupVersion: string): object => {
  const [name, version] = groupVersion.split('/');
  const preferredVersion = { groupVersion, version };
  return { name, versions: [preferredVersion], preferredVersion };
};

/** The documents of discovery, by path. */
const documents: Written = {
  '/api': { versions: ['v1'] },
  '/apis': {
    groups: Object.keys(served)
      .filter((groupVersion) => groupVersion !== 'v1')
      .map(groupOf),
  },
};
for (const [groupVersion, types] of Object.entries(served)) {
  const path = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
  documents[path] = { groupVersion, resources: types.flatMap(apiResources) };
}

export interface Ran {
  stdout: string;
  stderr: string;
  code: number;
  /** `GET /api/v1/namespaces/default/pods/a`, without those of discovery. */
  requests: string[];
  /** The bodies of the requests that have one. */
  bodies: Written[];
}

/**
 * A server of the answers that it is given, by path, which records what a command line asks for. What a server makes of
 * requests is tested with the real one.
 */
export class ObjectServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #directory = mkdtempSync(join(tmpdir(), 'object-server-'));
  /** By path, or by method and path: `PATCH /api/v1/nodes/n`. A text is sent as it is. */
  answers: Record<string, Written | string> = {};
  /** The environment of the command line. */
  env: Record<string, string> = {};
  #requests: string[] = [];
  #bodies: Written[] = [];

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(): Promise<ObjectServer> {
    const made = new ObjectServer();
    made.#server.listen(0, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  /** A file for `-f`. */
  file(name: string, content: object | string): string {
    const path = join(this.#directory, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  async run(words: readonly string[], input = ''): Promise<Ran> {
    this.#requests = [];
    this.#bodies = [];
    const [out, err] = [new Collector(), new Collector()];
    const { port } = this.#server.address() as AddressInfo;
    const host = {
      env: this.env,
      home: this.#directory,
      stdin: Readable.from([input]).pipe(new PassThrough()),
      now: () => Date.parse('2021-03-04T05:11:17Z'),
      out: new Output(() => out, {}),
      err: new Output(() => err, {}),
      interruption: () => new AbortController().signal,
    };
    const code = await runCommandLine([`--server=http://127.0.0.1:${port}`, ...words], host, {
      version: '1.23.0',
      build: () => ({}),
      commandTable: async () => commands,
      converter: () => Promise.reject(new Error('nothing is converted')),
    });
    return { stdout: out.text, stderr: err.text, code, requests: this.#requests, bodies: this.#bodies };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const path = url.split('?')[0]!;
    const body = await text(request);
    if (documents[path] === undefined) {
      this.#requests.push(`${method} ${url}`);
      if (body !== '') this.#bodies.push(JSON.parse(body));
    }
    const known = documents[path] ?? this.answers[`${method} ${path}`] ?? this.answers[path];
    const answer = known ?? {
      kind: 'Status',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
      message: `${path} not found`,
    };
    response.statusCode = known === undefined ? 404 : 200;
    response.setHeader('content-type', typeof answer === 'string' ? 'text/plain' : 'application/json');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
