/** The numbers of the Protobuf form of OpenAPI v3: package openapi.v3 of gnostic, as far as our documents go. */
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

const reference = within(2, message({ $ref: [1, text] }));

/** A definition, a schema within one, or a reference to one. */
export const schema: Encoder = (writer, field, value: object) =>
  '$ref' in value ? reference(writer, field, value) : ownSchema(writer, field, value);

/** A choice of number, boolean and text. Protobuf has no other defaults, such as that of an object. */
const defaultValue: Encoder = (writer, field, value: unknown) => {
  if (typeof value === 'number') within(1, double)(writer, field, value);
  else if (typeof value === 'boolean') within(2, flag)(writer, field, value);
  else if (typeof value === 'string') within(3, text)(writer, field, value);
};

/** Never a reference. */
const not: Encoder = (writer, field, value) => schemaMessage(writer, field, value);

const schemaMessage = message(
  {
    nullable: [1, flag],
    externalDocs: [6, message({ description: [1, text], url: [2, text] })],
    example: [7, any],
    title: [9, text],
    multipleOf: [10, double],
    maximum: [11, double],
    exclusiveMaximum: [12, flag],
    minimum: [13, double],
    exclusiveMinimum: [14, flag],
    maxLength: [15, integer],
    minLength: [16, integer],
    pattern: [17, text],
    maxItems: [18, integer],
    minItems: [19, integer],
    uniqueItems: [20, flag],
    maxProperties: [21, integer],
    minProperties: [22, integer],
    required: [23, each(text)],
    enum: [24, each(any)],
    type: [25, text],
    allOf: [26, each(schema)],
    oneOf: [27, each(schema)],
    anyOf: [28, each(schema)],
    not: [29, not],
    items: [30, within(1, schema)],
    properties: [31, within(1, named(schema))],
    additionalProperties: [32, schemaOrFlag(schema)],
    default: [33, defaultValue],
    description: [34, text],
    format: [35, text],
  },
  36,
);

const ownSchema = within(1, schemaMessage);

const content = within(1, named(message({ schema: [1, schema] })));

const parameter = within(
  1,
  message({
    name: [1, text],
    in: [2, text],
    description: [3, text],
    required: [4, flag],
    schema: [10, schema],
  }),
);

const response = within(1, message({ description: [1, text], content: [3, content] }));

const operation = message(
  {
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    parameters: [6, each(parameter)],
    requestBody: [7, within(1, message({ content: [2, content], required: [3, flag] }))],
    responses: [8, within(2, named(response))],
  },
  13,
);

export const pathItem = message({
  get: [4, operation],
  put: [5, operation],
  post: [6, operation],
  delete: [7, operation],
  options: [8, operation],
  head: [9, operation],
  patch: [10, operation],
  parameters: [13, each(parameter)],
});

const securityScheme = within(
  1,
  message({ type: [1, text], description: [2, text], name: [3, text], in: [4, text] }),
);

export const document: Members = {
  openapi: [1, text],
  info: [2, message({ title: [1, text], version: [6, text] })],
  paths: [4, within(1, parts)],
  components: [
    5,
    message({ schemas: [1, within(1, parts)], securitySchemes: [7, within(1, named(securityScheme))] }),
  ],
  security: [6, each(within(1, named(within(1, each(text)))))],
};
