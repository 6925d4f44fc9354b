import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { appArmorPrefix, mirrorAnnotation } from '../../shared/pod-spec/index.ts';
import { type PodRules, validateAnnotations } from './validation.ts';

const path = FieldPath.of('metadata', 'annotations');

/** Annotations that the node acted upon when it started the pod stay what they are. */
export function validateAnnotationUpdate(pod: CoreV1Pod, old: CoreV1Pod, rules: PodRules): FieldError[] {
  const before = old.metadata.annotations ?? {};
  const after = pod.metadata.annotations ?? {};
  const nameOf = frozenAnnotations(rules);
  const say = (verb: string) => (key: string) => {
    const name = nameOf(key);
    return name === undefined ? [] : [forbidden(path.key(key), `may not ${verb} ${name}`)];
  };
  const changed = Object.keys(before).filter(
    (key) => !Object.hasOwn(after, key) || after[key] !== before[key],
  );
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  return [
    ...validateEach(changed.sort(), say('remove or update')),
    ...validateEach(added.sort(), say('add')),
    // The API looks at them a second time.
    ...validateAnnotations(pod, rules, old),
  ];
}

/** The name of an immutable annotation in messages. */
function frozenAnnotations({ dialect }: PodRules): (key: string) => string | undefined {
  const mirror = mirrorAnnotation(dialect);
  const appArmor = appArmorPrefix(dialect);
  return (key) => {
    if (key === mirror) return 'mirror pod annotation';
    return key.startsWith(appArmor) ? 'AppArmor annotations' : undefined;
  };
}
