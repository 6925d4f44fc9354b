import type { ObjectName } from '../../access/authentication/tokens/claims.ts';
import type { IssuedToken, TokenIssuer, TokenWish } from '../../access/authentication/tokens/issuer.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, conflict, internalError, StatusError } from '../../api/meta/status.ts';
import type { AuthenticationV1TokenRequest } from '../../api/schema/types.gen.ts';
import { FieldPath, invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { timeNow } from '../../api/values/time.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Clock } from '../../util/clock.ts';
import { goQuote } from '../../util/quote.ts';
import type { ProtobufCodec } from '../encoding/protobuf-codec.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Expected } from '../request/decode-body.ts';
import { decodeFor } from '../request/decode-request.ts';
import type { PostedAction } from '../request/posted-action.ts';
import { readBody } from '../request/read-body.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendSubresource } from '../response/send-object.ts';
import { checkNamespace } from './binding.ts';
import { type TokenRequestRules, unknownType } from './token-request-rules.ts';

export interface TokenRequestDependencies {
  reader: Reader;
  action: PostedAction;
  protobuf: ProtobufCodec;
  issuer: TokenIssuer;
  pods: StoredResource;
  secrets: StoredResource;
  nodes: StoredResource;
  clock: Clock;
  dialect: Dialect;
  rules: TokenRequestRules;
}

type TokenRequest = ApiObject & AuthenticationV1TokenRequest;

interface BoundPod extends ApiObject {
  spec?: { serviceAccountName?: string; nodeName?: string };
}

/** POST to the subresource `token` of a service account: the answer holds a token. Nothing is stored. */
export function tokenRequestHandler(dependencies: TokenRequestDependencies): Handler {
  const { reader, protobuf, issuer, clock } = dependencies;
  const { kind, rules, filled } = dependencies.action;
  return async (exchange) => {
    const { info, served } = exchange;
    const options = parseWriteOptions(exchange, 'CreateOptions');
    const body = await readBody(exchange);
    const request = (await decodeFor(exchange, body, options.fieldValidation, kind)) as TokenRequest;
    filled?.fill(request);
    checkNamespace(info.namespace, request.metadata.namespace);
    const admission = admissionOf(exchange, { ...options, kind });
    await admission.admit(request, undefined);
    checkName(exchange, request, kind);
    const { json } = await reader.get(served.resource, info.namespace, info.name, '');
    const account = decodeServed(json).metadata;
    checkUid(dependencies, exchange, request, account.uid!);
    if ((request.spec.audiences ?? []).length === 0) request.spec.audiences = [...issuer.audiences];
    request.metadata = { ...request.metadata, name: info.name, namespace: info.namespace };
    const errors = rules.validate!(request);
    if (errors.length > 0) throw invalidObject(kind, '', errors);
    await admission.validate(request, undefined);
    const issued = await issueToken(issuer, {
      namespace: info.namespace,
      account: { name: info.name, uid: account.uid! },
      ...(await boundObject(dependencies, exchange, request)),
      audiences: request.spec.audiences!,
      life: Number(request.spec.expirationSeconds),
    });
    noteIssued(dependencies, exchange, Number(request.spec.expirationSeconds), issued);
    request.spec.expirationSeconds = issued.life;
    request.metadata.creationTimestamp = timeNow(clock.now());
    delete request.metadata.managedFields;
    request.status = { token: issued.token, expirationTimestamp: timeNow(issued.expires) };
    const { kind: name, apiVersion } = request;
    const answer = { kind: name, apiVersion, ...new Normalizer().normalize(request, kind.schema) };
    sendSubresource(exchange, 201, answer as object as ApiObject, protobuf);
  };
}

/** The failure of another process that signs is none of the client's. */
async function issueToken(issuer: TokenIssuer, wish: TokenWish): Promise<IssuedToken> {
  try {
    return await issuer.issue(wish);
  } catch (error) {
    throw internalError(`failed to generate token: ${(error as Error).message}`);
  }
}

function checkName({ info }: Exchange, { metadata }: TokenRequest, kind: Expected): void {
  if (!metadata.name || metadata.name === info.name) return;
  const why = 'must match the service account name if specified';
  throw invalidObject(kind, info.name, [invalid(FieldPath.of('metadata', 'name'), metadata.name, why)]);
}

function checkUid(
  { rules: { otherUid } }: TokenRequestDependencies,
  { info, state }: Exchange,
  request: TokenRequest,
  uid: string,
): void {
  if (otherUid === undefined) return;
  const wanted = request.metadata.uid;
  request.metadata.uid = uid;
  if (!wanted || wanted === uid) return;
  const why = `the UID in the token request (${wanted}) does not match the UID of the service account (${uid})`;
  if (otherUid === 'refuse') throw conflict({ group: '', resource: 'serviceaccounts' }, info.name, why);
  state.warnings.push(
    `${why} but TokenRequestServiceAccountUIDValidation is not enabled. In the future, this will return a conflict error`,
  );
}

function noteIssued(
  { dialect, rules }: TokenRequestDependencies,
  { state }: Exchange,
  wanted: number,
  { id, life }: IssuedToken,
): void {
  if (life < wanted && rules.warnsOfShortLife)
    state.warnings.push(`requested expiration of ${wanted} seconds shortened to ${life} seconds`);
  if (id !== undefined)
    state.auditAnnotations.set(`authentication.${dialect.label}/issued-credential-id`, `JTI=${id}`);
}

/** The object with which the token shall end. */
async function boundObject(
  dependencies: TokenRequestDependencies,
  { info }: Exchange,
  { spec: { boundObjectRef } }: TokenRequest,
): Promise<Pick<TokenWish, 'pod' | 'secret' | 'node'>> {
  if (boundObjectRef === null || boundObjectRef === undefined) return {};
  const { reader, pods, secrets, nodes, rules } = dependencies;
  const { apiVersion = '', kind = '', name = '', uid: wanted } = boundObjectRef;
  const { group, version } = groupVersionOf(apiVersion);
  const type = `${group}/${version}, Kind=${kind}`;
  const resource = new Map([
    ['Pod', pods],
    ['Secret', secrets],
    ['Node', nodes],
  ]).get(kind);
  if (group !== '' || resource === undefined) {
    throw badRequest(unknownType(type));
  }
  if (kind === 'Node' && rules.nodeRefusal !== undefined) throw badRequest(rules.nodeRefusal(type));
  if (name === '') throw badRequest('Name parameter required.');
  const { json } = await reader.get(resource, kind === 'Node' ? '' : info.namespace, name, '');
  const found: BoundPod = decodeServed(json);
  if (kind === 'Pod' && found.spec?.serviceAccountName !== info.name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${goQuote(info.name)} to pod running with different serviceaccount name.`,
    );
  }
  const uid = found.metadata.uid!;
  if (wanted && wanted !== uid) {
    throw conflict(
      { group, resource: kind },
      name,
      `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  }
  const isPlaced = kind === 'Pod' && rules.showsPodNode && found.spec?.nodeName;
  const node = isPlaced ? { node: await nodeOfPod(dependencies, found.spec!.nodeName!) } : {};
  return { [kind.toLowerCase()]: { name, uid }, ...node };
}

/** A node that is not there has a name all the same. */
async function nodeOfPod({ reader, nodes }: TokenRequestDependencies, name: string): Promise<ObjectName> {
  try {
    const { json } = await reader.get(nodes, '', name, '');
    return { name, uid: decodeServed(json).metadata.uid! };
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error;
    return { name, uid: '' };
  }
}

/** An apiVersion has at most one slash. */
function groupVersionOf(apiVersion: string): { group: string; version: string } {
  const parts = apiVersion.split('/');
  if (parts.length > 2) return { group: '', version: '' };
  return parts.length === 2 ? { group: parts[0]!, version: parts[1]! } : { group: '', version: apiVersion };
}
