import type { TokenIssuer } from '../../access/authentication/tokens/issuer.ts';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import { evictionRules } from '../../kinds/policy/eviction/eviction-rules.ts';
import {
  type RegistryEvictorDependencies,
  registryEvictor,
} from '../../kinds/policy/eviction/registry-evictor.ts';
import type { Applier } from '../../registry/ownership/applier.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { statusRules } from '../../registry/write/update-rules.ts';
import { ProtobufCodec } from '../../server/encoding/protobuf-codec.ts';
import type { Handler } from '../../server/exchange.ts';
import { applyHandler, patchOrApply } from '../../server/handlers/apply.ts';
import { applyScaleHandler } from '../../server/handlers/apply-scale.ts';
import { bindingHandler } from '../../server/handlers/binding.ts';
import { evictionHandler } from '../../server/handlers/eviction.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { getScaleHandler, patchScaleHandler, updateScaleHandler } from '../../server/handlers/scale.ts';
import { tokenRequestHandler } from '../../server/handlers/token-request.ts';
import { tokenRequestRules } from '../../server/handlers/token-request-rules.ts';
import { updateHandler } from '../../server/handlers/update.ts';
import type { Representations } from '../../server/representation/representations.ts';
import {
  type SubresourceDependencies,
  type SubresourceRoutes,
  Subresources,
} from '../../server/routing/subresources.ts';
import { type ConnectionDependencies, connections } from './connections.ts';
import type { ServerSettings } from './flags/settings.ts';

export interface ServedSubresourceDependencies extends ConnectionDependencies, RegistryEvictorDependencies {
  applier: Applier;
  representations: Representations;
  definitions: Definitions;
  encoder: ProtobufEncoder;
  secrets: StoredResource;
  /** Undefined without a signing key: then tokens cannot be issued. */
  tokenIssuer: TokenIssuer | undefined;
  settings: Pick<ServerSettings, 'gates'>;
  dialect: Dialect;
}

/** The handlers of the subresources that the rules of kinds name. */
export function subresources(dependencies: ServedSubresourceDependencies, get: Handler): Subresources {
  const { updater, representations, definitions } = dependencies;
  return new Subresources({
    definitions,
    get,
    update: (rulesFor) => updateHandler({ updater, representations, rulesFor }),
    patch: (rulesFor) => patchHandler({ updater, representations, rulesFor }),
    common: { status: status(dependencies, get), scale: scale(dependencies) },
    actions: actions(dependencies),
    connections: connections(dependencies),
  });
}

function status(
  { updater, applier, representations }: ServedSubresourceDependencies,
  get: Handler,
): SubresourceRoutes {
  const dependencies = { updater, representations, rulesFor: statusRules };
  const patch = patchHandler(dependencies);
  const apply = applyHandler({ ...dependencies, applier });
  const update = updateHandler(dependencies);
  return { handlers: { get, update, patch: patchOrApply(patch, apply) } };
}

function scale({
  reader,
  representations,
  updater,
  applier,
  definitions,
  encoder,
}: ServedSubresourceDependencies): SubresourceRoutes {
  const type = {
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    schema: definitions.structs.get('autoscaling.v1.Scale')!,
  };
  const kind = { ...type, protobuf: new ProtobufCodec(encoder, type) };
  const patch = patchScaleHandler({ updater, kind });
  const apply = applyScaleHandler({ updater, applier, kind });
  return {
    kind,
    handlers: {
      get: getScaleHandler({ reader, representations, kind }),
      update: updateScaleHandler({ updater, kind }),
      patch: patchOrApply(patch, apply),
    },
  };
}

function actions(dependencies: ServedSubresourceDependencies): SubresourceDependencies['actions'] {
  const { updater, pods, encoder, tokenIssuer: issuer, settings } = dependencies;
  const evictor = registryEvictor(dependencies);
  return {
    Binding: (binding) => bindingHandler({ updater, pods, binding }),
    Eviction: ({ kind }) =>
      evictionHandler({
        kind,
        refusesUnreadable: evictionRules(settings.gates).refusesUnreadable,
        evict: (namespace, name, options, dryRun) => evictor.evict(namespace, name, options, dryRun),
      }),
    TokenRequest:
      issuer &&
      ((action) => {
        const protobuf = new ProtobufCodec(encoder, action.kind);
        const rules = tokenRequestRules(settings.gates);
        return tokenRequestHandler({ ...dependencies, action, protobuf, issuer, rules });
      }),
  };
}
