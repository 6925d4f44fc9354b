import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Node, CoreV1Taint } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateTaints } from './taints.ts';

/*
 * Two annotations hold JSON that schedulers read. Both are older than the fields that replaced them, and are still
 * checked, so that no scheduler stumbles over them.
 */

const annotationsPath = FieldPath.of('metadata', 'annotations');

/** The annotation preferAvoidPods: owners whose pods schedulers keep off the node. */
interface AvoidPods {
  preferAvoidPods?: { podSignature?: { podController?: { controller?: boolean } } }[];
}

export const nodeAnnotationValidation =
  ({ label }: Dialect) =>
  ({ metadata: { annotations = {} } }: CoreV1Node): FieldError[] => [
    ...validateTaintsAnnotation(annotations, `scheduler.alpha.${label}/taints`),
    ...validateAvoidPodsAnnotation(annotations, `scheduler.alpha.${label}/preferAvoidPods`),
  ];

type Annotations = Readonly<Record<string, string>>;

function validateTaintsAnnotation(annotations: Annotations, key: string): FieldError[] {
  if (!annotations[key]) return [];
  const taints = parse<Partial<CoreV1Taint>[]>(annotations[key], Array.isArray);
  if (taints === undefined) return [invalid(annotationsPath, key, 'must be a JSON list of taints')];
  const complete = taints.map((taint) => ({ key: '', effect: '', ...taint }));
  return validateTaints(complete, annotationsPath.child(key));
}

function validateAvoidPodsAnnotation(annotations: Annotations, key: string): FieldError[] {
  if (!annotations[key]) return [];
  const value = parse<AvoidPods>(
    annotations[key],
    (json) => typeof json === 'object' && !Array.isArray(json),
  );
  if (value === undefined) {
    return [invalid(annotationsPath.child('AvoidPods'), key, 'must be a JSON object')];
  }
  const entries = Array.isArray(value?.preferAvoidPods) ? value.preferAvoidPods : [];
  return validateEach(entries, (entry, index) => {
    const path = annotationsPath.child(key).index(index).child('PodSignature');
    const controller = entry?.podSignature?.podController;
    if (controller == null) return [required(path)];
    return controller.controller === true
      ? []
      : [invalid(path.child('PodController', 'Controller'), false, 'must point to a controller')];
  });
}

/** Undefined when the text is no JSON, or not what `fits` asks for. */
function parse<T>(text: string, fits: (json: unknown) => boolean): T | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return fits(json) ? (json as T) : undefined;
  } catch {
    return undefined;
  }
}
