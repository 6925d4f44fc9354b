import type { ObjectMeta } from '../../../../api/meta/metadata.ts';
import { timeNow } from '../../../../api/values/time.ts';
import type { Finding } from '../../../../registry/ranges/repair.ts';
import type { SystemObjects } from '../../../../registry/write/system-objects.ts';
import type { Clock } from '../../../../util/clock.ts';

/** A Service with one of its addresses or ports. */
export interface FoundUse {
  metadata: ObjectMeta;
  value: string;
}

export interface RepairEventsDependencies {
  objects: SystemObjects;
  clock: Clock;
  report(message: string): void;
}

export type Sort = 'ClusterIP' | 'Port';

const names: Record<Sort, string> = { ClusterIP: 'Cluster IP', Port: 'Port' };
const sources: Record<Sort, string> = {
  ClusterIP: 'ipallocator-repair-controller',
  Port: 'portallocator-repair-controller',
};
const texts: Record<Finding, string> = {
  NotAllocated: 'is not allocated; repairing',
  AlreadyAllocated: 'was assigned to multiple services; please recreate service',
};
const ranges: Record<Sort, string> = { ClusterIP: 'service CIDR', Port: 'port range' };

/** Tells owners of Services what the repair of ranges found out about them: an Event each, for as long as Events live. */
export class RepairEvents {
  readonly #dependencies: RepairEventsDependencies;
  readonly #sorts: ReadonlySet<Sort>;

  /** `sorts`: of others nothing is told. */
  constructor(dependencies: RepairEventsDependencies, sorts: Iterable<Sort>) {
    this.#dependencies = dependencies;
    this.#sorts = new Set(sorts);
  }

  tell(sort: Sort, finding: Finding, use: FoundUse): void {
    this.#tell(`${sort}${finding}`, sort, use, texts[finding]);
  }

  /** The address or port is in no range of this sort: `range` says which there are. */
  tellOutOfRange(sort: Sort, use: FoundUse, range: string): void {
    const text = `is not within the ${ranges[sort]} ${range}; please recreate service`;
    this.#tell(`${sort}OutOfRange`, sort, use, text);
  }

  #tell(reason: string, sort: Sort, use: FoundUse, text: string): void {
    if (!this.#sorts.has(sort)) return;
    const { objects, report } = this.#dependencies;
    const { namespace = '', name = '' } = use.metadata;
    const message = `${names[sort]} ${use.value} ${text}`;
    report(`service ${namespace}/${name}: ${message}`);
    const event = this.#event(reason, sources[sort], use, message);
    objects
      .create('events.', namespace, event)
      .catch((error: Error) => report(`no Event for service ${namespace}/${name}: ${error.message}`));
  }

  #event(reason: string, component: string, { metadata, value }: FoundUse, message: string) {
    const { name = '', namespace = '', uid = '', resourceVersion = '' } = metadata;
    const now = timeNow(this.#dependencies.clock.now());
    return {
      // One of each sort, however often it is found.
      metadata: { name: `${name}.${reason.toLowerCase()}.${value.replaceAll(':', '-')}` },
      involvedObject: { kind: 'Service', namespace, name, uid, apiVersion: 'v1', resourceVersion },
      reason,
      message,
      source: { component },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: 'Warning',
    };
  }
}
