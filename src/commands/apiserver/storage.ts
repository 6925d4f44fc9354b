import { readFileSync } from 'node:fs';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import { type Kv, KvError } from '../../storage/kv.ts';
import { StartError } from '../start-error.ts';
import type { ApiServerOptions } from './options.ts';

/** Opens the store that the flags name, and loads no more than its driver: they take a while. Throws StartError when it cannot be had. */
export async function openStore(options: ApiServerOptions): Promise<Kv> {
  try {
    if (options.etcdServers.length === 0) {
      const { openEmbedded } = await import('../../storage/kv/embedded/open.ts');
      return await openEmbedded({ directory: `${options.dataDirectory}/store` });
    }
    const { openEtcd } = await import('../../storage/kv/etcd/open.ts');
    return await openEtcd({ endpoints: options.etcdServers, tls: etcdTls(options) });
  } catch (error) {
    if (!(error instanceof KvError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

function etcdTls({ etcdCaFile, etcdCertFile, etcdKeyFile }: ApiServerOptions) {
  return {
    ...(etcdCaFile === undefined ? {} : { ca: readFile('--etcd-cafile', etcdCaFile) }),
    ...(etcdCertFile === undefined ? {} : { cert: readFile('--etcd-certfile', etcdCertFile) }),
    ...(etcdKeyFile === undefined ? {} : { key: readFile('--etcd-keyfile', etcdKeyFile) }),
  };
}

/** The file that a flag names. Throws StartError, which names both. */
export function readFile(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** A cluster keeps the dialect it was born with: its objects are full of its words. */
export async function checkDialect(kv: Kv, keys: StorageKeys, dialect: Dialect): Promise<void> {
  const key = keys.internal('dialect');
  // A store that is full takes no write, not even one that would change nothing.
  let { item } = await kv.get(key);
  if (item === undefined) {
    const created = await kv.create(key, Buffer.from(dialect.name));
    if (created.done) return;
    item = created.current;
  }
  const born = item?.value.toString();
  if (born !== dialect.name) {
    throw new StartError(
      `this cluster speaks the dialect ${born}, not ${dialect.name}: start with --dialect=${born}`,
    );
  }
}
