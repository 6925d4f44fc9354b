import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { CliError } from '../shared/errors/cli-error.ts';

export interface Container extends JsonMap {
  name: string;
  image?: string;
  env?: { name: string; value?: string; valueFrom?: JsonMap }[];
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
}

export interface PodSpec extends JsonMap {
  containers: Container[];
  initContainers?: Container[];
  serviceAccountName?: string;
}

/** Path of the pod specification in objects of each kind. */
const paths: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

const usualPath = ['spec', 'template', 'spec'];

/** Throws CliError for an object that runs no pods. */
export function podSpecOf(object: ApiObject): PodSpec {
  let value: unknown = object;
  for (const key of paths[object.kind] ?? usualPath) value = (value as JsonMap | undefined)?.[key];
  const spec = value as PodSpec | undefined;
  if (spec?.containers !== undefined) return spec;
  throw new CliError(`${object.kind} ${object.metadata.name} has no containers`);
}

/** The patch of the object that changes this of its pods. */
export function podSpecPatch({ kind }: ApiObject, change: JsonMap): JsonMap {
  return (paths[kind] ?? usualPath).reduceRight<JsonMap>((inner, key) => ({ [key]: inner }), change);
}
