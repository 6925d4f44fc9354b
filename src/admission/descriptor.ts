import type { Authorizer } from '../access/authorization/authorizer.ts';
import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { Objects } from '../api/meta/lister.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { GroupResource } from '../api/meta/status.ts';
import type { Definitions, StructSchema } from '../api/schema/schema.ts';
import type { Clock } from '../util/clock.ts';
import type { Flag, FlagValues } from '../util/flags.ts';
import type { Random } from '../util/random.ts';
import type { ManifestObserver } from './manifest-observer.ts';
import type { AdmissionAttributes, AdmissionPlugin } from './plugin.ts';
import type { PodSecurityObserver } from './pod-security-observer.ts';
import type { PolicyObserver } from './policy-observer.ts';
import type { WebhookObserver } from './webhook-observer.ts';

/** A plugin as the list of plugins has it. */
export interface PluginDescriptor {
  /** Name in `--enable-admission-plugins`. */
  readonly name: string;
  /** First release that knows it, where that is later than the oldest. */
  readonly since?: string;
  /** `since`: from that release of the API on. */
  readonly onByDefault: boolean | { readonly since: string };
  /** The release that has it no longer. */
  readonly until?: string;
  readonly flags: readonly Flag[];
  /** Rejects with a start-up error. */
  create(dependencies: PluginDependencies): Promise<AdmissionPlugin>;
}

export interface PluginDependencies {
  /** The parsed part of the AdmissionConfiguration for this plugin; undefined without one. */
  configuration: PluginConfiguration | undefined;
  flags: FlagValues;
  clock: Clock;
  random: Random;
  dialect: Dialect;
  definitions: Definitions;
  /** The release whose API is served: `1.23`. */
  release: string;
  gates: FeatureGates;
  objects: Objects;
  writer: ObjectWriter;
  versions: Versions;
  authorizer: Authorizer;
  /** Controllers that run beside this server, by name: plugins leave to them what they do. */
  controllers: ReadonlySet<string>;
  /** Receives the duration and result of each webhook call. */
  webhooks: WebhookObserver;
  /** Receives what policies and match conditions decide. */
  policies: PolicyObserver;
  /** Receives what becomes of policies and webhooks in files. */
  manifests: ManifestObserver;
  /** Receives what the standards of pods decide. */
  podSecurity?: PodSecurityObserver | undefined;
  /** Resources to dispose of when the server stops. */
  resources: DisposableStack;
  /** Receives errors after which the plugin goes on. */
  report(message: string): void;
}

export interface PluginConfiguration {
  readonly value: unknown;
  /** Against which the paths in it are relative. */
  readonly directory: string;
}

/** Writes of plugins to the store, made as the server and not as the user of the request. */
export interface ObjectWriter {
  /** Throws StatusError: AlreadyExists, … */
  create(type: GroupResource, namespace: string, object: Record<string, unknown>): Promise<void>;
  /**
   * The object as a create would store it, which it is not: with its defaults. Rejects with what a create would be
   * refused with; unknown fields are not allowed.
   */
  shaped(type: GroupResource, object: Record<string, unknown>): Promise<ApiObject>;
  /**
   * Changes what is stored, or not when `change` answers undefined; called again after a conflict.
   * Of resource types with a status, the status can be changed with everything else. Throws NotFound.
   */
  update<T = ApiObject>(
    type: GroupResource,
    namespace: string,
    name: string,
    change: (stored: T) => T | undefined,
  ): Promise<void>;
}

/** The versions and groups in which objects are served, for plugins that send objects to webhooks. */
export interface Versions {
  /** Counts changes of the versions. */
  readonly revision: number;
  /** All that name the same objects, in the order of the definitions; none for a resource type that is not served. */
  of(group: string, resource: string): readonly ServedVersion[];
  /** The objects of a kind, as they are in the caches; undefined for a kind that is not served. */
  ofKind(kind: AdmissionAttributes['kind']): KindObjects | undefined;
  /**
   * An object of a subresource with a kind of its own (Scale, Eviction), as a webhook has left it, in its
   * shape. Throws DecodeError.
   */
  shape(kind: AdmissionAttributes['kind'], value: Record<string, unknown>): ApiObject;
}

/** The objects of a kind, in one version. They must not be changed. */
export interface KindObjects {
  /** Name of the resource type. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** Resolves when they are known. Those of custom resources are loaded when they are asked for first. */
  ready(): Promise<void>;
  /** `namespace`: "" for an object that is in none. */
  get(namespace: string, name: string): ApiObject | undefined;
  /** The objects of one namespace; "" for all. */
  list(namespace: string): readonly ApiObject[];
}

/** A resource type in one of its versions. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly schema: StructSchema;
  /** Objects are stored in this version. */
  readonly isStored: boolean;
  /** Makes a new object of it, shaped; what is given stays as it is. */
  fromStored(stored: ApiObject): ApiObject;
  /** Normalizes an object that a webhook wrote in this version. Throws DecodeError. */
  shape(value: Record<string, unknown>): ApiObject;
  /**
   * An object of this version, shaped, as one of the stored version, with defaults. Throws StatusError. `version`: in
   * which the request is, which counts as the stored one of a custom resource.
   */
  toStored(object: ApiObject, version: string): ApiObject;
}
