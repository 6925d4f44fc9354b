import type { CelEnvironment, DeclaredSizes } from '../../../api/cel/contract.ts';
import { environmentFor } from '../../../api/cel/environment.ts';
import { quantityType } from '../../../api/cel/library/quantities.ts';
import {
  boolType,
  dynType,
  mapOf,
  objectType,
  stringType,
  type Type,
  typeText,
} from '../../../api/cel/types/types.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Interruptible } from '../../../util/slices.ts';

/** A compiled selector: its cost in the worst case, or what is wrong with it. */
type CompiledSelector = { readonly cost: number } | { readonly problem: string };

/** The expressions that tell which devices are meant. */
export class DeviceExpressions {
  readonly #gates: FeatureGates;
  #new: CelEnvironment | undefined;
  #stored: CelEnvironment | undefined;

  constructor(gates: FeatureGates) {
    this.#gates = gates;
  }

  /** Compiles a selector, with stops. `isStored`: one that is in the store may use all that the release has. */
  *compile(text: string, isStored: boolean): Interruptible<CompiledSelector> {
    const compiled = yield* this.#environment(isStored).compileInSteps(text);
    if ('problem' in compiled) return { problem: compiled.problem.detail };
    const { type } = compiled.expression;
    if (!results.includes(type.kind))
      return { problem: `must evaluate to bool or the unknown type, not ${typeText(type)}` };
    return { cost: compiled.expression.estimatedCost(sizes).max };
  }

  #environment(isStored: boolean): CelEnvironment {
    if (isStored) return (this.#stored ??= this.#make(true));
    return (this.#new ??= this.#make(false));
  }

  #make(isStored: boolean): CelEnvironment {
    const release = Number(this.#gates.release.split('.')[1]);
    const device = deviceType(this.#gates.isOn('DRAConsumableCapacity'));
    return environmentFor({ release, isStored }).extended({ variables: { device } });
  }
}

const results: readonly Type['kind'][] = ['bool', 'dyn', 'any'];

/** A device by its attributes and amounts, each by domain and name. */
function deviceType(canBeShared: boolean): Type {
  const fields: Record<string, Type> = {
    driver: stringType,
    attributes: mapOf(stringType, mapOf(stringType, dynType)),
    capacity: mapOf(stringType, mapOf(stringType, quantityType)),
  };
  if (canBeShared) fields['allowMultipleAllocations'] = boolType;
  return objectType('DRADevice', fields);
}

const maxDriverLength = 63;
const maxEntries = 32;

/** Sizes of what a device has: its names and values are bounded. */
const sizes: DeclaredSizes = ([variable, field]) => {
  if (variable !== 'device' || field === undefined) return undefined;
  return { min: 0, max: field === 'driver' ? maxDriverLength : maxEntries };
};
