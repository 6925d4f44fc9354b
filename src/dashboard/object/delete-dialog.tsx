import { useState } from 'preact/hooks';
import { messageOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import { type ResourceType, typePath } from '../calls/session.ts';
import { Dialog } from '../frame/dialog.tsx';
import type { ApiObject } from './api-object.ts';

/** Asks before an object is deleted: the one that is shown, and no other of its name. */
export function DeleteDialog({
  type,
  object,
  onClose,
}: {
  type: ResourceType;
  object: ApiObject;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState('');
  const { name, namespace = '', uid } = object.metadata;
  const remove = async (): Promise<void> => {
    const body = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { uid },
      propagationPolicy: 'Background',
    };
    try {
      await json(typePath(type, namespace, name), { method: 'DELETE', body: JSON.stringify(body) });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title="Delete" onClose={onClose}>
      <h2>
        Delete {type.kind} {name}?
      </h2>
      <p>
        Its dependents are deleted as well{namespace === '' ? '' : `, in namespace ${namespace}`}. This cannot
        be undone.
      </p>
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="row">
        <button type="button" class="danger" onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </p>
    </Dialog>
  );
}
