import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { KeyValue, Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { TestServer } from './server.ts';

export const secrets = '/api/v1/namespaces/default/secrets';

export function secret(name: string, text: string): any {
  return {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name },
    data: { text: Buffer.from(text).toString('base64') },
  };
}

/** A provider with its keys, each named by the byte that its secret is made of: `aescbc('1', '2')`. */
const withKeys =
  (provider: string, size = 32) =>
  (...names: string[]): object => ({
    [provider]: {
      keys: names.map((name) => ({
        name: `key${name}`,
        secret: Buffer.alloc(size, Number(name)).toString('base64'),
      })),
    },
  });
export const aescbc = withKeys('aescbc');
export const aesgcm = withKeys('aesgcm', 16);
export const secretbox = withKeys('secretbox');
export const identity = { identity: {} };
export const kms = (name: string, endpoint: string, more: object = {}): object => ({
  kms: { name, endpoint, ...more },
});

/** One rule for some resources. */
export const configuration = (resources: string[], ...providers: object[]): object => ({
  kind: 'EncryptionConfiguration',
  apiVersion: 'apiserver.config.k8s.io/v1',
  resources: [{ resources, providers }],
});

/** A store that outlives the servers on it, with a configuration file beside it. */
export class EncryptedStore {
  readonly directory = mkdtempSync(join(tmpdir(), 'encrypted-'));
  readonly file = join(this.directory, 'encryption.json');
  readonly etcd: Etcd | undefined;
  server: TestServer | undefined;
  /** Everything that servers have printed. */
  output = '';

  private constructor(etcd: Etcd | undefined) {
    this.etcd = etcd;
  }

  static async make(kind: 'embedded' | 'etcd'): Promise<EncryptedStore> {
    return new EncryptedStore(kind === 'etcd' ? await startEtcd({ members: 1 }) : undefined);
  }

  configure(content: object | string): void {
    writeFileSync(this.file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Starts a server in place of the one before. */
  async start(...flags: string[]): Promise<TestServer> {
    await this.stop();
    const store = this.etcd === undefined ? [] : [`--etcd-servers=${this.etcd.endpoints[0]}`];
    this.server = await TestServer.start({
      directory: this.directory,
      flags: [...store, `--encryption-provider-config=${this.file}`, ...flags],
    });
    return this.server;
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.output += this.server?.output ?? '';
    this.server = undefined;
  }

  /** Works on the store as it is; the embedded one is for one process, so that its server has to be stopped. */
  async raw<T>(use: (kv: Kv) => Promise<T>): Promise<T> {
    if (this.etcd === undefined) await this.stop();
    const kv =
      this.etcd === undefined
        ? await openEmbedded({ directory: join(this.directory, 'store') })
        : await openEtcd({ endpoints: this.etcd.endpoints });
    try {
      return await use(kv);
    } finally {
      await kv.close();
    }
  }

  /** The value at the key that ends so. */
  item(end: string): Promise<KeyValue> {
    return this.raw(async (kv) => {
      const { items } = await kv.range('/registry/');
      const found = items.filter(({ key }) => key.endsWith(end));
      if (found.length !== 1) throw new Error(`${found.length} keys end with ${end}`);
      return found[0]!;
    });
  }

  /** What stands before the key's name and the bytes that mean nothing. */
  async provider(name: string): Promise<string> {
    const { value } = await this.item(`/secrets/default/${name}`);
    return /^k8s:enc:\w+:\w+:\w+/.exec(value.toString('latin1'))?.[0] ?? 'none';
  }

  /** Whether a text is anywhere in the files or values of the store. */
  async holds(text: string): Promise<boolean> {
    if (this.etcd !== undefined) {
      const { items } = await this.raw((kv) => kv.range('/registry/'));
      return items.some(({ value }) => value.includes(text));
    }
    await this.stop();
    const folder = join(this.directory, 'store');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text));
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.etcd?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
