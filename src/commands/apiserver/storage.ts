import { readFileSync } from 'node:fs';
import { type Dialect, dialects } from '../../api/meta/dialect.ts';
import { IdentityFiles } from '../../client/identity-files.ts';
import type { CallObserver } from '../../storage/call-observer.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import type { TlsCredentials } from '../../storage/kv/etcd/channel.ts';
import { type Kv, KvError } from '../../storage/kv.ts';
import { monotonicClock } from '../../util/clock.ts';
import { StartError } from '../start-error.ts';
import type { ApiServerOptions } from './options.ts';

/** Milliseconds between two looks at the client certificate for etcd. */
const rereadInterval = 10_000;

/** Opens the store that the flags name, and loads no more than its driver: they take a while. Throws StartError when it cannot be had. */
export async function openStore(
  options: ApiServerOptions,
  { isReadOnly = false, observer }: { isReadOnly?: boolean; observer?: CallObserver | undefined } = {},
): Promise<Kv> {
  try {
    if (options.etcdServers.length === 0) {
      const { openEmbedded } = await import('../../storage/kv/embedded/open.ts');
      return await openEmbedded({ directory: embeddedDirectory(options), isReadOnly });
    }
    const { openEtcd } = await import('../../storage/kv/etcd/open.ts');
    return await openEtcd({
      endpoints: options.etcdServers,
      tls: etcdTls(options),
      connectTimeout: options.settings.storeOpeningTimeout,
      observer,
    });
  } catch (error) {
    if (!(error instanceof KvError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

/** The directory of the embedded store. */
export const embeddedDirectory = ({ dataDirectory }: Pick<ApiServerOptions, 'dataDirectory'>): string =>
  `${dataDirectory}/store`;

/** The client certificate may be replaced on disk: it is read again for connections that are opened later. */
function etcdTls({ etcdCaFile, etcdCertFile, etcdKeyFile }: ApiServerOptions): () => TlsCredentials {
  const ca = etcdCaFile === undefined ? {} : { ca: readFile('--etcd-cafile', etcdCaFile) };
  if (etcdCertFile === undefined || etcdKeyFile === undefined) return () => ca;
  readFile('--etcd-certfile', etcdCertFile);
  readFile('--etcd-keyfile', etcdKeyFile);
  const files = etcdIdentity(etcdCertFile, etcdKeyFile);
  let identity = files.current();
  const withIdentity = (): TlsCredentials => ({
    ...ca,
    cert: identity.certificate,
    key: identity.privateKey,
  });
  let credentials = withIdentity();
  return () => {
    const newest = files.current();
    if (newest !== identity) {
      identity = newest;
      credentials = withIdentity();
    }
    return credentials;
  };
}

function etcdIdentity(certificate: string, key: string): IdentityFiles {
  try {
    return new IdentityFiles(certificate, key, monotonicClock, rereadInterval);
  } catch (error) {
    const message = `--etcd-certfile, --etcd-keyfile: cannot use ${certificate}, ${key}: ${(error as Error).message}`;
    throw new StartError(message, { cause: error });
  }
}

/** The file that a flag names. Throws StartError, which names both. */
function readFile(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** A cluster keeps the dialect it was born with: its objects are full of its words. */
export async function checkDialect(kv: Kv, keys: StorageKeys, dialect: Dialect): Promise<void> {
  const born = (await bornDialect(kv, keys)) ?? (await markStore(kv, keys, dialect));
  if (born === dialect.name) return;
  throw new StartError(
    `this cluster speaks the dialect ${born}, not ${dialect.name}: start with --dialect=${born}`,
  );
}

/** The dialect that the store names, or shows by its objects. Undefined for an empty store. */
async function bornDialect(kv: Kv, keys: StorageKeys): Promise<string | undefined> {
  const { item: earlier } = await kv.get(keys.shared('internal', 'dialect'));
  if (earlier !== undefined) {
    throw new StartError(
      `what is stored below ${keys.prefix} was written by an earlier build, in a layout that is no longer read: ` +
        'start with another --etcd-prefix or --data-dir',
    );
  }
  const { items } = await kv.range(keys.prefix, { limit: 1, keysOnly: true });
  const { item } = await kv.get(markerKey(keys));
  if (item !== undefined) return item.value.toString();
  return items.length === 0 ? undefined : dialects.find(({ marksStore }) => !marksStore)!.name;
}

/** Marks an empty store; answers with the mark of another server that was faster. */
async function markStore(kv: Kv, keys: StorageKeys, dialect: Dialect): Promise<string> {
  if (!dialect.marksStore) return dialect.name;
  const created = await kv.create(markerKey(keys), Buffer.from(dialect.name));
  return created.done ? dialect.name : created.current!.value.toString();
}

/** Below the prefix, beside the resource types, of which none has this name. */
const markerKey = (keys: StorageKeys): string => keys.shared('dialect');
