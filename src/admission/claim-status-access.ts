import { type Authorizer, clusterAttributes } from '../access/authorization/authorizer.ts';
import { deniedText } from '../access/authorization/denied-text.ts';
import { equalValues } from '../api/json/json-values.ts';
import type { User } from '../api/meta/user.ts';
import type { ResourceV1AllocatedDeviceStatus, ResourceV1ResourceClaim } from '../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../api/validation/field-errors.ts';
import { invalidObject } from '../api/validation/invalid-object.ts';
import type { NamedPlugin } from './chain.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from './plugin.ts';

type Status = ResourceV1ResourceClaim['status'];

const statusPath = FieldPath.of('status');

export interface ClaimStatusAccessOptions {
  authorizer: Authorizer;
  /** That of the claims. */
  group: string;
  /** The key of what a token says about the node of its pod: `authentication.{label}/node-name`. */
  nodeKey: string;
}

/**
 * Makes sure that whoever gives devices to a claim is allowed to bind, and that a driver says how its devices are. Not one
 * of the plugins that flags know: it cannot be turned off.
 */
export const claimStatusAccess = (options: ClaimStatusAccessOptions): NamedPlugin => ({
  name: 'ClaimStatusAccess',
  plugin: new ClaimStatusAccess(options),
});

class ClaimStatusAccess implements AdmissionPlugin {
  readonly #options: ClaimStatusAccessOptions;

  constructor(options: ClaimStatusAccessOptions) {
    this.#options = options;
  }

  handles({ operation, group, resource, subresource }: AdmissionTarget): boolean {
    if (operation !== 'UPDATE' || group !== this.#options.group) return false;
    return resource === 'resourceclaims' && subresource === 'status';
  }

  async validate({ kind, name, object, old, user, verb = 'update' }: AdmissionAttributes): Promise<void> {
    const { status } = object as unknown as ResourceV1ResourceClaim;
    const before = (old as unknown as ResourceV1ResourceClaim).status;
    const errors = [
      ...(await this.#ofBinding(status, before, user, verb)),
      ...(await this.#ofDrivers(status, before, user, verb)),
    ];
    if (errors.length > 0) throw invalidObject(kind, name, errors);
  }

  async #ofBinding(status: Status, before: Status, user: User, verb: string): Promise<FieldError[]> {
    const isSame =
      equalValues(status.allocation, before.allocation) &&
      equalValues(status.reservedFor ?? [], before.reservedFor ?? []);
    if (isSame) return [];
    const refusal = await this.#refusalOf(user, verb, 'binding', '');
    if (refusal === undefined) return [];
    const text = `changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="${verb}" permission: ${refusal}`;
    return [forbidden(statusPath.child('allocation'), text)];
  }

  async #ofDrivers(status: Status, before: Status, user: User, verb: string): Promise<FieldError[]> {
    const [ownNode] = user.extra[this.#options.nodeKey] ?? [];
    const isOwn = ownNode !== undefined && ownNode === nodeOf(status);
    const verbs = [...(isOwn ? [`associated-node:${verb}`] : []), `arbitrary-node:${verb}`];
    const errors: FieldError[] = [];
    for (const driver of changedDrivers(status, before)) {
      const refusal = await this.#refusalOfAll(user, verbs, driver);
      if (refusal === undefined) continue;
      const text = `changing status.devices requires resource="resourceclaims/driver", verb="[${verbs.join(' ')}]" permission: ${refusal}`;
      errors.push(forbidden(statusPath.child('devices'), text));
    }
    return errors;
  }

  /** The last refusal when none of the verbs is allowed. */
  async #refusalOfAll(user: User, verbs: readonly string[], driver: string): Promise<string | undefined> {
    let refusal: string | undefined;
    for (const verb of verbs) {
      refusal = await this.#refusalOf(user, verb, 'driver', driver);
      if (refusal === undefined) return undefined;
    }
    return refusal;
  }

  async #refusalOf(user: User, verb: string, subresource: string, name: string): Promise<string | undefined> {
    const { authorizer, group } = this.#options;
    const asked = { user, verb, group, resource: 'resourceclaims', subresource, name };
    const attributes = clusterAttributes(asked);
    const { verdict } = await authorizer.authorize(attributes);
    return verdict === 'allow' ? undefined : deniedText(attributes);
  }
}

/** The only node that has the devices of a claim. */
function nodeOf({ allocation }: Status): string | undefined {
  const terms = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  const [field, ...more] = terms[0]?.matchFields ?? [];
  if (terms.length !== 1 || field === undefined || more.length > 0) return undefined;
  const isOne = field.key === 'metadata.name' && field.operator === 'In' && field.values?.length === 1;
  return isOne ? field.values![0] : undefined;
}

type Devices = readonly ResourceV1AllocatedDeviceStatus[];

/** The drivers of devices of which something else is said now; what is said of released devices goes by itself. */
function changedDrivers(status: Status, before: Status): string[] {
  const allocated = new Set((status.allocation?.devices.results ?? []).map(keyOf));
  const were = (before.devices ?? []).filter((device) => allocated.has(keyOf(device)));
  const are = status.devices ?? [];
  const of = (devices: Devices, driver: string) => devices.filter((device) => device.driver === driver);
  return [...new Set([...were, ...are].map(({ driver }) => driver))]
    .filter((driver) => !equalValues(of(were, driver), of(are, driver)))
    .sort();
}

const keyOf = ({
  driver,
  pool,
  device,
  shareID = '',
}: Pick<ResourceV1AllocatedDeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>): string =>
  JSON.stringify([driver, pool, device, shareID]);
