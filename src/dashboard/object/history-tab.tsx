import { useState } from 'preact/hooks';
import { queryText } from '../calls/calls.ts';
import { type ApiObject, readable, without } from './api-object.ts';
import { DiffView } from './diff-view.tsx';
import type { TabProps } from './tab-props.ts';
import { diffTexts } from './text-diff.ts';
import { useAnswer } from './use-answer.ts';
import { yamlText } from './yaml-lines.ts';

interface Change {
  kind: 'created' | 'changed' | 'deleted';
  revision: string;
  author?: { manager: string; operation: string; subresource: string; time: string };
  before?: ApiObject;
  after: ApiObject;
}

interface History {
  from: string;
  isCut: boolean;
  changes: Change[];
}

/** The changes of the object with their authors, the newest first, as far as the server's watch history goes. */
export function HistoryTab({ object, type }: TabProps) {
  const [withStatus, setWithStatus] = useState(false);
  const { group, version, resource } = type;
  const { name, namespace = '', resourceVersion } = object.metadata;
  const path = `local/history${queryText({ group, version, resource, namespace, name })}`;
  const { value, problem } = useAnswer<History>(path, resourceVersion);
  if (value === undefined)
    return <p class={problem === '' ? '' : 'problem'}>{problem || 'Reading the history …'}</p>;
  const shown = value.changes.map((change) => ({ change, lines: linesOf(change, withStatus) }));
  const changes = shown
    .filter(({ change, lines }) => change.kind !== 'changed' || lines.length > 0)
    .toReversed();
  return (
    <div class="history">
      <label>
        <input
          type="checkbox"
          checked={withStatus}
          onChange={({ currentTarget }) => setWithStatus(currentTarget.checked)}
        />{' '}
        Changes of the status as well
      </label>
      {changes.map(({ change, lines }) => (
        <article key={change.revision}>
          <h2>{titleOf(change)}</h2>
          <p>
            <small>Revision {change.revision}</small>
          </p>
          {change.kind === 'changed' && <DiffView lines={lines} />}
        </article>
      ))}
      {changes.length === 0 && <p>No changes are known.</p>}
      {value.isCut && (
        <p>
          <small>Changes before revision {value.from} are no longer kept by the server.</small>
        </p>
      )}
    </div>
  );
}

const noise = ['managedFields', 'resourceVersion', 'generation'];

function linesOf({ before, after }: Change, withStatus: boolean) {
  const textOf = (object: ApiObject): string =>
    yamlText(
      readable({ ...object, metadata: without(object.metadata, noise) as ApiObject['metadata'] }, withStatus),
    );
  return before === undefined ? [] : diffTexts(textOf(before), textOf(after));
}

function titleOf({ kind, author }: Change): string {
  if (author === undefined) return `${kind}, by whom is not known`;
  const { manager, operation, subresource, time } = author;
  const how = subresource === '' ? operation : `${operation} of ${subresource}`;
  return `${kind} by ${manager} (${how})${time === '' ? '' : `, ${new Date(time).toLocaleString('en-GB')}`}`;
}
