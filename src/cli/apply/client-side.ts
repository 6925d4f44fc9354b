import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { isAnswer, isConflict, unlessNotFound } from '../../client/api/api-error.ts';
import { fullName } from '../shared/discovery/served-api.ts';
import { CliError, ContextError } from '../shared/errors/cli-error.ts';
import { lastApplied, lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { threeWayPatch } from '../shared/merge/three-way-merge.ts';
import type { ManifestObject, ManifestTarget } from '../shared/resources/target.ts';
import type { SchemaOf } from '../shared/schema/kind-schema.ts';
import type { Applied, Applying, ApplyOne } from './applying.ts';
import { deletionOptions } from './deletion-options.ts';

/** Number of attempts of a patch that conflicts with another write. */
const maxTries = 5;

/** Each object is merged here with what was applied last and what is on the server. */
export async function clientSideApply(applying: Applying): Promise<ApplyOne> {
  const apply = new ClientSideApply(applying, lastAppliedKey(await applying.context.session.dialect()));
  return async (target) => {
    try {
      return await apply.one(target);
    } catch (error) {
      if (error instanceof CliError) throw error;
      throw new ContextError(`error when applying patch of "${target.source}"`, error);
    }
  };
}

/** A patch, and the schema when it is a strategic one. */
interface MergedPatch {
  patch: JsonMap;
  schema: ReturnType<SchemaOf>;
}

class ClientSideApply {
  readonly #applying: Applying;
  readonly #key: string;
  #schemaOf: SchemaOf | undefined;

  /** `key`: of the annotation. */
  constructor(applying: Applying, key: string) {
    this.#applying = applying;
    this.#key = key;
  }

  async one(target: ManifestTarget): Promise<Applied> {
    const { writer, dryRun } = this.#applying;
    const modified = withLastApplied(target.object, this.#key);
    const live = await unlessNotFound(writer.get(target));
    if (live !== undefined) return this.#change(target, modified, live);
    const object = dryRun === 'client' ? (modified as ApiObject) : await writer.create(target, modified);
    return { type: target.type, object, verb: 'created', target };
  }

  async #change(target: ManifestTarget, modified: ManifestObject, live: ApiObject): Promise<Applied> {
    this.#warn(target, live);
    for (let current = live, tries = 1; ; tries++) {
      const merged = await this.#merge(target, modified, current);
      if (Object.keys(merged.patch).length === 0) return outcome(target, current, 'unchanged');
      if (this.#applying.dryRun === 'client')
        return outcome(target, await preview(current, merged), 'configured');
      try {
        return outcome(target, await this.#send(target, merged), 'configured');
      } catch (error) {
        if (this.#mayForce(error)) return this.#recreate(target, modified);
        if (!isConflict(error) || tries === maxTries) throw error;
        current = await this.#applying.writer.get(target);
      }
    }
  }

  async #merge(target: ManifestTarget, modified: ManifestObject, current: ApiObject): Promise<MergedPatch> {
    const { kindSchemas } = await import('../shared/schema/kind-schema.ts');
    this.#schemaOf ??= kindSchemas(await this.#applying.context.session.dialect());
    const schema = this.#schemaOf(target.type);
    const original = lastApplied(current, this.#key) ?? {};
    return { patch: threeWayPatch({ original, current, modified }, schema), schema };
  }

  #send(target: ManifestTarget, { patch, schema }: MergedPatch): Promise<ApiObject> {
    const type = schema === undefined ? 'merge' : 'strategic';
    return this.#applying.writer.patch(target, { patch, type });
  }

  #warn({ type, name }: ManifestTarget, { metadata }: ApiObject): void {
    const { session } = this.#applying.context;
    if (metadata.deletionTimestamp) {
      session.warn(`Detected changes to resource ${name} which is currently being deleted.`);
    }
    if (metadata.annotations?.[this.#key] !== undefined) return;
    session.warn(
      `resource ${fullName(type)}/${name} is missing the ${this.#key} annotation, by which apply finds fields that are to go. Objects get it from create --save-config and from apply; it is added now.`,
    );
  }

  #mayForce(error: unknown): boolean {
    const { flags } = this.#applying.context;
    // diff has no such flag.
    return flags.defines('force') && flags.boolean('force') && (isAnswer(error, 409) || isAnswer(error, 422));
  }

  /** For what cannot be changed. */
  async #recreate(target: ManifestTarget, modified: ManifestObject): Promise<Applied> {
    const { context, writer } = this.#applying;
    const { deleteAndWait } = await import('../shared/deletion/delete-and-wait.ts');
    const options = { gracePeriodSeconds: 0, ...deletionOptions(context.flags) };
    const timeout = context.flags.duration('timeout') || undefined;
    await deleteAndWait(await context.session.client(), target, options, timeout);
    return outcome(target, await writer.create(target, modified), 'configured');
  }
}

const outcome = (target: ManifestTarget, object: ApiObject, verb: string): Applied => ({
  type: target.type,
  object,
  verb,
  target,
});

/** The object that the server would most likely make of the patch. */
async function preview(current: ApiObject, { patch, schema }: MergedPatch): Promise<ApiObject> {
  const { patched } = await import('../shared/merge/patched.ts');
  return patched(current, patch, schema);
}
