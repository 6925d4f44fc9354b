import type { Authorizer, RuleResolver } from '../../access/authorization/authorizer.ts';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import type { AgentSettings } from '../../extensions/proxy/settings.ts';
import { prepareForFinalize, validateFinalize } from '../../kinds/core/namespace/finalize.ts';
import type { Applier } from '../../registry/ownership/applier.ts';
import type { FieldManager } from '../../registry/ownership/field-manager.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { Watcher } from '../../registry/read/watcher.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import { mainRules, statusRules, type UpdateRules } from '../../registry/write/update-rules.ts';
import type { Writer } from '../../registry/write/writer.ts';
import { applyHandler, patchOrApply } from '../../server/handlers/apply.ts';
import { applyScaleHandler } from '../../server/handlers/apply-scale.ts';
import { createHandler } from '../../server/handlers/create.ts';
import { deleteCollectionHandler, deleteHandler } from '../../server/handlers/delete.ts';
import { getHandler } from '../../server/handlers/get.ts';
import { listHandler } from '../../server/handlers/list.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { getScaleHandler, patchScaleHandler, updateScaleHandler } from '../../server/handlers/scale.ts';
import { updateHandler } from '../../server/handlers/update.ts';
import { watchHandler } from '../../server/handlers/watch.ts';
import { ProtobufCodec } from '../../server/representation/protobuf-codec.ts';
import type { Representations } from '../../server/representation/representations.ts';
import { creationCheck } from '../../server/request/creation-check.ts';
import { ListResponder } from '../../server/response/list-responder.ts';
import type { ComponentReader } from '../../server/routing/component-reader.ts';
import type { ResourceRoutes } from '../../server/routing/router.ts';
import type { WatchDurations } from '../../server/watch/watch-durations.ts';
import type { WatchObserver } from '../../server/watch/watch-observer.ts';
import type { Clock } from '../../util/clock.ts';
import { certificateApprovalRoutes } from './certificate-approval.ts';
import { coreSubresources } from './core-subresources.ts';
import { reviewRoutes } from './reviews.ts';
import { type TokenRouteDependencies, tokenRoutes } from './token-routes.ts';

export interface RouteDependencies extends TokenRouteDependencies {
  reader: Reader;
  writer: Writer;
  applier: Applier;
  authorizer: Authorizer & RuleResolver;
  ownership: FieldManager;
  deleter: Deleter;
  /** Clients may ask for the removal of objects that cannot be read. */
  removesUnreadable: boolean;
  watcher: Watcher;
  views: Representations;
  durations: WatchDurations;
  dialect: Dialect;
  definitions: Definitions;
  /** Protobuf. */
  encoder: ProtobufEncoder;
  observe: WatchObserver;
  components: ComponentReader;
  clock: Clock;
  /** The release whose API is served. */
  release: string;
  pods: StoredResource;
  services: StoredResource;
  endpoints: StoredResource;
  agents: AgentSettings;
  /** Undefined when PodDisruptionBudgets are not served. */
  budgets: StoredResource | undefined;
}

/** Which handler serves which verb of which resource or subresource. */
export function resourceRoutes(given: RouteDependencies): ResourceRoutes {
  const {
    reader,
    writer,
    applier,
    deleter,
    watcher,
    views,
    durations,
    dialect,
    definitions,
    encoder,
    observe,
    components,
  } = given;
  const metaGroup = `meta.${dialect.api}`;
  const optionsSchema = definitions.structs.get('meta.v1.DeleteOptions')!;
  const responder = new ListResponder(views);
  const { removesUnreadable } = given;
  const deletion = { reader, deleter, views, responder, metaGroup, optionsSchema, removesUnreadable };
  const get = getHandler(reader, views);
  const applying = { writer, applier, views, metaGroup };
  const mayCreate = creationCheck(given.authorizer);
  const ofCore = coreSubresources({ ...given, get });
  const ofTokens = tokenRoutes(given);
  const scaleKind = {
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    schema: definitions.structs.get('autoscaling.v1.Scale')!,
  };
  const scale = { ...scaleKind, protobuf: new ProtobufCodec(encoder, scaleKind) };
  const finalize: UpdateRules = {
    mayCreate: false,
    countsGeneration: false,
    prepare: (object, old) => prepareForFinalize(asNamespace(object), asNamespace(old)),
    validate: (object) => validateFinalize(asNamespace(object), dialect),
  };
  return {
    main: {
      get,
      list: listHandler(reader, responder, metaGroup),
      watch: watchHandler({ watcher, views, dialect, metaGroup, durations, observe }),
      create: createHandler(writer, views, metaGroup),
      update: updateHandler(writer, views, metaGroup, mainRules, mayCreate),
      patch: patchOrApply(
        patchHandler(writer, views, metaGroup, mainRules),
        applyHandler(applying, mainRules, mayCreate),
      ),
      delete: deleteHandler(deletion),
      deletecollection: deleteCollectionHandler(deletion),
    },
    virtual: {
      ...ofTokens.virtual,
      'bindings.': { create: ofCore.binding },
      'componentstatuses.': {
        get: getHandler(components, views),
        list: listHandler(components, responder, metaGroup),
      },
      ...reviewRoutes(given),
    },
    subresources: {
      ...ofCore.subresources,
      ...ofTokens.subresources,
      'certificatesigningrequests/approval': certificateApprovalRoutes({ ...given, get }),
      status: {
        handlers: {
          get,
          update: updateHandler(writer, views, metaGroup, statusRules),
          patch: patchOrApply(
            patchHandler(writer, views, metaGroup, statusRules),
            applyHandler(applying, statusRules, undefined),
          ),
        },
      },
      'namespaces/finalize': {
        handlers: { update: updateHandler(writer, views, metaGroup, () => finalize) },
      },
      scale: {
        kind: scale,
        handlers: {
          get: getScaleHandler(reader, scale),
          update: updateScaleHandler(writer, scale, metaGroup),
          patch: patchOrApply(
            patchScaleHandler(writer, scale, metaGroup),
            applyScaleHandler(applying, scale),
          ),
        },
      },
    },
  };
}

const asNamespace = (object: ApiObject): CoreV1Namespace => object as unknown as CoreV1Namespace;
