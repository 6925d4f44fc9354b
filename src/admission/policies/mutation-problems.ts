import { detailsOf, StatusError, type StatusReason } from '../../api/meta/status.ts';
import type { MutatingPolicy } from '../../api/policies/mutating-policy.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { Misconfiguration } from './invocations.ts';
import type { Binding } from './policy-index.ts';

interface Problem {
  readonly policy: string;
  readonly binding: string | undefined;
  readonly message: string;
  readonly reason: StatusReason;
  readonly expression?: string | undefined;
}

/** All that went wrong with the policies about one request, but for those that let it pass nevertheless. */
export class MutationProblems {
  readonly #problems: Problem[] = [];

  misconfigured({ policy, binding, problem }: Misconfiguration<MutatingPolicy>): void {
    const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${problem}`;
    this.#add(policy, { policy: policy.name, binding: binding?.name, message, reason: 'Forbidden' });
  }

  /** `expression`: that of the mutation, if it is one. */
  add(policy: MutatingPolicy, binding: Binding, message: string, expression?: string): void {
    this.#add(policy, {
      policy: policy.name,
      binding: binding.name,
      message,
      reason: 'Invalid',
      expression,
    });
  }

  /** Throws the refusal of the request: that of the first, with the others as its causes. */
  finish({ group, resource, name, recorder }: AdmissionAttributes): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    const details = {
      ...detailsOf({ group, resource }, name),
      causes: this.#problems.map((problem) => ({ message: textOf(problem) })),
    };
    const { policy, binding, message, expression } = first;
    const decision = { policy, step: 'admit', outcome: 'refused', code: 403, message } as const;
    recorder?.answered({
      ...decision,
      ...(binding === undefined ? {} : { binding }),
      ...(expression === undefined ? {} : { expression }),
    });
    throw new StatusError(403, first.reason, textOf(first), details);
  }

  #add({ failsOpen }: MutatingPolicy, problem: Problem): void {
    if (!failsOpen) this.#problems.push(problem);
  }
}

const textOf = ({ policy, binding, message }: Problem): string =>
  binding === undefined
    ? `policy "${policy}" denied request: ${message}`
    : `policy '${policy}' with binding '${binding}' denied request: ${message}`;
