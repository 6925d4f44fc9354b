import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { fixture } from '../../../../test/support/unit/openapi.ts';

/** The messages as the clients' own definition has them, as far as the test looks. */
const v2Messages = `
  syntax = "proto3";
  message Document { string swagger = 1; Info info = 2; Paths paths = 8; Definitions definitions = 9; repeated SecurityRequirement security = 12; }
  message Info { string title = 1; string version = 2; }
  message SecurityRequirement { repeated NamedStringArray additional_properties = 1; }
  message NamedStringArray { string name = 1; StringArray value = 2; }
  message StringArray { repeated string value = 1; }
  message Paths { repeated NamedPathItem path = 2; }
  message NamedPathItem { string name = 1; PathItem value = 2; }
  message PathItem { Operation get = 2; Operation put = 3; Operation post = 4; Operation delete = 5; Operation patch = 8; repeated ParametersItem parameters = 9; }
  message Operation { repeated string tags = 1; string description = 3; string operation_id = 5; repeated string produces = 6; repeated string consumes = 7; repeated ParametersItem parameters = 8; Responses responses = 9; repeated NamedAny vendor_extension = 13; }
  message ParametersItem { oneof of { Parameter parameter = 1; } }
  message Parameter { oneof of { BodyParameter body_parameter = 1; NonBodyParameter non_body_parameter = 2; } }
  message BodyParameter { string name = 2; string in = 3; bool required = 4; Schema schema = 5; }
  message NonBodyParameter { oneof of { Simple query_parameter_sub_schema = 3; Simple path_parameter_sub_schema = 4; } }
  message Simple { bool required = 1; string in = 2; string description = 3; string name = 4; }
  message Responses { repeated NamedResponseValue response_code = 1; }
  message NamedResponseValue { string name = 1; ResponseValue value = 2; }
  message ResponseValue { Response response = 1; }
  message Response { string description = 1; SchemaItem schema = 2; }
  message SchemaItem { Schema schema = 1; }
  message Definitions { repeated NamedSchema additional_properties = 1; }
  message NamedSchema { string name = 1; Schema value = 2; }
  message Schema { string _ref = 1; string format = 2; string description = 4; repeated string required = 19; AdditionalPropertiesItem additional_properties = 21; TypeItem type = 22; ItemsItem items = 23; Properties properties = 25; repeated NamedAny vendor_extension = 31; }
  message AdditionalPropertiesItem { Schema schema = 1; }
  message TypeItem { repeated string value = 1; }
  message ItemsItem { repeated Schema schema = 1; }
  message Properties { repeated NamedSchema additional_properties = 1; }
  message NamedAny { string name = 1; Any value = 2; }
  message Any { string yaml = 2; }
`;

const v3Messages = `
  syntax = "proto3";
  message Document { string openapi = 1; Info info = 2; Paths paths = 4; Components components = 5; }
  message Info { string title = 1; string version = 6; }
  message Paths { repeated NamedPathItem path = 1; }
  message NamedPathItem { string name = 1; PathItem value = 2; }
  message PathItem { Operation get = 4; Operation put = 5; Operation post = 6; Operation delete = 7; Operation patch = 10; }
  message Operation { string operation_id = 5; RequestBodyOrReference request_body = 7; }
  message RequestBodyOrReference { RequestBody request_body = 1; }
  message RequestBody { MediaTypes content = 2; bool required = 3; }
  message MediaTypes { repeated NamedMediaType additional_properties = 1; }
  message NamedMediaType { string name = 1; MediaType value = 2; }
  message MediaType { SchemaOrReference schema = 1; }
  message Components { SchemasOrReferences schemas = 1; }
  message SchemasOrReferences { repeated Named additional_properties = 1; }
  message Named { string name = 1; SchemaOrReference value = 2; }
  message SchemaOrReference { oneof of { Schema schema = 1; Reference reference = 2; } }
  message Reference { string _ref = 1; }
  message Schema { repeated string required = 23; string type = 25; repeated SchemaOrReference all_of = 26; repeated SchemaOrReference one_of = 27; SchemasOrReferences properties = 31; DefaultType default = 33; string description = 34; string format = 35; }
  message DefaultType { oneof of { double number = 1; bool boolean = 2; string string = 3; } }
`;

function decode(messages: string, bytes: Uint8Array): any {
  const type = protobuf.parse(messages, { keepCase: true }).root.lookupType('Document');
  return type.toObject(type.decode(bytes));
}

const find = (entries: { name: string; value: any }[], name: string) =>
  entries.find((entry) => entry.name === name)?.value;

const { documents } = fixture('kubernetes');
const json = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

it('says in Protobuf what it says in JSON: v2', async () => {
  const plain = json((await documents.v2('json')).bytes);
  const decoded = decode(v2Messages, (await documents.v2('protobuf')).bytes);
  expect(decoded.swagger).toBe('2.0');
  expect(decoded.info).toEqual(plain.info);
  expect(decoded.security[0].additional_properties[0].name).toBe('BearerToken');
  expect(decoded.paths.path.map(({ name }: any) => name)).toEqual(Object.keys(plain.paths));
  const definitions = decoded.definitions.additional_properties;
  expect(definitions.map(({ name }: any) => name)).toEqual(Object.keys(plain.definitions));
  for (const { name, value } of definitions) {
    const expected = plain.definitions[name];
    expect(value.type?.value?.[0]).toBe(expected.type);
    expect(value.required).toEqual(expected.required);
    const properties = value.properties?.additional_properties.map((property: any) => property.name);
    expect(properties).toEqual(expected.properties && Object.keys(expected.properties));
  }
});

it('carries extensions as YAML text', async () => {
  const decoded = decode(v2Messages, (await documents.v2('protobuf')).bytes);
  const pod = find(decoded.definitions.additional_properties, 'io.k8s.api.core.v1.Pod');
  expect(JSON.parse(find(pod.vendor_extension, 'x-kubernetes-group-version-kind').yaml)).toEqual([
    { group: '', version: 'v1', kind: 'Pod' },
  ]);
});

it('encodes operations, so that clients find the dry run and the body of a patch', async () => {
  const decoded = decode(v2Messages, (await documents.v2('protobuf')).bytes);
  const { patch, parameters } = find(decoded.paths.path, '/api/v1/namespaces/{namespace}/pods/{name}');
  expect(patch.operation_id).toBe('patchCoreV1NamespacedPod');
  const [body, ...queries] = patch.parameters.map(({ parameter }: any) => parameter);
  expect(body.body_parameter).toMatchObject({ in: 'body', required: true });
  const names = queries.map((query: any) => query.non_body_parameter.query_parameter_sub_schema.name);
  expect(names).toContain('dryRun');
  expect(parameters[0].parameter.non_body_parameter.path_parameter_sub_schema).toMatchObject({
    name: 'name',
    required: true,
  });
  expect(patch.responses.response_code.map(({ name }: any) => name)).toEqual(['200', '201', '401']);
});

it('says in Protobuf what it says in JSON: v3', () => {
  const plain = json(documents.v3('api/v1', 'json')!.bytes);
  const decoded = decode(v3Messages, documents.v3('api/v1', 'protobuf')!.bytes);
  expect(decoded.openapi).toBe('3.0.0');
  expect(decoded.info).toEqual(plain.info);
  expect(decoded.paths.path.map(({ name }: any) => name)).toEqual(Object.keys(plain.paths));
  const schemas = decoded.components.schemas.additional_properties;
  expect(schemas.map(({ name }: any) => name)).toEqual(Object.keys(plain.components.schemas));
  const { properties } = find(schemas, 'io.k8s.api.core.v1.ContainerPort').schema;
  expect(find(properties.additional_properties, 'protocol').schema.default.string).toBe('TCP');
  const container = find(schemas, 'io.k8s.api.core.v1.Container').schema.properties.additional_properties;
  expect(find(container, 'name').schema.default.string).toBe('');
  // Objects are no defaults there.
  expect(find(container, 'resources').schema.default).toBeUndefined();
  const { patch } = find(decoded.paths.path, '/api/v1/namespaces/{namespace}/pods/{name}');
  expect(patch.request_body.request_body.content.additional_properties).toHaveLength(4);
});
