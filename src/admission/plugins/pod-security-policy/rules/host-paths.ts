import { type FieldError, type FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { containersOf } from '../../shared/containers.ts';
import type { PodCase } from './rule.ts';

/** The allowed prefixes, step by step: `/var/log` is `var`, then `log`. */
interface Step {
  readonly next: Map<string, Step>;
  /** Whether a prefix ends here, and whether one does that lets paths be written to. */
  isPrefix: boolean;
  isWritable: boolean;
}

const newStep = (): Step => ({ next: new Map(), isPrefix: false, isWritable: false });

/** The paths of the host that a policy allows, and the mounts of a pod: each looked through once for all volumes. */
export class HostPaths {
  readonly #root: Step | undefined;
  readonly #pod: PodCase['pod'];
  /** Errors of writable mounts, by the name of their volume. */
  #writable: Map<string, FieldError[]> | undefined;

  constructor({ policy, pod }: PodCase) {
    this.#pod = pod;
    const { allowedHostPaths = [] } = policy.spec;
    if (allowedHostPaths.length === 0) return;
    this.#root = newStep();
    for (const { pathPrefix = '', readOnly } of allowedHostPaths)
      this.#allow(this.#root, pathPrefix, readOnly === true);
  }

  #allow(root: Step, prefix: string, readOnly: boolean): void {
    let at = root;
    for (const name of stepsOf(prefix)) {
      const next = at.next.get(name) ?? newStep();
      at.next.set(name, next);
      at = next;
    }
    at.isPrefix = true;
    at.isWritable ||= !readOnly;
  }

  check(volume: string, hostPath: string, at: FieldPath): FieldError[] {
    if (this.#root === undefined) return [];
    const { isPrefix, isWritable } = covering(this.#root, hostPath);
    if (!isPrefix)
      return [invalid(at.child('hostPath', 'pathPrefix'), hostPath, 'is not allowed to be used')];
    if (isWritable) return [];
    this.#writable ??= writableMounts(this.#pod);
    return this.#writable.get(volume) ?? [];
  }
}

/** `/foo/bar` is below `/foo` and `/foo/`, `/foobar` is not. No path of a volume climbs up with `..`. */
function covering(root: Step, path: string): Pick<Step, 'isPrefix' | 'isWritable'> {
  let { isPrefix, isWritable } = root;
  let at: Step | undefined = root;
  for (const name of stepsOf(path)) {
    at = at.next.get(name);
    if (at === undefined) break;
    isPrefix ||= at.isPrefix;
    isWritable ||= at.isWritable;
  }
  return { isPrefix, isWritable };
}

const stepsOf = (path: string): string[] => path.split('/').filter((step) => step !== '');

function writableMounts(pod: PodCase['pod']): Map<string, FieldError[]> {
  const errors = new Map<string, FieldError[]>();
  for (const { container, path } of containersOf(pod)) {
    const mounts = path.child('volumeMounts');
    for (const [index, { name, readOnly }] of (container.volumeMounts ?? []).entries()) {
      if (readOnly) continue;
      const error = invalid(mounts.index(index).child('readOnly'), false, 'must be read-only');
      const known = errors.get(name);
      if (known === undefined) errors.set(name, [error]);
      else known.push(error);
    }
  }
  return errors;
}
