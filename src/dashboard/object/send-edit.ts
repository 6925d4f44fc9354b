import { json, queryText } from '../calls/calls.ts';
import { type ResourceType, typePath } from '../calls/session.ts';
import type { ApiObject } from './api-object.ts';
import type { EditRequest } from './edit-request.ts';

interface SentEdit {
  type: ResourceType;
  object: ApiObject;
  request: EditRequest;
  manager: string;
  /** Nothing is stored. */
  isTrial: boolean;
  /** Fields that others own become the user's. */
  takesOver: boolean;
}

/** The object as the edit makes it. Rejects with CallError. */
export function sendEdit({
  type,
  object,
  request,
  manager,
  isTrial,
  takesOver,
}: SentEdit): Promise<ApiObject> {
  const isApply = request.kind === 'apply';
  const { namespace = '', name } = object.metadata;
  const query = queryText({
    fieldManager: manager,
    fieldValidation: 'Strict',
    dryRun: isTrial ? 'All' : '',
    force: isApply && takesOver ? 'true' : '',
  });
  return json<ApiObject>(typePath(type, namespace, name) + query, {
    method: isApply ? 'PATCH' : 'PUT',
    contentType: isApply ? 'application/apply-patch+yaml' : 'application/json',
    body: JSON.stringify(request.body),
  });
}
