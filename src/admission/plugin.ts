import type { ApiObject } from '../api/meta/metadata.ts';
import type { User } from '../api/meta/user.ts';
import type { AdmissionRecorder } from './recorder.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Operation and resource type of a request: the attributes that are known before its object is decoded. */
export interface AdmissionTarget {
  readonly operation: Operation;
  /** Group of the resource type in the path: `deployments` of `apps`, also when its scale is updated. */
  readonly group: string;
  readonly resource: string;
  /** "" for the resource itself. */
  readonly subresource: string;
}

/** One write on its way to the store, or one connection on its way to a pod. */
export interface AdmissionAttributes extends AdmissionTarget {
  /** In which the request speaks. */
  readonly version: string;
  /** Kind of the object in the request: Scale for a scale. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** "" for what is in none; a Namespace is in itself. */
  readonly namespace: string;
  /** "" in the mutating step when the client left the name to be generated. */
  readonly name: string;
  /** A collection is deleted: the client has named no object. */
  readonly isOfCollection?: boolean;
  readonly user: User;
  /** The verb of the request: a PATCH is an UPDATE too. Undefined where no permission depends on it. */
  readonly verb?: string;
  readonly dryRun: boolean;
  /** Milliseconds since 1970: by then the request is answered, one way or the other. */
  readonly deadline: number;
  /** CreateOptions, UpdateOptions or DeleteOptions, with kind and apiVersion; undefined for CONNECT. */
  readonly options: object | undefined;
  /**
   * In the version in which it is stored, shaped, with defaults; of a subresource with a kind of its own (Scale,
   * Binding, Eviction, TokenRequest) that object. Undefined for DELETE. Plugins that mutate change it in place:
   * the object, its metadata and what stands directly in its sections (`spec.tolerations`). Below that an updated
   * object may share parts with the old one, and a changed copy has to be put in their place.
   */
  readonly object: ApiObject | undefined;
  /** The stored object, which must not be changed. Undefined for CREATE and CONNECT. */
  readonly old: ApiObject | undefined;
  /** Sends the client a Warning header. */
  warn(text: string): void;
  /**
   * The object was changed behind the other plugins' backs, by a webhook: all of them are asked once more,
   * so that what they stand for holds for the change as well.
   */
  reinvoke(): void;
  readonly isAskedAgain: boolean;
  /** Adds to the audit event, at level Metadata and above. `key`: `<plugin>.<domain>/<name>`. */
  annotate(key: string, value: string): void;
  /** Undefined when the caller did not ask for decisions. */
  readonly recorder?: AdmissionRecorder | undefined;
}

/** The attributes of a write before its object is decoded. */
export type WriteTarget = AdmissionTarget &
  Pick<AdmissionAttributes, 'version' | 'namespace' | 'user' | 'annotate'>;

/**
 * One thing that stands between requests and the store. Both steps throw StatusError to refuse; they answer at once
 * where they can, so that the usual write waits for nothing.
 */
export interface AdmissionPlugin {
  /** Whether it has to see such requests at all: always the same answer for the same target. */
  handles(target: AdmissionTarget): boolean;
  /**
   * Whether it admits every update that changes nothing and adds nothing to it, so that the object need not be
   * shown to it. Makes the audit annotations that validation would have made. Absent: never skips.
   */
  skipsNoopUpdates?(target: WriteTarget): boolean;
  /** May change the object. `again`: this is the second time for these attributes. */
  admit?(attributes: AdmissionAttributes, again: boolean): void | Promise<void>;
  /** Looks at the object as it will be stored. */
  validate?(attributes: AdmissionAttributes): void | Promise<void>;
}

/** Puts the fields of one object in the place of those of another, to which other code holds references already. */
export function overwrite(object: ApiObject, fields: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(object)) if (!(name in fields)) delete object[name];
  Object.assign(object, fields);
}
