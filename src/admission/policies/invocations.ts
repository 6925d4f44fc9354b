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

/**
 * All that a policy has to be asked about a request, and what stands in the way of it. Answers at once where nothing has
 * to be looked up.
 */
export function invocationsOf<P extends CompiledPolicy>(
  candidate: Candidate<P>,
  request: PolicyRequest,
  versions: Versions,
  misconfigured: (error: Misconfiguration<P>) => void,
): Invocation<P>[] | Promise<Invocation<P>[]> {
  const { policy, match, fit, bindings } = candidate;
  const isPlain = policy.paramKind === undefined && bindings.every((bound) => bound.fit === undefined);
  if (isPlain) {
    try {
      const as = request.matches(match, fit);
      if (as === undefined) return [];
      if (!(as instanceof Promise)) {
        shownAs(as, request);
        return bindings.map(({ binding }) => ({ policy, binding, params: null, as }));
      }
    } catch (error) {
      misconfigured({ policy, binding: undefined, problem: problemOf(error) });
      return [];
    }
  }
  return findInvocations(candidate, request, versions, misconfigured);
}

/** Throws what is no error of a configuration. */
function problemOf(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StatusError) return error.message;
  throw error;
}

async function findInvocations<P extends CompiledPolicy>(
  { policy, match, fit, bindings }: Candidate<P>,
  request: PolicyRequest,
  versions: Versions,
  misconfigured: (error: Misconfiguration<P>) => void,
): Promise<Invocation<P>[]> {
  const invocations: Invocation<P>[] = [];
  try {
    const as = await request.matches(match, fit);
    if (as === undefined) return [];
    const objects = paramObjects(versions, policy.paramKind);
    for (const bound of bindings) {
      const { binding } = bound;
      try {
        const params = await paramsThrough(bound, objects, request);
        for (const param of params) invocations.push({ policy, binding, params: param, as });
      } catch (error) {
        misconfigured({ policy, binding, problem: problemOf(error) });
      }
    }
    if (invocations.length > 0) shownAs(as, request);
    return invocations;
  } catch (error) {
    misconfigured({ policy, binding: undefined, problem: problemOf(error) });
    return [];
  }
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
