import type { ApiObject } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import type { CompiledPolicy } from '../../api/policies/compiled-policy.ts';
import type { KindObjects, Versions } from '../descriptor.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { ConfigurationError, paramObjects, paramsOf } from './params.ts';
import type { Binding, BoundCandidate, Candidate } from './policy-index.ts';
import type { PolicyRequest } from './policy-request.ts';

/** One evaluation of a policy: through a binding, with an object of parameters or without. */
export interface Invocation<P> {
  readonly policy: P;
  readonly binding: Binding;
  readonly params: ApiObject | null;
  /** The version in which the policy sees the objects. */
  readonly as: ResourceVersion;
}

/** A policy, or one of its bindings, that cannot be followed. */
export interface Misconfiguration<P> {
  readonly policy: P;
  readonly binding: Binding | undefined;
  readonly problem: string;
}

/** All that a policy has to be asked about a request, and what stands in the way of it. */
export async function invocationsOf<P extends CompiledPolicy>(
  { policy, match, fit, bindings }: Candidate<P>,
  request: PolicyRequest,
  versions: Versions,
  misconfigured: (error: Misconfiguration<P>) => void,
): Promise<Invocation<P>[]> {
  const guarded = async <T>(binding: Binding | undefined, find: () => T | Promise<T>) => {
    try {
      const found = find();
      return found instanceof Promise ? await found : found;
    } catch (error) {
      if (!(error instanceof ConfigurationError || error instanceof StatusError)) throw error;
      misconfigured({ policy, binding, problem: error.message });
      return undefined;
    }
  };
  const found = await guarded(undefined, async () => {
    const as = await request.matches(match, fit);
    return as && { as, objects: paramObjects(versions, policy.paramKind) };
  });
  if (found === undefined) return [];
  const { as, objects } = found;
  const invocations: Invocation<P>[] = [];
  for (const bound of bindings) {
    const { binding } = bound;
    const params = await guarded(binding, () => paramsThrough(bound, objects, request));
    for (const param of params ?? []) invocations.push({ policy, binding, params: param, as });
  }
  if (invocations.length === 0) return invocations;
  const shown = await guarded(undefined, () => shownAs(as, request));
  return shown === undefined ? [] : invocations;
}

async function paramsThrough(
  { binding, fit }: BoundCandidate,
  objects: KindObjects | undefined,
  request: PolicyRequest,
): Promise<readonly (ApiObject | null)[]> {
  if (fit !== undefined) {
    const as = await request.matches(binding.match!, fit);
    if (as === undefined) return [];
  }
  return paramsOf(objects, binding.object.spec.paramRef, request.attributes.namespace);
}

function shownAs(as: ResourceVersion, { objects }: PolicyRequest): object {
  try {
    return objects.valuesAs(as);
  } catch (error) {
    throw new ConfigurationError(`failed to convert object version: ${(error as Error).message}`);
  }
}
