import type { Interruptible } from '../../util/slices.ts';
import type { RemoteDocument } from '../surface/remote-documents.ts';
import { referencePrefix } from './names.ts';
import { reachedFrom, withReferences } from './references.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
const none = new Map<string, string>();

type Fields = Record<string, unknown>;

interface ParameterV2 extends Fields {
  in: string;
  name: string;
  schema?: unknown;
}

interface OperationV2 extends Fields {
  consumes?: string[];
  produces?: string[];
  parameters?: ParameterV2[];
  responses?: Record<string, Fields & { schema?: unknown }>;
}

/**
 * The part of a v2 document below a path, as a v3 document has it: `paths` and the `schemas` that they need. A path that
 * is none of OpenAPI is empty. Stops after each path and schema.
 */
export function* convertV2(
  document: RemoteDocument,
  below: string,
): Interruptible<{ paths: Record<string, object>; schemas: Record<string, object> }> {
  const given = Object.entries(document.paths).filter(
    ([path]) => path === below || path.startsWith(`${below}/`),
  );
  const definitions = yield* reachedFrom(
    given.map(([, item]) => item),
    document.definitions,
  );
  const paths: [string, object][] = [];
  for (const [path, item] of given) {
    paths.push([path, convertedPath(item as Fields)]);
    yield;
  }
  const schemas: [string, object][] = [];
  for (const [name, definition] of definitions) {
    schemas.push([name, toV3(definition) as object]);
    yield;
  }
  return { paths: Object.fromEntries(paths), schemas: Object.fromEntries(schemas) };
}

function convertedPath(item: Fields): object {
  try {
    return toV3(pathItem(item)) as object;
  } catch {
    return {};
  }
}

const toV3 = (value: unknown): unknown => withReferences(value, none, referencePrefix.v3);

function pathItem(item: Fields): Fields {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (methods.has(key)) return [key, operation(value as OperationV2)];
      return [key, key === 'parameters' ? (value as ParameterV2[]).map(parameter) : value];
    }),
  );
}

function operation({ consumes, produces, schemes: _schemes, ...given }: OperationV2): Fields {
  const { parameters = [], responses = {}, ...rest } = given;
  const body = parameters.find((one) => one.in === 'body');
  const others = parameters.filter((one) => one.in !== 'body');
  const content = (types: string[] | undefined, schema: unknown): Fields =>
    Object.fromEntries((types?.length ? types : ['*/*']).map((type) => [type, { schema }]));
  return {
    ...rest,
    ...(others.length > 0 ? { parameters: others.map(parameter) } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            ...(body['description'] === undefined ? {} : { description: body['description'] }),
            content: content(consumes, body.schema),
            ...(body['required'] ? { required: true } : {}),
          },
        }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, { schema, ...answer }]) => [
        code,
        schema === undefined ? answer : { ...answer, content: content(produces, schema) },
      ]),
    ),
  };
}

/** In v3 a parameter describes its values in a schema. */
function parameter({ in: place, name, description, required, schema, ...values }: ParameterV2): Fields {
  return {
    in: place,
    name,
    ...(description === undefined ? {} : { description }),
    ...(required ? { required: true } : {}),
    schema: schema ?? values,
  };
}
