import { parseYaml } from '../../../api/codec/yaml.ts';
import { isMap } from '../../../api/json/json-values.ts';
import { CliError } from '../errors/cli-error.ts';
import type { ManifestObject } from '../resources/target.ts';
import type { ManifestText } from './read-files.ts';

/** The objects of a file: YAML documents or JSON, Lists taken apart. Throws CliError. */
export function parseManifests({ source, text }: ManifestText): ManifestObject[] {
  return documentsOf(text)
    .map((document) => parse(document, source))
    .filter((value) => value !== null && value !== undefined)
    .flatMap((value) => objectsIn(value, source));
}

/** Documents are parted by lines that begin with `---`. */
const documentsOf = (text: string): string[] => text.split(/^---(?:[ \t].*)?\r?$/m).filter(hasContent);

/** Whether there is more than comments and blank lines. */
const hasContent = (document: string): boolean => /^[ \t]*[^#\s]/m.test(document);

function parse(document: string, source: string): unknown {
  try {
    return parseYaml(document);
  } catch (error) {
    throw new CliError(`error parsing ${source}: ${(error as Error).message}`, 1, { cause: error });
  }
}

function objectsIn(value: unknown, source: string): ManifestObject[] {
  if (!isMap(value)) throw invalid(source, 'an object was expected');
  const { apiVersion, kind, metadata = {}, items } = value;
  if (typeof kind !== 'string' || kind === '') throw invalid(source, 'kind not set');
  if (typeof apiVersion !== 'string' || apiVersion === '') throw invalid(source, 'apiVersion not set');
  if (kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item) => objectsIn(withTypeOf(item, apiVersion, kind), source));
  }
  if (!isMap(metadata)) throw invalid(source, 'metadata must be an object');
  return [{ ...value, apiVersion, kind, metadata }];
}

/** The items of `PodList` need not say that they are Pods. */
function withTypeOf(item: unknown, apiVersion: string, kind: string): unknown {
  if (kind === 'List' || !isMap(item)) return item;
  return { apiVersion, kind: kind.slice(0, -'List'.length), ...item };
}

const invalid = (source: string, problem: string): CliError =>
  new CliError(`error validating "${source}": error validating data: ${problem}`);
