import { useState } from 'preact/hooks';
import { withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { CallError, type Cause, messageOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import { useApp } from '../frame/app-context.ts';
import type { ApiObject } from './api-object.ts';
import { editable } from './api-object.ts';
import { CodeEditor } from './code-editor.tsx';
import { DiffView } from './diff-view.tsx';
import { type EditRequest, editRequest } from './edit-request.ts';
import { sendEdit } from './send-edit.ts';
import type { TabProps } from './tab-props.ts';
import { type DiffLine, diffTexts } from './text-diff.ts';
import { useKept } from './use-kept.ts';
import { yamlText } from './yaml-lines.ts';

/** An edit that the server has looked at, without storing it. */
interface Review {
  request: EditRequest;
  lines: DiffLine[];
  /** Fields that others own and that the edit would change. */
  conflicts: readonly Cause[];
  problem: string;
}

/** The object in an editor: an edit is tried on the server first, and stored after a look at what it would do. */
export function EditView({ object, type, route }: TabProps) {
  const { session } = useApp();
  // The object as it was when editing began; what others change meanwhile is found by the server.
  const [begun] = useState(object);
  const [first] = useState(() => yamlText(editable(begun)));
  const [text, setText] = useState(first);
  useKept(text !== first);
  const [review, setReview] = useState<Review | undefined>();
  const [isBusy, setBusy] = useState(false);
  const done = (): void => go(withQuery(route, { edit: '' }), true);
  const change = (changed: string): void => {
    setText(changed);
    setReview(undefined);
  };
  const busy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const tryOut = (takesOver: boolean) =>
    busy(async () => {
      const request = await requestOf(begun, text, session.fieldManager).catch((error: unknown) =>
        messageOf(error),
      );
      if (typeof request === 'string') return setReview(failed(request));
      if (request.kind === 'nothing')
        return setReview({ ...failed(''), request, problem: 'Nothing was changed.' });
      const sent = { type, object: begun, request, manager: session.fieldManager };
      setReview(await reviewOf(begun, request, () => sendEdit({ ...sent, isTrial: true, takesOver })));
    });
  const store = (takesOver: boolean) =>
    busy(async () => {
      const { request } = review!;
      try {
        await sendEdit({
          type,
          object: begun,
          request,
          manager: session.fieldManager,
          isTrial: false,
          takesOver,
        });
        done();
      } catch (error) {
        setReview({ ...review!, problem: messageOf(error), conflicts: conflictsOf(error) });
      }
    });
  const [takesOver, setTakesOver] = useState(false);
  return (
    <div class="edit">
      <p class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void tryOut(takesOver)}>
          Try on the server
        </button>
        {review !== undefined && review.problem === '' && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => void store(takesOver)}>
            Save
          </button>
        )}
        <button type="button" onClick={done}>
          Discard
        </button>
        {object.metadata.resourceVersion !== begun.metadata.resourceVersion && (
          <span class="waiting" role="status">
            The object has changed since you began.
          </span>
        )}
      </p>
      {review !== undefined && (
        <ReviewView
          review={review}
          onTakeOver={() => {
            setTakesOver(true);
            void tryOut(true);
          }}
        />
      )}
      <CodeEditor label="YAML of the object" text={text} onChange={change} />
    </div>
  );
}

const failed = (problem: string): Review => ({
  request: { kind: 'nothing', body: {} },
  lines: [],
  conflicts: [],
  problem,
});

async function requestOf(live: ApiObject, text: string, manager: string): Promise<EditRequest> {
  const [edited, ...more] = await json<ApiObject[]>('local/documents', {
    method: 'POST',
    body: text,
    contentType: 'application/yaml',
  });
  if (edited === undefined || more.length > 0) throw new CallError('The text must be one object.');
  if (edited.kind !== live.kind || edited.metadata.name !== live.metadata.name)
    throw new CallError(
      `The text must stay ${live.kind} ${live.metadata.name}: neither kind nor name can change.`,
    );
  return editRequest(live, edited, manager);
}

async function reviewOf(
  live: ApiObject,
  request: EditRequest,
  send: () => Promise<ApiObject>,
): Promise<Review> {
  try {
    const after = await send();
    return {
      request,
      lines: diffTexts(yamlText(editable(live)), yamlText(editable(after))),
      conflicts: [],
      problem: '',
    };
  } catch (error) {
    return { ...failed(messageOf(error)), request, conflicts: conflictsOf(error) };
  }
}

function conflictsOf(error: unknown): readonly Cause[] {
  const causes = error instanceof CallError && error.status === 409 ? error.causes : [];
  return causes.filter(({ reason }) => reason === 'FieldManagerConflict');
}

function ReviewView({ review, onTakeOver }: { review: Review; onTakeOver: () => void }) {
  const { problem, conflicts, lines, request } = review;
  if (conflicts.length > 0) {
    return (
      <div class="notice refusal" role="alert">
        <p class="bad">Others own what you changed:</p>
        <ul>
          {conflicts.map(({ field, message }) => (
            <li key={field}>
              <code>{field}</code>: {message}
            </li>
          ))}
        </ul>
        <button type="button" onClick={onTakeOver}>
          Take these fields over
        </button>
      </div>
    );
  }
  if (problem !== '')
    return (
      <p class={request.kind === 'nothing' ? 'notice' : 'notice problem'} role="alert">
        {problem}
      </p>
    );
  return (
    <div class="notice" role="status">
      <p>
        {request.kind === 'apply'
          ? 'The server would take this. Only the changed fields become yours.'
          : 'The server would take this. Fields are removed, so the whole object is replaced, if nobody changes it meanwhile.'}
      </p>
      <DiffView lines={lines} />
    </div>
  );
}
