import type { Dialect } from '../../api/machinery/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import { prepareForFinalize, validateFinalize } from '../../kinds/core/namespace/finalize.ts';
import type { Deleter } from '../../registry/deleter.ts';
import type { Reader } from '../../registry/reader.ts';
import type { Watcher } from '../../registry/watcher.ts';
import type { Writer } from '../../registry/writer.ts';
import { createHandler } from '../../server/handlers/create.ts';
import { deleteCollectionHandler, deleteHandler } from '../../server/handlers/delete.ts';
import { getHandler } from '../../server/handlers/get.ts';
import { listHandler } from '../../server/handlers/list.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { getScaleHandler, patchScaleHandler, updateScaleHandler } from '../../server/handlers/scale.ts';
import { mainRules, statusRules, type UpdateRules, updateHandler } from '../../server/handlers/update.ts';
import { watchHandler } from '../../server/handlers/watch.ts';
import type { ResourceRoutes } from '../../server/resource-router.ts';
import { ListResponder } from '../../server/list-responder.ts';
import type { Views } from '../../server/views.ts';
import type { WatchObserver } from '../../server/watch-observer.ts';
import type { WatchDurations } from '../../server/watch-durations.ts';

export interface RouteDependencies {
  reader: Reader;
  writer: Writer;
  deleter: Deleter;
  watcher: Watcher;
  views: Views;
  durations: WatchDurations;
  dialect: Dialect;
  definitions: Definitions;
  observe: WatchObserver;
}

/** Which handler serves which verb of which resource or sub-resource. */
export function resourceRoutes(given: RouteDependencies): ResourceRoutes {
  const { reader, writer, deleter, watcher, views, durations, dialect, definitions, observe } = given;
  const metaGroup = `meta.${dialect.api}`;
  const optionsSchema = definitions.structs.get('meta.v1.DeleteOptions')!;
  const responder = new ListResponder(views);
  const deletion = { reader, deleter, views, responder, metaGroup, optionsSchema };
  const get = getHandler(reader, views);
  const scale = {
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    schema: definitions.structs.get('autoscaling.v1.Scale')!,
  };
  const finalize: UpdateRules = {
    mayCreate: false,
    countsGeneration: false,
    prepare: (object, old) => prepareForFinalize(object as any, old as any),
    validate: (object) => validateFinalize(object as any, dialect),
  };
  return {
    main: {
      get,
      list: listHandler(reader, responder, metaGroup),
      watch: watchHandler({ watcher, views, dialect, metaGroup, durations, observe }),
      create: createHandler(writer, views, metaGroup),
      update: updateHandler(writer, views, metaGroup, mainRules),
      patch: patchHandler(writer, views, metaGroup, mainRules),
      delete: deleteHandler(deletion),
      deletecollection: deleteCollectionHandler(deletion),
    },
    subresources: {
      status: {
        handlers: {
          get,
          update: updateHandler(writer, views, metaGroup, statusRules),
          patch: patchHandler(writer, views, metaGroup, statusRules),
        },
      },
      'namespaces/finalize': { handlers: { update: updateHandler(writer, views, metaGroup, () => finalize) } },
      scale: {
        kind: scale,
        handlers: {
          get: getScaleHandler(reader, scale),
          update: updateScaleHandler(writer, scale, metaGroup),
          patch: patchScaleHandler(writer, scale, metaGroup),
        },
      },
    },
  };
}
