import type { Authorizer, RuleResolver } from '../../access/authorization/authorizer.ts';
import type { FieldManager } from '../../registry/ownership/field-manager.ts';
import type { Watcher } from '../../registry/read/watcher.ts';
import type { Creator } from '../../registry/write/creator.ts';
import { mainRules } from '../../registry/write/update-rules.ts';
import { applyHandler, patchOrApply } from '../../server/handlers/apply.ts';
import { createHandler } from '../../server/handlers/create.ts';
import { deleteCollectionHandler, deleteHandler } from '../../server/handlers/delete.ts';
import { getHandler } from '../../server/handlers/get.ts';
import { listHandler } from '../../server/handlers/list.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { updateHandler } from '../../server/handlers/update.ts';
import { watchHandler } from '../../server/handlers/watch.ts';
import { creationCheck } from '../../server/request/creation-check.ts';
import { UnsafeDeletion, withUnsafeOption } from '../../server/request/unsafe-deletion.ts';
import { ListResponder } from '../../server/response/list-responder.ts';
import type { ComponentReader } from '../../server/routing/component-reader.ts';
import type { ResourceRoutes } from '../../server/routing/router.ts';
import type { WatchDurations } from '../../server/watch/watch-durations.ts';
import type { WatchObserver } from '../../server/watch/watch-observer.ts';
import type { ServerSettings } from './flags/settings.ts';
import { type ReviewRouteDependencies, reviewRoutes } from './reviews.ts';
import { type ServedSubresourceDependencies, subresources } from './subresources.ts';

export interface RouteDependencies extends ServedSubresourceDependencies, ReviewRouteDependencies {
  authorizer: Authorizer & RuleResolver;
  creator: Creator;
  ownership: FieldManager;
  /** Clients may ask for the removal of objects that cannot be read. */
  removesUnreadable: boolean;
  watcher: Watcher;
  durations: WatchDurations;
  observe: WatchObserver;
  components: ComponentReader;
  settings: Pick<ServerSettings, 'deleteCollectionWorkers' | 'gates'>;
}

/** Which handler serves which verb of which resource or subresource. */
export function resourceRoutes(dependencies: RouteDependencies): ResourceRoutes {
  const { reader, creator, updater, applier, deleter, watcher, representations } = dependencies;
  const { durations, dialect, definitions, observe, components, pods, settings } = dependencies;
  const deleteOptions = definitions.structs.get('meta.v1.DeleteOptions')!;
  const responder = new ListResponder(representations, {
    remaining: settings.gates.isOn('RemainingItemCount'),
    remainingOfPartials: settings.gates.isIn('1.24'),
    endOfCustom: settings.gates.isIn('1.24'),
  });
  const { removesUnreadable, authorizer } = dependencies;
  const optionsSchema = removesUnreadable ? withUnsafeOption(deleteOptions) : deleteOptions;
  const unsafe = removesUnreadable ? new UnsafeDeletion(deleter, authorizer, dialect) : undefined;
  const { deleteCollectionWorkers: collectionWorkers } = settings;
  const deletion = {
    reader,
    deleter,
    representations,
    responder,
    optionsSchema,
    unsafe,
    collectionWorkers,
  };
  const get = getHandler({ reader, representations });
  const mayCreate = creationCheck(authorizer);
  const ofKinds = subresources(dependencies, get);
  return {
    main: {
      get,
      list: listHandler({ reader, responder }),
      watch: watchHandler({
        watcher,
        representations,
        dialect,
        durations,
        namesStreams: settings.gates.isIn('1.24'),
        observe,
      }),
      create: createHandler({ creator, representations }),
      update: updateHandler({ updater, representations, rulesFor: mainRules, mayCreate }),
      patch: patchOrApply(
        patchHandler({ updater, representations, rulesFor: mainRules }),
        applyHandler({ updater, applier, representations, rulesFor: mainRules, mayCreate }),
      ),
      delete: deleteHandler(deletion),
      deletecollection: deleteCollectionHandler(deletion),
    },
    virtual: {
      // Older than the subresource, and the same.
      'bindings.': ofKinds.routesOf(pods, 'binding')!.handlers,
      'componentstatuses.': {
        get: getHandler({ reader: components, representations }),
        list: listHandler({ reader: components, responder }),
      },
      ...reviewRoutes(dependencies),
    },
    subresources: ofKinds,
  };
}
