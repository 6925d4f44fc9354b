import { equalValues } from '../../../api/json/json-values.ts';
import { badRequest } from '../../../api/meta/status.ts';
import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { parseInt64 } from '../../shared/workload/int64-text.ts';

/**
 * Generation of the template: 1, 2, 3, … Older versions have it in a field, `spec.templateGeneration`. This one keeps it
 * in an annotation that every daemon set has and only the server writes.
 */
export const generationAnnotation = 'deprecated.daemonset.template.generation';

function templateGeneration({ metadata }: AppsV1DaemonSet): bigint {
  const text = metadata.annotations?.[generationAnnotation];
  return text === undefined ? 0n : parseInt64(text);
}

function setTemplateGeneration(daemonSet: AppsV1DaemonSet, generation: bigint): void {
  setAnnotation(daemonSet, generationAnnotation, String(generation));
}

/** Writes the number in its plain form. Throws the Status that a body is answered with which cannot be decoded. */
export function readTemplateGeneration(daemonSet: AppsV1DaemonSet): void {
  try {
    setTemplateGeneration(daemonSet, templateGeneration(daemonSet));
  } catch (error) {
    const why = (error as Error).message;
    throw badRequest(`DaemonSet in version "v1" cannot be handled as a DaemonSet: ${why}`);
  }
}

/** Fills in the annotation of a bookmark's object: no template has been counted. In older versions it is the field. */
export function countNoTemplates(daemonSet: AppsV1DaemonSet, apiVersion: string): void {
  if (apiVersion !== 'extensions/v1beta1') setTemplateGeneration(daemonSet, 0n);
}

/** A higher number, as a copy from elsewhere has it, is kept. */
export function startTemplateGeneration(daemonSet: AppsV1DaemonSet): void {
  if (templateGeneration(daemonSet) < 1n) setTemplateGeneration(daemonSet, 1n);
}

export function keepTemplateGeneration(daemonSet: AppsV1DaemonSet, old: AppsV1DaemonSet): void {
  setTemplateGeneration(daemonSet, templateGeneration(old));
}

export function countTemplateGeneration(daemonSet: AppsV1DaemonSet, old: AppsV1DaemonSet): void {
  const changed = !equalValues(daemonSet.spec.template, old.spec.template);
  setTemplateGeneration(daemonSet, templateGeneration(old) + (changed ? 1n : 0n));
}
