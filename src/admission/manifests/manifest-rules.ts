import type { ApiObject } from '../../api/meta/metadata.ts';
import { goQuote } from '../../util/quote.ts';

/** An object of a folder, with its defaults. */
export interface ManifestEntry {
  readonly file: string;
  readonly object: ApiObject;
}

interface WebhookObject {
  readonly name: string;
  readonly clientConfig?: { readonly url?: string; readonly service?: unknown };
}

/** All that the spec of a policy, of a binding or of webhooks says that matters here. */
interface ManifestSpec {
  readonly paramKind?: unknown;
  readonly paramRef?: unknown;
  readonly policyName?: string;
}

/** Throws for the first object that may not stand in a folder. `suffix`: that of the names of all of them. */
export function checkEntries(entries: readonly ManifestEntry[], suffix: string): void {
  const seen = new Map<string, string>();
  for (const { file, object } of entries) {
    checkName(object, file, suffix);
    const key = `${object.kind} ${object.metadata.name}`;
    const before = seen.get(key);
    if (before !== undefined) {
      throw new Error(
        `duplicate name ${goQuote(object.metadata.name!)} found in file ${goQuote(file)} (previously seen in ${goQuote(before)})`,
      );
    }
    seen.set(key, file);
  }
  const policies = new Set(
    entries.filter(({ object }) => object.kind.endsWith('Policy')).map(({ object }) => object.metadata.name!),
  );
  for (const { file, object } of entries) {
    if (object.kind.endsWith('Binding')) checkBinding(object, policies, suffix);
    else if (object.kind.endsWith('Policy')) checkPolicy(object);
    else checkWebhooks(object, file);
  }
}

function checkName({ metadata: { name } }: ApiObject, file: string, suffix: string): void {
  if (!name) throw new Error(`resource in file ${goQuote(file)} must have a name`);
  if (name.endsWith(suffix)) return;
  throw new Error(
    `${goQuote(name)} in file ${goQuote(file)} must have a name ending with ${goQuote(suffix)}`,
  );
}

const specOf = (object: ApiObject): ManifestSpec => (object['spec'] ?? {}) as ManifestSpec;

function checkPolicy(object: ApiObject): void {
  if (specOf(object).paramKind === undefined) return;
  const what = `${object.kind} ${goQuote(object.metadata.name!)}`;
  throw new Error(`${what}: spec.paramKind is not supported for static manifests`);
}

function checkBinding(object: ApiObject, policies: ReadonlySet<string>, suffix: string): void {
  const binding = `binding ${goQuote(object.metadata.name!)}`;
  const { paramRef, policyName } = specOf(object);
  if (paramRef !== undefined)
    throw new Error(`${binding}: spec.paramRef is not supported for static manifests`);
  if (!policyName) throw new Error(`${binding} must reference a policy (spec.policyName)`);
  const policy = goQuote(policyName);
  if (!policyName.endsWith(suffix)) {
    throw new Error(`${binding} spec.policyName ${policy} must end with ${goQuote(suffix)}`);
  }
  if (policies.has(policyName)) return;
  throw new Error(`${binding} references policy ${policy} which does not exist in the manifest directory`);
}

/** Services are found through the API, which may not be there yet. */
function checkWebhooks(object: ApiObject, file: string): void {
  for (const { name, clientConfig = {} } of (object['webhooks'] ?? []) as WebhookObject[]) {
    const what = `webhook ${goQuote(name)} in ${goQuote(object.metadata.name!)} (file ${goQuote(file)})`;
    if (clientConfig.service !== undefined) {
      throw new Error(
        `${what}: clientConfig.service is not supported for static manifests; use clientConfig.url instead`,
      );
    }
    if (!clientConfig.url) throw new Error(`${what}: clientConfig.url is required for static manifests`);
  }
}
