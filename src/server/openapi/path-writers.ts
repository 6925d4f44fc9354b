import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definition } from './definition-library.ts';
import { type Form, referencePrefix } from './names.ts';
import { Part } from './part.ts';
import type { Operation, Parameter, Path } from './paths.ts';
import { pathItem as pathItemV2 } from './protobuf/v2.ts';
import { pathItem as pathItemV3 } from './protobuf/v3.ts';

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
};

/** A path as a part of the documents. */
export function pathParts(path: Path, dialect: Dialect): Record<Form, Part> {
  return {
    v2: new Part(path.path, () => pathV2(path, dialect), pathItemV2),
    v3: new Part(path.path, () => pathV3(path, dialect), pathItemV3),
  };
}

function pathV2({ operations, parameters }: Path, dialect: Dialect): object {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationV2(operation, dialect)])),
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterV2) } : {}),
  };
}

function operationV2(operation: Operation, dialect: Dialect): object {
  const { id, description, tag, body, consumes, produces, answers } = operation;
  const bodyParameter = body && {
    name: 'body',
    in: 'body',
    ...(body.required ? { required: true } : {}),
    schema: refer(body.definition, 'v2'),
  };
  const parameters = [...(bodyParameter ? [bodyParameter] : []), ...operation.parameters.map(parameterV2)];
  return {
    description,
    ...(consumes.length > 0 ? { consumes } : {}),
    produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      ...Object.fromEntries(
        answers.map(({ code, definition }) => [
          code,
          { description: phrases[code], schema: refer(definition, 'v2') },
        ]),
      ),
      401: { description: phrases[401] },
    },
    ...extensions(operation, dialect),
  };
}

function parameterV2({ name, in: place, type, description }: Parameter): object {
  return {
    name,
    in: place,
    ...(place === 'path' ? { required: true } : {}),
    type,
    uniqueItems: true,
    description,
  };
}

function pathV3({ operations, parameters }: Path, dialect: Dialect): object {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationV3(operation, dialect)])),
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterV3) } : {}),
  };
}

function operationV3(operation: Operation, dialect: Dialect): object {
  const { id, description, tag, parameters, body, consumes, produces, answers } = operation;
  const content = (types: readonly string[], definition: Definition | undefined) =>
    Object.fromEntries(types.map((type) => [type, { schema: refer(definition, 'v3') }]));
  return {
    description,
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterV3) } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: content(consumes, body.definition),
            ...(body.required ? { required: true } : {}),
          },
        }),
    responses: {
      ...Object.fromEntries(
        answers.map(({ code, definition }) => [
          code,
          { description: phrases[code], content: content(produces, definition) },
        ]),
      ),
      401: { description: phrases[401] },
    },
    ...extensions(operation, dialect),
  };
}

function parameterV3({ name, in: place, type, description }: Parameter): object {
  const required = place === 'path' ? { required: true } : {};
  return { name, in: place, description, ...required, schema: { type, uniqueItems: true } };
}

function refer(definition: Definition | undefined, form: Form): object {
  return definition === undefined ? { type: 'string' } : { $ref: referencePrefix[form] + definition.name };
}

function extensions({ action, kind }: Operation, { schemaExtension }: Dialect): object {
  return {
    ...(action === undefined ? {} : { [`${schemaExtension}action`]: action }),
    ...(kind === undefined ? {} : { [`${schemaExtension}group-version-kind`]: kind }),
  };
}
