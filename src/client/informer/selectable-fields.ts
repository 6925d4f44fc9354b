import type { GroupResource } from '../../api/meta/status.ts';

export type FieldValues = Readonly<Record<string, string>>;

/** By resource and the first label of its group: where the selectable fields stand whose name does not say it. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'events.': { source: 'source.component' },
  'jobs.batch': { 'status.successful': 'status.succeeded' },
};

/** Fields that have a value where an object has none. */
const defaults: Readonly<Record<string, FieldValues>> = {
  'nodes.': { 'spec.unschedulable': 'false' },
  'jobs.batch': { 'status.successful': '0' },
};

const names: Readonly<Record<string, readonly string[]>> = {
  'certificatesigningrequests.certificates': ['spec.signerName'],
  'jobs.batch': ['status.successful'],
  'namespaces.': ['status.phase'],
  'nodes.': ['spec.unschedulable'],
  'pods.': [
    ...['spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName'],
    ...['status.phase', 'status.podIP', 'status.nominatedNodeName'],
  ],
  'replicationcontrollers.': ['status.replicas'],
  'secrets.': ['type'],
};

/** Reads fields of the objects of one type by the names that field selectors have for them. */
export class SelectableFields {
  readonly #key: string;

  constructor({ group, resource }: GroupResource) {
    this.#key = `${resource}.${group.split('.')[0]}`;
  }

  /** Values that a change shows. */
  of(object: object): FieldValues {
    return Object.fromEntries((names[this.#key] ?? []).map((name) => [name, this.value(object, name)]));
  }

  /** "" where there is none. */
  value(object: object, name: string): string {
    let value: unknown = object;
    for (const step of (elsewhere[this.#key]?.[name] ?? name).split('.')) {
      value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isScalar ? String(value) : (defaults[this.#key]?.[name] ?? '');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
