/**
 * The numbers of the Protobuf form of OpenAPI v2: package openapi.v2 of gnostic, as far as our documents go.
 * Clients before 1.27 read the document in this form only.
 */
import {
  any,
  double,
  type Encoder,
  each,
  flag,
  integer,
  type Members,
  message,
  named,
  parts,
  schemaOrFlag,
  text,
  within,
} from './encoders.ts';

/** A definition, or a schema within one. */
export const schema: Encoder = (writer, field, value) => schemaMessage(writer, field, value);

const schemaMessage = message(
  {
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, flag],
    minimum: [9, double],
    exclusiveMinimum: [10, flag],
    maxLength: [11, integer],
    minLength: [12, integer],
    pattern: [13, text],
    maxItems: [14, integer],
    minItems: [15, integer],
    uniqueItems: [16, flag],
    maxProperties: [17, integer],
    minProperties: [18, integer],
    required: [19, each(text)],
    enum: [20, each(any)],
    additionalProperties: [21, schemaOrFlag(schema)],
    type: [22, within(1, text)],
    items: [23, within(1, schema)],
    properties: [25, within(1, named(schema))],
  },
  31,
);

const bodyParameter = message({ name: [2, text], in: [3, text], required: [4, flag], schema: [5, schema] });

const queryParameter = message({
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [6, text],
  uniqueItems: [20, flag],
});

const pathParameter = message({
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [5, text],
  uniqueItems: [19, flag],
});

const parameterForms: Readonly<Record<string, Encoder>> = {
  body: within(1, within(1, bodyParameter)),
  query: within(1, within(2, within(3, queryParameter))),
  path: within(1, within(2, within(4, pathParameter))),
};

const parameter: Encoder = (writer, field, value: { in: string }) =>
  parameterForms[value.in]!(writer, field, value);

const response = message({ description: [1, text], schema: [2, within(1, schema)] });

const operation = message(
  {
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(parameter)],
    responses: [9, within(1, named(within(1, response)))],
    schemes: [10, each(text)],
  },
  13,
);

export const pathItem = message({
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  options: [6, operation],
  head: [7, operation],
  patch: [8, operation],
  parameters: [9, each(parameter)],
});

const apiKey = message({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] });

export const document: Members = {
  swagger: [1, text],
  info: [2, message({ title: [1, text], version: [2, text] })],
  paths: [8, within(2, parts)],
  definitions: [9, within(1, parts)],
  security: [12, each(within(1, named(within(1, each(text)))))],
  securityDefinitions: [13, within(1, named(within(2, apiKey)))],
};
