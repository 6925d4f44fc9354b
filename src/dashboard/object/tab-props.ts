import type { Route } from '../address/route.ts';
import type { ResourceType } from '../calls/session.ts';
import type { ApiObject } from './api-object.ts';

/** Properties of each tab of an object. */
export interface TabProps {
  object: ApiObject;
  type: ResourceType;
  route: Route;
}
