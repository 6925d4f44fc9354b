import { equalValues } from '../api/json/json-values.ts';
import type {
  ApiserverinternalV1alpha1ServerStorageVersion,
  ApiserverinternalV1alpha1StorageVersion,
} from '../api/schema/types.gen.ts';
import { timeNow } from '../api/values/time.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import type { Clock } from '../util/clock.ts';

type Entry = ApiserverinternalV1alpha1ServerStorageVersion;
type Status = ApiserverinternalV1alpha1StorageVersion['status'];

/** A resource type as one server stores it. */
export interface StoredType extends Omit<Entry, 'apiServerID'> {
  /** `apps.deployments`, `core.pods` */
  readonly name: string;
}

export interface StorageVersionsOptions {
  readonly objects: Pick<SystemObjects, 'create' | 'alterStatus'>;
  /** `storageversions.internal.apiserver.…` */
  readonly type: string;
  /** Name of the Lease of this server. */
  readonly server: string;
  readonly stored: readonly StoredType[];
  /** Whether the Lease of a server is there. */
  isAlive(server: string): boolean;
  readonly clock: Clock;
}

/**
 * The entries of this server in the StorageVersions of its resource types. Those of servers without a Lease go: an object
 * is to be migrated when all servers that are left store it in one version.
 */
export class StorageVersions {
  readonly #options: StorageVersionsOptions;

  constructor(options: StorageVersionsOptions) {
    this.#options = options;
  }

  async update(): Promise<void> {
    const { objects, type, stored } = this.#options;
    for (const { name, ...versions } of stored) {
      await objects.create(type, '', { metadata: { name }, spec: {} });
      await objects.alterStatus(type, '', name, (object) => this.#enter(object, versions));
    }
  }

  /** Whether it has changed the object. */
  #enter(object: object, versions: Omit<StoredType, 'name'>): boolean {
    const { server, isAlive, clock } = this.#options;
    const stored = object as { status?: Status };
    const before = stored.status?.storageVersions ?? [];
    const others = before.filter(({ apiServerID: id = '' }) => id !== server && isAlive(id));
    const entries: Entry[] = [...others, { apiServerID: server, ...versions }].sort(byServer);
    if (equalValues(entries, before)) return false;
    stored.status = statusOf(entries, stored.status ?? {}, timeNow(clock.now()));
    return true;
  }
}

const byServer = ({ apiServerID: a = '' }: Entry, { apiServerID: b = '' }: Entry): number => (a < b ? -1 : 1);

const type = 'AllEncodingVersionsEqual';

function statusOf(entries: Entry[], before: Status, now: string): Status {
  const [first] = entries;
  const agree = entries.every(({ encodingVersion }) => encodingVersion === first?.encodingVersion);
  const word = agree ? 'Set' : 'Unset';
  const status = agree ? 'True' : 'False';
  const known = before.conditions?.find((one) => one.type === type && one.status === status);
  const condition = {
    type,
    status,
    reason: `CommonEncodingVersion${word}`,
    message: `Common encoding version ${word.toLowerCase()}`,
    lastTransitionTime: known?.lastTransitionTime ?? now,
  };
  const others = (before.conditions ?? []).filter((one) => one.type !== type);
  const common = agree ? first?.encodingVersion : undefined;
  return {
    storageVersions: entries,
    ...(common === undefined ? {} : { commonEncodingVersion: common }),
    conditions: [...others, condition],
  } as Status;
}
